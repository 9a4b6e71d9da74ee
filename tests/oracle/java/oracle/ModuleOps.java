package oracle;

import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;

import VASSAL.Info;
import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.configure.ConfigureTree;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.UsePrototype;
import VASSAL.tools.imageop.Op;

/** What a module is made of: maps, grids, piece slots, setups and images. */
final class ModuleOps {
  private ModuleOps() {
  }

  static Object info() {
    final GameModule module = GameModule.getGameModule();
    final java.util.Map<String, Object> data = new LinkedHashMap<>();
    data.put("engine", Info.getVersion());
    data.put("name", module.getGameName());
    data.put("version", module.getGameVersion());
    data.put("made_for", module.getAttributeValueString(GameModule.VASSAL_VERSION_CREATED));
    data.put("sides", module.getPlayerRoster().getSides());
    final List<String> setups = new ArrayList<>();
    for (final PredefinedSetup setup : module.getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!setup.isMenu()) {
        setups.add(setup.getConfigureName());
      }
    }
    data.put("setups", setups);
    return data;
  }

  /** Each map with its boards in play; boards are known once a game has begun. */
  static Object maps() {
    final List<Object> list = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      final java.util.Map<String, Object> data = new LinkedHashMap<>();
      data.put("name", map.getMapName());
      data.put("id", map.getId());
      data.put("width", map.mapSize().width);
      data.put("height", map.mapSize().height);
      final List<Object> boards = new ArrayList<>();
      for (final Board board : map.getBoards()) {
        boards.add(board(board));
      }
      data.put("boards", boards);
      list.add(data);
    }
    return list;
  }

  private static Object board(Board board) {
    final java.util.Map<String, Object> data = new LinkedHashMap<>();
    final Rectangle bounds = board.bounds();
    data.put("name", board.getName());
    data.put("x", bounds.x);
    data.put("y", bounds.y);
    data.put("width", bounds.width);
    data.put("height", bounds.height);
    data.put("grid", board.getGrid() == null ? null : board.getGrid().getClass().getSimpleName());
    return data;
  }

  /** The engine's name for each point of a map. */
  static Object names(Args args) {
    final Map map = Describe.map(args.text("map"));
    final List<String> names = new ArrayList<>();
    for (final int[] point : args.points("points")) {
      names.add(map.locationName(new Point(point[0], point[1])));
    }
    return names;
  }

  /** Where a piece dropped at each point would come to rest. */
  static Object snap(Args args) {
    final Map map = Describe.map(args.text("map"));
    final List<Object> points = new ArrayList<>();
    for (final int[] point : args.points("points")) {
      final Point snapped = map.snapTo(new Point(point[0], point[1]));
      points.add(List.of(snapped.x, snapped.y));
    }
    return points;
  }

  /** The point of each name, or null where the grid does not know it. */
  static Object locate(Args args) {
    final Map map = Describe.map(args.text("map"));
    final String wanted = args.optional("board");
    final List<Object> points = new ArrayList<>();
    for (final String name : args.texts("names")) {
      points.add(locate(map, wanted, name));
    }
    return points;
  }

  private static Object locate(Map map, String wanted, String name) {
    for (final Board board : map.getBoards()) {
      if (board.getGrid() != null && (wanted == null || wanted.equals(board.getName()))) {
        try {
          final Point point = board.getGrid().getLocation(name);
          if (point != null) {
            return List.of(point.x + board.bounds().x, point.y + board.bounds().y);
          }
        }
        catch (MapGrid.BadCoords e) {
          continue; // Another board may know it.
        }
      }
    }
    return null;
  }

  static List<PieceSlot> pieceSlots() {
    return GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class);
  }

  static Object slots(Args args) {
    final List<Object> list = new ArrayList<>();
    final GameModule module = GameModule.getGameModule();
    collectSlots(module, new ArrayList<>(), args.texts("properties"), list);
    return list;
  }

  private static void collectSlots(AbstractBuildable parent, List<String> path,
                                   List<String> properties, List<Object> list) {
    for (final Buildable child : parent.getBuildables()) {
      if (child instanceof PieceSlot) {
        list.add(slot((PieceSlot) child, path, properties));
      }
      else if (child instanceof AbstractBuildable) {
        final List<String> deeper = new ArrayList<>(path);
        deeper.add(child instanceof VASSAL.build.Configurable
          ? String.valueOf(((VASSAL.build.Configurable) child).getConfigureName())
          : ConfigureTree.getConfigureName(child.getClass()));
        collectSlots((AbstractBuildable) child, deeper, properties, list);
      }
    }
  }

  private static Object slot(PieceSlot slot, List<String> path, List<String> properties) {
    final java.util.Map<String, Object> data = new LinkedHashMap<>();
    data.put("gpid", slot.getGpId());
    data.put("name", slot.getConfigureName());
    data.put("path", path);
    final GamePiece piece = slot.getPiece();
    data.put("built", piece != null);
    final java.util.Map<String, Object> values = new LinkedHashMap<>();
    if (piece != null) {
      final GamePiece expanded = PieceCloner.getInstance().clonePiece(piece);
      for (final String property : properties) {
        final Object value = expanded.getProperty(property);
        values.put(property, value == null ? null : value.toString());
      }
    }
    data.put("properties", values);
    data.put("prototypes", prototypes(piece));
    return data;
  }

  private static List<String> prototypes(GamePiece piece) {
    final List<String> names = new ArrayList<>();
    GamePiece trait = piece;
    while (trait instanceof Decorator) {
      if (trait instanceof UsePrototype) {
        names.add(((UsePrototype) trait).getPrototypeName());
      }
      trait = ((Decorator) trait).getInner();
    }
    return names;
  }

  /** Drags every slot's piece onto the map and draws it there; answers one entry for each slot. */
  static Object placeAll(Args args) {
    final Map map = Describe.map(args.text("map"));
    final Point at = new Point(args.number("x"), args.number("y"));
    final Graphics2D graphics = new BufferedImage(64, 64, BufferedImage.TYPE_INT_ARGB).createGraphics();
    final List<Object> placed = new ArrayList<>();
    for (final PieceSlot slot : pieceSlots()) {
      final java.util.Map<String, Object> data = new LinkedHashMap<>();
      data.put("gpid", slot.getGpId());
      data.put("slot", slot.getConfigureName());
      final GamePiece piece = drag(slot, map, at);
      data.put("id", piece == null ? null : piece.getId());
      data.put("name", piece == null ? null : piece.getName());
      data.put("map", piece == null || piece.getMap() == null ? null : piece.getMap().getMapName());
      if (piece != null) {
        final Rectangle box = piece.boundingBox();
        data.put("width", box.width);
        data.put("height", box.height);
        piece.draw(graphics, 32, 32, map.getView(), 1.0);
      }
      placed.add(data);
    }
    graphics.dispose();
    return placed;
  }

  /** As the mouse does it: a copy of the piece comes into the drag buffer, the map's mover moves it. */
  static GamePiece drag(PieceSlot slot, Map map, Point at) {
    if (slot.getPiece() == null) {
      return null;
    }
    final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
    piece.setProperty(Properties.PIECE_ID, slot.getGpId());
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece); // Refuses what the player may not move.
    if (!DragBuffer.getBuffer().getIterator().hasMoreElements()) {
      return null;
    }
    final Command command = map.getPieceMover().movePieces(map, at);
    GameModule.getGameModule().sendAndLog(command);
    DragBuffer.getBuffer().clear();
    return piece;
  }

  /** Image names that the module's parts mention but that the engine cannot read. */
  static Object missingImages() {
    final Set<String> names = new HashSet<>();
    GameModule.getGameModule().addImageNamesRecursively(names);
    final Set<String> missing = new TreeSet<>();
    for (final String name : names) {
      if (name != null && !name.isBlank() && !readable(name)) {
        missing.add(name);
      }
    }
    return new ArrayList<>(missing);
  }

  private static boolean readable(String name) {
    try {
      return Op.load(name).getImage(null) != null && Op.load(name).getSize().width > 0;
    }
    catch (Exception e) { // Whatever hinders the engine from reading it is what is asked for.
      return false;
    }
  }

  /** Images in the archive that no part of the module mentions. */
  static Object unusedImages() throws IOException {
    final Set<String> unused = new TreeSet<>(
      Arrays.asList(GameModule.getGameModule().getDataArchive().getImageNames()));
    final Set<String> used = new HashSet<>();
    GameModule.getGameModule().addImageNamesRecursively(used);
    unused.removeAll(used);
    return new ArrayList<>(unused);
  }

  /** Draws a map with its boards and pieces as its window shows it; writes a PNG if a file is named. */
  static Object draw(Args args) throws IOException {
    final Map map = Describe.map(args.text("map"));
    final double zoom = map.getZoom();
    final Rectangle all = new Rectangle(
      Math.max(1, (int) Math.round(map.mapSize().width * zoom)),
      Math.max(1, (int) Math.round(map.mapSize().height * zoom)));
    final BufferedImage image = new BufferedImage(all.width, all.height, BufferedImage.TYPE_INT_RGB);
    final Graphics2D graphics = image.createGraphics();
    map.paintRegion(graphics, all, null); // No observer: images are waited for.
    graphics.dispose();
    final String file = args.optional("file");
    if (file != null) {
      ImageIO.write(image, "png", new File(file));
    }
    return List.of(image.getWidth(), image.getHeight());
  }
}
