package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JPanel;

/** A page that is built but never shown. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  public WizardPage(String description) {
    setName(description);
  }

  protected final void putWizardData(Object key, Object value) {
  }

  /** What to do when the user finishes or cancels. */
  public interface WizardResultProducer {
    Object finish(Map settings) throws WizardException;

    boolean cancel(Map settings);
  }
}
