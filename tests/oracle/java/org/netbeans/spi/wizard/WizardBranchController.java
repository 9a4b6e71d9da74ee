package org.netbeans.spi.wizard;

import java.util.Map;

/** Joins one wizard to another; without a window there is nothing to join. */
public abstract class WizardBranchController {
  private final WizardPanelProvider base;

  protected WizardBranchController(WizardPanelProvider base) {
    this.base = base;
  }

  protected abstract WizardPanelProvider getPanelProviderForStep(String step, Map settings);

  protected Wizard getWizardForStep(String step, Map settings) {
    return getPanelProviderForStep(step, settings).createWizard();
  }

  public final Wizard createWizard() {
    return base.createWizard();
  }
}
