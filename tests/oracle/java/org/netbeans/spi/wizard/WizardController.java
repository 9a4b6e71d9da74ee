package org.netbeans.spi.wizard;

/** Where a page says whether one may go on; nobody looks, as no page is shown. */
public class WizardController {
  public static final int MODE_CAN_CONTINUE = 1;
  public static final int MODE_CAN_FINISH = 2;

  public void setProblem(String problem) {
  }

  public void setForwardNavigationMode(int mode) {
  }
}
