package oracle;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;

/**
 * Sees what the engine complains of, wherever it does so, and lets no dialog block.
 *
 * <p>Three places: the error log (warnings and errors), bug reports, and modal dialogs. A dialog gets
 * the next prepared answer, or is closed as if by its close button; either way it is on record.
 */
final class Watch implements BugHandler {
  private static final int STACK_LINES = 12;

  private final List<Map<String, Object>> problems = Collections.synchronizedList(new ArrayList<>());
  private final Deque<String> answers = new ArrayDeque<>();
  private final PrintStream trace;

  Watch(PrintStream trace) {
    this.trace = trace;
  }

  void install() {
    final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    final LogAppender appender = new LogAppender();
    appender.setContext(root.getLoggerContext());
    appender.start();
    root.detachAndStopAllAppenders();
    root.addAppender(appender);
    ErrorDialog.addBugHandler(this);
    Toolkit.getDefaultToolkit().addAWTEventListener(this::windowEvent, AWTEvent.WINDOW_EVENT_MASK);
  }

  /** The problems seen since the last call. */
  List<Map<String, Object>> take() {
    synchronized (problems) {
      final List<Map<String, Object>> taken = List.copyOf(problems);
      problems.clear();
      return taken;
    }
  }

  /**
   * Answers for the coming dialogs, in order: the text to enter, the option to press, or what to choose
   * from a list (its first entry, if the answer is not in it).
   */
  void prepare(List<String> newAnswers) {
    synchronized (answers) {
      answers.clear();
      answers.addAll(newAnswers);
    }
  }

  private void report(String kind, String level, String text) {
    final Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("kind", kind);
    problem.put("level", level);
    problem.put("text", text);
    problems.add(problem);
    trace.println("[" + kind + "] " + level + " " + text);
  }

  @Override
  public boolean accept(Throwable thrown) {
    return true;
  }

  @Override
  public void handle(Throwable thrown) {
    report("bug", "ERROR", stack(thrown));
  }

  /** The fault, its causes, and where the innermost of them arose. */
  static String stack(Throwable thrown) {
    final StringBuilder text = new StringBuilder(thrown.toString());
    Throwable innermost = thrown;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
      text.append("\ncaused by ").append(innermost);
    }
    Arrays.stream(innermost.getStackTrace()).limit(STACK_LINES)
      .forEach(line -> text.append("\n  at ").append(line));
    return text.toString();
  }

  private void windowEvent(AWTEvent event) {
    if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog
        && ((Dialog) event.getSource()).isModal()) {
      final Dialog dialog = (Dialog) event.getSource();
      // Later, so that the dialog's own event loop runs and its caller gets an answer.
      EventQueue.invokeLater(() -> answer(dialog));
    }
  }

  private void answer(Dialog dialog) {
    final String given;
    synchronized (answers) {
      given = answers.poll();
    }
    final List<String> texts = new ArrayList<>();
    collectTexts(dialog, texts);
    final String shown = dialog.getTitle() + ": " + String.join(" ", texts);
    if (given == null) {
      report("dialog", "WARN", shown);
    }
    else {
      report("question", "INFO", shown + " = " + given);
    }
    final JOptionPane pane = find(dialog, JOptionPane.class);
    if (given != null && pane != null) {
      press(pane, given);
    }
    dialog.dispose();
  }

  private static void press(JOptionPane pane, String given) {
    if (pane.getSelectionValues() != null) {
      final List<Object> offered = Arrays.asList(pane.getSelectionValues());
      pane.setInputValue(offered.contains(given) ? given : offered.get(0));
      pane.setValue(JOptionPane.OK_OPTION);
    }
    else if (pane.getWantsInput()) {
      pane.setInputValue(given);
      final JTextComponent field = find(pane, JTextComponent.class);
      if (field != null) {
        field.setText(given);
      }
      pane.setValue(JOptionPane.OK_OPTION);
    }
    else if (pane.getOptions() != null) {
      for (final Object option : pane.getOptions()) {
        if (given.equals(option.toString())) {
          pane.setValue(option);
        }
      }
    }
    else {
      pane.setValue("yes".equalsIgnoreCase(given) ? JOptionPane.YES_OPTION : JOptionPane.NO_OPTION);
    }
  }

  private static void collectTexts(Component component, List<String> texts) {
    String text = null;
    if (component instanceof JLabel) {
      text = ((JLabel) component).getText();
    }
    else if (component instanceof JTextComponent) {
      text = ((JTextComponent) component).getText();
    }
    if (text != null && !text.isBlank()) {
      texts.add(text.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").trim());
    }
    if (component instanceof Container) {
      for (final Component child : ((Container) component).getComponents()) {
        collectTexts(child, texts);
      }
    }
  }

  private static <T extends JComponent> T find(Container container, Class<T> type) {
    for (final Component child : container.getComponents()) {
      if (type.isInstance(child)) {
        return type.cast(child);
      }
      if (child instanceof Container) {
        final T found = find((Container) child, type);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Everything goes to the trace, warnings and errors onto the record too. */
  private final class LogAppender extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      final IThrowableProxy thrown = event.getThrowableProxy();
      final String text = event.getFormattedMessage()
        + (thrown instanceof ThrowableProxy ? " " + stack(((ThrowableProxy) thrown).getThrowable()) : "");
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        report("log", event.getLevel().toString(), event.getLoggerName() + ": " + text);
      }
      else {
        trace.println(event.getLevel() + " " + event.getLoggerName() + ": " + text);
      }
    }
  }

  /** Waits until everything that is queued for the event thread has run. */
  static void drain() throws Exception {
    for (int i = 0; i < 3; i++) {
      SwingUtilities.invokeAndWait(() -> { });
    }
  }
}
