package oracle;

import java.awt.Component;
import java.awt.Point;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JTextField;
import javax.swing.JToolBar;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;

import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.Map;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.configure.NamedHotKeyConfigurer;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.EventFilter;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.LaunchButton;
import VASSAL.tools.NamedKeyStroke;

/** What a player does during a game, done by the engine's own handlers so that it is logged as theirs. */
final class PlayOps {
  private static int chatRead;

  private PlayOps() {
  }

  /** Drags pieces, or whole stacks, so that the first comes to the point; the others keep their offset. */
  static Object move(Args args) {
    final Map map = Describe.map(args.text("map"));
    final Point at = new Point(args.number("x"), args.number("y"));
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    int taken = 0;
    for (final String id : args.texts("ids")) {
      final GamePiece piece = Describe.piece(id);
      if (mayDrag(piece)) {
        final int before = dragged().size();
        DragBuffer.getBuffer().add(piece); // Refuses what the player may not move.
        if (dragged().size() > before) {
          select(piece);
          taken++;
        }
      }
    }
    if (taken > 0) {
      final Command command = map.getPieceMover().movePieces(map, at);
      GameModule.getGameModule().sendAndLog(command);
    }
    DragBuffer.getBuffer().clear();
    return taken;
  }

  private static List<GamePiece> dragged() {
    final List<GamePiece> list = new ArrayList<>();
    final var pieces = DragBuffer.getBuffer().getIterator();
    while (pieces.hasMoreElements()) {
      list.add(pieces.nextPiece());
    }
    return list;
  }

  private static boolean mayDrag(GamePiece piece) {
    final EventFilter filter = (EventFilter) piece.getProperty(Properties.MOVE_EVENT_FILTER);
    if (filter == null || piece.getMap() == null) {
      return true;
    }
    final Point at = piece.getPosition();
    return !filter.rejectEvent(new MouseEvent(piece.getMap().getView(), MouseEvent.MOUSE_PRESSED,
      System.currentTimeMillis(), InputEvent.BUTTON1_DOWN_MASK, at.x, at.y, 1, false, MouseEvent.BUTTON1));
  }

  private static void select(GamePiece piece) {
    if (piece instanceof Stack) {
      for (final GamePiece member : ((Stack) piece).asList()) {
        KeyBuffer.getBuffer().add(member);
      }
    }
    else {
      KeyBuffer.getBuffer().add(piece);
    }
  }

  static Object place(Args args) {
    final String gpid = args.text("gpid");
    for (final PieceSlot slot : ModuleOps.pieceSlots()) {
      if (gpid.equals(slot.getGpId())) {
        final GamePiece piece = ModuleOps.drag(slot, Describe.map(args.text("map")),
          new Point(args.number("x"), args.number("y")));
        return piece == null ? null : piece.getId();
      }
    }
    throw new IllegalArgumentException("no piece slot with gpid " + gpid);
  }

  /** Selects pieces and types a key, a named command, or the key of a right-click menu entry. */
  static Object key(Args args) {
    KeyBuffer.getBuffer().clear();
    for (final String id : args.texts("ids")) {
      select(Describe.piece(id));
    }
    final Command command = KeyBuffer.getBuffer().keyCommand(stroke(args).getKeyStroke());
    GameModule.getGameModule().sendAndLog(command);
    return !command.isNullOrContainsOnly(VASSAL.command.SetPersistentPropertyCommand.class);
  }

  private static NamedKeyStroke stroke(Args args) {
    final String menu = args.optional("menu");
    if (menu == null) {
      return decode(args.text("key"));
    }
    final GamePiece piece = Describe.piece(args.texts("ids").get(0));
    final List<String> entries = new ArrayList<>();
    for (final KeyCommand command : Describe.keyCommands(piece)) {
      if (menu.equals(command.getName())) {
        if (!command.isEnabled() || command.getKeyStroke() == null) {
          throw new IllegalStateException("menu entry '" + menu + "' is disabled or a submenu");
        }
        return command.getNamedKeyStroke();
      }
      entries.add(command.getName());
    }
    throw new IllegalArgumentException("no menu entry '" + menu + "' among " + entries);
  }

