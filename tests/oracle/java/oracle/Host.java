package oracle;

import java.awt.Component;
import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.netbeans.api.wizard.WizardDisplayer;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.PlayerRoster;
import VASSAL.configure.StringEnumConfigurer;
import VASSAL.i18n.Localization;
import VASSAL.launch.Player;
import VASSAL.preferences.Prefs;
import VASSAL.tools.DataArchive;
import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.filechooser.FileFilter;

/**
 * The engine's own player, started as its launcher starts it, with nobody in front of the screen.
 *
 * <p>What a person would do at the start is done here: a name and password are set, the question
 * for a side is answered, files are chosen, and reminders are switched off.
 */
final class Host extends Player {
  private static Exception failure;
  private static String side;
  private static long seed;
  private static final List<String> ASKED = new ArrayList<>();

  private Host(String[] args) {
    super(args);
  }

  /** Opens the module and the extensions in the folder beside it; throws what the engine threw. */
  static void open(String module, long newSeed) throws Exception {
    seed = newSeed;
    WizardDisplayer.setUser(wizard -> answerSetupSteps());
    new Host(new String[] {"--load", "--", module});
    if (failure != null) {
      throw failure;
    }
  }

  static void identify(String name, String password) {
    final Prefs prefs = GameModule.getGameModule().getPrefs();
    prefs.setValue(GameModule.REAL_NAME, name);
    prefs.setValue(GameModule.SECRET_NAME, password);
    prefs.setValue(BasicLogger.PROMPT_NEW_LOG_START, Boolean.FALSE);
    prefs.setValue(BasicLogger.PROMPT_NEW_LOG_END, Boolean.FALSE);
    prefs.setValue(BasicLogger.PROMPT_LOG_COMMENT, Boolean.FALSE);
  }

  /** The side to take when the engine asks, and forgets what it has asked before; null observes. */
  static void takeSide(String newSide) {
    side = newSide;
    ASKED.clear();
  }

  /** Titles of the pages the engine wanted to show at the start of the game. */
  static List<String> asked() {
    return List.copyOf(ASKED);
  }

  /** The file to be chosen when the engine next asks where to save. */
  static void choose(File file) {
    Reach.set(GameModule.getGameModule(), GameModule.class, "fileChooser", new Chosen(file));
  }

  private static void answerSetupSteps() {
    final Iterator<GameSetupStep> steps =
      GameModule.getGameModule().getGameState().getUnfinishedSetupSteps();
    while (steps.hasNext()) {
      final GameSetupStep step = steps.next();
      ASKED.add(step.getStepTitle());
      if (step instanceof PlayerRoster && side != null) {
        final PlayerRoster roster = (PlayerRoster) step;
        if (!roster.getSides().contains(side)) {
          throw new IllegalArgumentException("no side '" + side + "' among " + roster.getSides());
        }
        Reach.get(roster, PlayerRoster.class, "sideConfig", StringEnumConfigurer.class).setValue(side);
      }
    }
  }

  @Override
  protected GameModule createModule(DataArchive archive) {
    final GameModule module = super.createModule(archive);
    // Before it is built, as dice buttons keep what they find then.
    Reach.set(module, GameModule.class, "RNG", new Random(seed));
    return module;
  }

  @Override
  protected void launch() {
    try {
      GameModule.init(createModule(createDataArchive()));
      createExtensionsLoader().addTo(GameModule.getGameModule());
      Localization.getInstance().translate();
      GameModule.getGameModule().getPlayerWindow().setVisible(true);
    }
    catch (Exception e) { // The launcher would show it and end the program.
      failure = e;
    }
  }

  /** A file chooser whose user has always just chosen the same file. */
  private static final class Chosen extends FileChooser {
    private File file;

    private Chosen(File file) {
      super(null, null);
      this.file = file;
    }

    @Override
    public File getCurrentDirectory() {
      return file.getParentFile();
    }

    @Override
    public void setCurrentDirectory(File directory) {
    }

    @Override
    public void rescanCurrentDirectory() {
    }

    @Override
    public File getSelectedFile() {
      return file;
    }

    @Override
    public void setSelectedFile(File newFile) {
      file = newFile;
    }

    @Override
    public String getDialogTitle() {
      return "";
    }

    @Override
    public void setDialogTitle(String title) {
    }

    @Override
    public int showOpenDialog(Component parent) {
      return APPROVE_OPTION;
    }

    @Override
    public int showSaveDialog(Component parent) {
      return APPROVE_OPTION;
    }

    @Override
    public FileFilter getFileFilter() {
      return null;
    }

    @Override
    public void setFileFilter(FileFilter filter) {
    }

    @Override
    public void addChoosableFileFilter(FileFilter filter) {
    }

    @Override
    public boolean removeChoosableFileFilter(FileFilter filter) {
      return false;
    }

    @Override
    public void resetChoosableFileFilters() {
    }
  }
}
