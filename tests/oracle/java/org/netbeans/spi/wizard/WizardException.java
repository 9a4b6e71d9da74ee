package org.netbeans.spi.wizard;

/** Declared by the pages' finish method; the engine never throws it. */
public class WizardException extends Exception {
  private static final long serialVersionUID = 1L;

  public WizardException(String message) {
    super(message);
  }
}
