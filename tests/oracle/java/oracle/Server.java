package oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.swing.SwingUtilities;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DialogUtils;

/**
 * The engine as a judge: one request a line on standard input, one answer a line on standard output.
 *
 * <p>A request is {"op": name, ...arguments}. The answer is {"ok": true, "result": ...} or
 * {"ok": false, "error": ...}, and in both cases "problems" (what the engine complained of meanwhile)
 * and "chat" (the lines its chat window got). The engine's log goes to standard error.
 */
public final class Server {
  private static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();

  static {
    OPERATIONS.put("identify", args -> {
      Host.identify(args.text("name"), args.text("password"));
      return null;
    });
    OPERATIONS.put("info", args -> ModuleOps.info());
    OPERATIONS.put("maps", args -> ModuleOps.maps());
    OPERATIONS.put("names", ModuleOps::names);
    OPERATIONS.put("snap", ModuleOps::snap);
    OPERATIONS.put("locate", ModuleOps::locate);
    OPERATIONS.put("slots", ModuleOps::slots);
    OPERATIONS.put("place_all", ModuleOps::placeAll);
    OPERATIONS.put("missing_images", args -> ModuleOps.missingImages());
    OPERATIONS.put("unused_images", args -> ModuleOps.unusedImages());
    OPERATIONS.put("draw", ModuleOps::draw);
    OPERATIONS.put("new_game", GameOps::newGame);
    OPERATIONS.put("start_setup", GameOps::startSetup);
    OPERATIONS.put("begun", args -> GameOps.begun());
    OPERATIONS.put("load", GameOps::load);
    OPERATIONS.put("close", args -> GameOps.close());
    OPERATIONS.put("step", GameOps::step);
    OPERATIONS.put("undo", args -> GameOps.undo());
    OPERATIONS.put("can_undo", args -> GameOps.canUndo());
    OPERATIONS.put("begin_log", GameOps::beginLog);
    OPERATIONS.put("end_log", args -> GameOps.endLog());
    OPERATIONS.put("save", GameOps::save);
    OPERATIONS.put("pieces", GameOps::pieces);
    OPERATIONS.put("players", args -> GameOps.players());
    OPERATIONS.put("property", GameOps::property);
    OPERATIONS.put("move", PlayOps::move);
    OPERATIONS.put("place", PlayOps::place);
    OPERATIONS.put("key", PlayOps::key);
    OPERATIONS.put("commands", PlayOps::commands);
    OPERATIONS.put("hotkey", PlayOps::hotkey);
    OPERATIONS.put("buttons", args -> PlayOps.buttons());
    OPERATIONS.put("press", PlayOps::press);
    OPERATIONS.put("turn", PlayOps::turn);
    OPERATIONS.put("say", PlayOps::say);
    OPERATIONS.put("note", NoteOps::note);
    OPERATIONS.put("delayed", NoteOps::delayed);
    OPERATIONS.put("notes", NoteOps::notes);
  }

  private Server() {
  }

  @FunctionalInterface
  interface Operation {
    Object run(Args args) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    final PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    final PrintStream trace = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.setOut(trace); // What the engine prints must not mix with the answers.
    Info.setConfig(new StandardConfig() {
      @Override
      public Path getJavaBinPath() {
        return Path.of("/bin/true"); // No module manager to be told of each file that is written.
      }
    });
    final Watch watch = new Watch(trace);
    watch.install();
    final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(Json.write(answer((Map<?, ?>) Json.parse(line), watch)));
    }
    // Without the engine's farewell: its windows and threads would keep the program alive.
    Runtime.getRuntime().halt(0);
  }

  private static Map<String, Object> answer(Map<?, ?> request, Watch watch) {
    final Map<String, Object> answer = new LinkedHashMap<>();
    final Args args = new Args(request);
    final Object[] result = new Object[1];
    final Throwable[] thrown = new Throwable[1];
    watch.prepare(args.texts("answers"));
    try {
      final String op = args.text("op");
      if ("open".equals(op)) {
        Host.open(args.text("module"), args.number("seed"));
      }
      else {
        SwingUtilities.invokeAndWait(() -> run(op, args, result, thrown));
      }
      settle();
    }
    catch (Exception e) { // Whatever it is, the tests must hear of it.
      thrown[0] = e;
    }
    answer.put("ok", thrown[0] == null);
    if (thrown[0] == null) {
      answer.put("result", result[0]);
    }
    else {
      answer.put("error", Watch.stack(thrown[0]));
    }
    answer.put("problems", watch.take());
    answer.put("chat", chat());
    return answer;
  }

  private static void run(String op, Args args, Object[] result, Throwable[] thrown) {
    final Operation operation = OPERATIONS.get(op);
    try {
      if (operation == null) {
        throw new IllegalArgumentException("no operation '" + op + "' among " + OPERATIONS.keySet());
      }
      result[0] = operation.run(args);
    }
    catch (Exception | LinkageError e) {
      thrown[0] = e;
    }
  }

  /** Waits for what the engine does later: background loading, queued events, queued dialogs. */
  private static void settle() throws Exception {
    Watch.drain();
    while (GameModule.getGameModule() != null
        && GameModule.getGameModule().getGameState() != null
        && GameModule.getGameModule().getGameState().isLoadingInBackground()) {
      Thread.sleep(20);
      Watch.drain();
    }
    DialogUtils.enqueue(() -> { }).get();
    Watch.drain();
  }

  private static Object chat() {
    final Object[] lines = {java.util.List.of()};
    try {
      SwingUtilities.invokeAndWait(() -> {
        if (GameModule.getGameModule() != null && GameModule.getGameModule().getChatter() != null) {
          lines[0] = PlayOps.newChatLines();
        }
      });
    }
    catch (ReflectiveOperationException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return lines[0];
  }
}
