package oracle;

import java.util.List;
import java.util.function.Consumer;

import VASSAL.build.GameModule;
import VASSAL.build.module.NotesWindow;
import VASSAL.build.module.noteswindow.PrivateNotesController;
import VASSAL.build.module.noteswindow.SecretNote;
import VASSAL.build.module.noteswindow.SecretNotesController;
import VASSAL.configure.TextConfigurer;

/** What a player writes in the Notes window: opened, changed, saved with its Save button. */
final class NoteOps {
  private NoteOps() {
  }

  /** Writes the player's private notes anew. */
  static Object note(Args args) {
    saved(window -> privateText(window).setValue((Object) args.text("text")));
    return null;
  }

  /** Writes a delayed note or, without a text, reveals the one of that name. */
  static Object delayed(Args args) {
    final String name = args.text("name");
    final String text = args.optional("text");
    saved(window -> {
      final List<SecretNote> notes = delayedNotes(window);
      if (text != null) {
        notes.add(0, new SecretNote(name, GameModule.getActiveUserId(), text, true));
        return;
      }
      final SecretNote known =
        notes.stream().filter(note -> name.equals(note.getName())).findFirst().orElseThrow();
      notes.set(notes.indexOf(known), new SecretNote(
        name, known.getOwner(), known.getText(), false, known.getDate(), known.getHandle()));
    });
    return null;
  }

  /** The text that the scenario's notes show, and that of the private ones. */
  static Object notes(Args args) {
    final NotesWindow window = window();
    final TextConfigurer scenario =
      Reach.get(window, NotesWindow.class, "scenarioNotes", TextConfigurer.class);
    return List.of((String) scenario.getValue(), (String) privateText(window).getValue());
  }

  private static void saved(Consumer<NotesWindow> writing) {
    final NotesWindow window = window();
    Reach.call(window, NotesWindow.class, "captureState");
    writing.accept(window);
    Reach.call(window, NotesWindow.class, "save");
  }

  private static NotesWindow window() {
    return GameModule.getGameModule().getComponentsOf(NotesWindow.class).iterator().next();
  }

  private static TextConfigurer privateText(NotesWindow window) {
    final PrivateNotesController controller =
      Reach.get(window, NotesWindow.class, "privateNotes", PrivateNotesController.class);
    return Reach.get(controller, PrivateNotesController.class, "text", TextConfigurer.class);
  }

  @SuppressWarnings("unchecked")
  private static List<SecretNote> delayedNotes(NotesWindow window) {
    final SecretNotesController controller =
      Reach.get(window, NotesWindow.class, "secretNotes", SecretNotesController.class);
    return (List<SecretNote>) Reach.get(controller, SecretNotesController.class, "notes", List.class);
  }
}
