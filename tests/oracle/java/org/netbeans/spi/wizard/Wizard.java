package org.netbeans.spi.wizard;

import java.util.Map;

/** A wizard without a window: all it can do is finish (see WizardDisplayer). */
public final class Wizard {
  private final WizardPanelProvider provider;

  Wizard(WizardPanelProvider provider) {
    this.provider = provider;
  }

  public Object finish(Map settings) {
    try {
      return provider.finish(settings);
    }
    catch (WizardException e) {
      throw new IllegalStateException(e);
    }
  }
}
