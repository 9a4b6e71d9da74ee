package oracle;

import java.awt.event.ActionEvent;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.Action;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameState;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.counters.GamePiece;

/** Games as wholes: begun, loaded, stepped through, saved, logged, and what stands on the maps. */
final class GameOps {
  private GameOps() {
  }

  private static GameState state() {
    return GameModule.getGameModule().getGameState();
  }

  static BasicLogger logger() {
    return (BasicLogger) GameModule.getGameModule().getLogger();
  }

  static Object newGame(Args args) {
    close();
    Host.takeSide(args.optional("side"));
    GameModule.getGameModule().setGameFileMode(GameModule.GameFileMode.NEW_GAME);
    state().setup(true);
    return begun();
  }

  /** Chooses a setup from the menu; the engine loads it in the background. */
  static Object startSetup(Args args) {
    final String name = args.text("name");
    final List<String> names = new ArrayList<>();
    for (final PredefinedSetup setup
        : GameModule.getGameModule().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (name.equals(setup.getConfigureName()) && !setup.isMenu()) {
        close();
        Host.takeSide(args.optional("side"));
        setup.launch();
        return null;
      }
      names.add(setup.getConfigureName());
    }
    throw new IllegalArgumentException("no setup '" + name + "' among " + names);
  }

  /** Loads a save or the initial state of a log; answers the number of steps that wait. */
  static Object load(Args args) {
    final File file = new File(args.text("file"));
    if (!state().isSaveMetaDataValid(file)) {
      throw new IllegalStateException("the engine refuses " + file.getName() + ": not a save of this module");
    }
    close();
    Host.takeSide(args.optional("side"));
    state().loadGameInForeground(file);
    if (!state().isGameStarted()) {
      throw new IllegalStateException("the engine began no game from " + file.getName());
    }
    return begun();
  }

  static Object begun() {
    final Map<String, Object> data = new LinkedHashMap<>();
    data.put("steps", stepsLeft());
    data.put("side", PlayerRoster.getMySide());
    data.put("asked", Host.asked());
    data.put("started", state().isGameStarted());
    return data;
  }

  /** Also when no game is open: the engine takes a game for new only after a close. */
  static Object close() {
    if (logger().isLogging()) {
      press("endLogAction"); // Lest the engine ask.
    }
    // Else the engine compares the game with the last save, which takes long, and asks.
    Reach.set(state(), GameState.class, "gameStarted", Boolean.FALSE);
    state().closeGame();
    return null;
  }

  private static int stepsLeft() {
    final BasicLogger logger = logger();
    return Reach.get(logger, BasicLogger.class, "logInput", List.class).size()
      - Reach.get(logger, BasicLogger.class, "nextInput", Integer.class);
  }

  /** Presses the Step button up to so many times, all remaining steps if negative. */
  static Object step(Args args) {
    final int wanted = args.number("count");
    int done = 0;
    while (logger().isReplaying() && (wanted < 0 || done < wanted)) {
      press("stepAction");
      done++;
    }
    return Map.of("done", done, "left", stepsLeft());
  }

  static Object undo() {
    press("undoAction");
    return null;
  }

  static Object canUndo() {
    return Reach.get(logger(), BasicLogger.class, "undoAction", Action.class).isEnabled();
  }

  static Object beginLog(Args args) {
    Host.choose(new File(args.text("file")));
    press("newLogAction");
    return null;
  }

  static Object endLog() {
    press("endLogAction");
    return null;
  }

  private static void press(String action) {
    final Action button = Reach.get(logger(), BasicLogger.class, action, Action.class);
    if (!button.isEnabled()) {
      throw new IllegalStateException("the engine's " + action + " is disabled now");
    }
    button.actionPerformed(new ActionEvent(logger(), ActionEvent.ACTION_PERFORMED, action));
  }

  static Object save(Args args) throws IOException {
    state().saveGame(new File(args.text("file")));
    return null;
  }

  static Object pieces(Args args) {
    final List<Object> list = new ArrayList<>();
    for (final GamePiece piece : state().getAllPieces()) {
      list.add(Describe.of(piece, args.texts("properties"), args.flag("raw")));
    }
    return list;
  }

  static Object players() {
    final List<Object> list = new ArrayList<>();
    for (final PlayerRoster.PlayerInfo player : GameModule.getGameModule().getPlayerRoster().getPlayers()) {
      list.add(Map.of("name", player.playerName, "side", player.getSide(), "id", player.playerId));
    }
    return list;
  }

  /** A property as the module sees it: global properties, turn levels, the player's side. */
  static Object property(Args args) {
    final String name = args.text("name");
    final String map = args.optional("map");
    final Object value = map == null ? GameModule.getGameModule().getProperty(name)
      : Describe.map(map).getProperty(name);
    return value == null ? null : value.toString();
  }
}
