package oracle;

import java.awt.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;

/** Pieces, stacks and decks as plain data: where the engine says that they are. */
final class Describe {
  private Describe() {
  }

  static GamePiece piece(String id) {
    final GamePiece piece = GameModule.getGameModule().getGameState().getPieceForId(id);
    if (piece == null) {
      throw new IllegalArgumentException("no piece with id " + id);
    }
    return piece;
  }

  static Map map(String name) {
    final List<String> names = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      if (name.equals(map.getMapName()) || name.equals(map.getId())) {
        return map;
      }
      names.add(map.getMapName());
    }
    throw new IllegalArgumentException("no map '" + name + "' among " + names);
  }

  static java.util.Map<String, Object> of(GamePiece piece, List<String> properties, boolean raw) {
    final java.util.Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", piece.getId());
    data.put("kind", piece instanceof Deck ? "deck" : piece instanceof Stack ? "stack" : "piece");
    data.put("name", piece instanceof Deck ? ((Deck) piece).getDeckName() : piece.getName());
    place(piece, data);
    if (piece instanceof Stack) {
      final List<String> members = new ArrayList<>();
      for (final GamePiece member : ((Stack) piece).asList()) {
        members.add(member.getId());
      }
      data.put("members", members);
    }
    else {
      final Stack stack = piece.getParent();
      data.put("stack", stack == null ? null : stack.getId());
      data.put("index", stack == null ? null : stack.indexOf(piece));
      data.put("gpid", piece.getProperty(Properties.PIECE_ID));
      data.put("basic_name", Decorator.getInnermost(piece).getName());
      data.put("properties", properties(piece, properties));
    }
    if (raw) {
      data.put("type", piece.getType());
      data.put("state", piece.getState());
    }
    return data;
  }

  private static void place(GamePiece piece, java.util.Map<String, Object> data) {
    final Map map = piece.getMap();
    final Point at = piece.getPosition();
    data.put("map", map == null ? null : map.getMapName());
    data.put("x", at.x);
    data.put("y", at.y);
    if (map != null) {
      final Board board = map.findBoard(at);
      data.put("location", map.locationName(at));
      data.put("board", board == null ? null : board.getName());
      data.put("zone", map.findZone(at) == null ? null : map.findZone(at).getName());
    }
  }

  private static java.util.Map<String, Object> properties(GamePiece piece, List<String> names) {
    final java.util.Map<String, Object> values = new LinkedHashMap<>();
    for (final String name : names) {
      final Object value = piece.getProperty(name);
      values.put(name, value == null ? null : value.toString());
    }
    return values;
  }

  /** The entries of the piece's right-click menu, with the keystroke of each. */
  static List<Object> commands(GamePiece piece) {
    final List<Object> list = new ArrayList<>();
    for (final KeyCommand command : keyCommands(piece)) {
      final java.util.Map<String, Object> data = new LinkedHashMap<>();
      data.put("name", command.getName());
      data.put("key", command.getNamedKeyStroke() == null || command.getNamedKeyStroke().isNull()
        ? null : command.getNamedKeyStroke().getDesc());
      data.put("enabled", command.isEnabled());
      list.add(data);
    }
    return list;
  }

  static KeyCommand[] keyCommands(GamePiece piece) {
    final Object commands = piece.getProperty(Properties.KEY_COMMANDS);
    return commands == null ? new KeyCommand[0] : (KeyCommand[]) commands;
  }
}
