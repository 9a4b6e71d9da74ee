package org.netbeans.api.wizard;

import java.awt.Rectangle;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.swing.Action;
import org.netbeans.spi.wizard.Wizard;

/**
 * Stands in for the wizard library that the engine links against and Debian does not carry.
 *
 * <p>Shows nothing: the "user" is the consumer set by the driver, who may fill in the pages' controls,
 * and after whom the wizard is finished at once.
 */
public final class WizardDisplayer {
  private static Consumer<Wizard> user = wizard -> { };

  private WizardDisplayer() {
  }

  public static void setUser(Consumer<Wizard> newUser) {
    user = newUser;
  }

  public static Object showWizard(Wizard wizard, Rectangle bounds) {
    user.accept(wizard);
    return wizard.finish(new HashMap<>());
  }

  public static Object showWizard(Wizard wizard, Rectangle bounds, Action help, Map properties) {
    return showWizard(wizard, bounds);
  }
}