  /** "70,130" is a keystroke as modules store it; anything else is the name of a named command. */
  private static NamedKeyStroke decode(String key) {
    return key.matches("\\d+,\\d+(,.*)?") ? NamedHotKeyConfigurer.decode(key) : NamedKeyStroke.of(key);
  }

  static Object commands(Args args) {
    return Describe.commands(Describe.piece(args.text("id")));
  }

  /** Types a key at the module's windows, as toolbar buttons listen to. */
  static Object hotkey(Args args) {
    GameModule.getGameModule().fireKeyStroke(decode(args.text("key")));
    return null;
  }

  static Object buttons() {
    final List<Object> list = new ArrayList<>();
    for (final AbstractButton button : toolbarButtons()) {
      final java.util.Map<String, Object> data = new LinkedHashMap<>();
      data.put("text", button.getText());
      data.put("tooltip", button.getToolTipText());
      data.put("enabled", button.isEnabled());
      list.add(data);
    }
    return list;
  }

  /** Presses the toolbar button with this text, or else with this tool tip. */
  static Object press(Args args) {
    final String wanted = args.text("button");
    for (final AbstractButton button : toolbarButtons()) {
      final Object untranslated = button.getClientProperty(LaunchButton.UNTRANSLATED_TEXT);
      if (wanted.equals(button.getText()) || wanted.equals(untranslated)
          || wanted.equals(button.getToolTipText())) {
        if (!button.isEnabled()) {
          throw new IllegalStateException("button '" + wanted + "' is disabled");
        }
        button.doClick(0);
        return null;
      }
    }
    throw new IllegalArgumentException("no toolbar button '" + wanted + "' in " + buttons());
  }

  private static List<AbstractButton> toolbarButtons() {
    final List<AbstractButton> list = new ArrayList<>();
    collect(GameModule.getGameModule().getToolBar(), list);
    for (final Map map : Map.getMapList()) {
      collect(map.getToolBar(), list);
    }
    return list;
  }

  private static void collect(JToolBar toolbar, List<AbstractButton> list) {
    for (final Component component : toolbar.getComponents()) {
      if (component instanceof AbstractButton && !list.contains(component)) {
        list.add((AbstractButton) component);
      }
    }
  }

  /** Presses a turn tracker's plus (or minus) button; answers the turn that it then shows. */
  static Object turn(Args args) {
    final TurnTracker tracker = tracker(args.optional("tracker"));
    final Object widget = Reach.get(tracker, TurnTracker.class, "turnWidget", Object.class);
    final int count = args.number("count");
    final String name = count < 0 ? "prevButton" : "nextButton";
    final AbstractButton button = Reach.get(widget, widget.getClass(), name, AbstractButton.class);
    for (int i = 0; i < Math.abs(count); i++) {
      button.doClick(0);
    }
    return Reach.call(tracker, TurnTracker.class, "getTurnString");
  }

  private static TurnTracker tracker(String name) {
    final List<String> names = new ArrayList<>();
    for (final TurnTracker tracker
        : GameModule.getGameModule().getAllDescendantComponentsOf(TurnTracker.class)) {
      if (name == null || name.equals(tracker.getConfigureName())) {
        return tracker;
      }
      names.add(tracker.getConfigureName());
    }
    throw new IllegalArgumentException("no turn tracker '" + name + "' among " + names);
  }

  /** Types a line into the chat window. */
  static Object say(Args args) {
    final JTextField field = GameModule.getGameModule().getChatter().getInputField();
    field.setText(args.text("text"));
    field.postActionEvent();
    return null;
  }

  /** The lines that came into the chat window since the last call. */
  static List<String> newChatLines() {
    final Document chat =
      Reach.get(GameModule.getGameModule().getChatter(), Chatter.class, "doc", Document.class);
    final List<String> lines = new ArrayList<>();
    try {
      final String text = chat.getText(chatRead, chat.getLength() - chatRead);
      chatRead = chat.getLength();
      text.lines().filter(line -> !line.isBlank()).forEach(lines::add);
    }
    catch (BadLocationException e) {
      throw new IllegalStateException(e);
    }
    return lines;
  }
}
