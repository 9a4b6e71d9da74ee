package org.netbeans.spi.wizard;

import java.util.Arrays;
import java.util.Map;
import javax.swing.JComponent;

/** The pages of a wizard. */
public abstract class WizardPanelProvider {
  private final String[] steps;

  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {
    this.steps = steps.clone();
  }

  protected WizardPanelProvider(String[] steps, String[] descriptions) {
    this(null, steps, descriptions);
  }

  protected WizardPanelProvider(String title, String step, String description) {
    this(title, new String[] {step}, new String[] {description});
  }

  protected abstract JComponent createPanel(WizardController controller, String id, Map settings);

  protected Object finish(Map settings) throws WizardException {
    return settings;
  }

  public boolean cancel(Map settings) {
    return true;
  }

  protected final int indexOfStep(String id) {
    return Arrays.asList(steps).indexOf(id);
  }

  public final Wizard createWizard() {
    return new Wizard(this);
  }
}
