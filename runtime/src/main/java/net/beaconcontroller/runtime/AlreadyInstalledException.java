package net.beaconcontroller.runtime;

/** Thrown if an application to install has the name of an installed one. */
public final class AlreadyInstalledException extends ApplicationException {
    private static final long serialVersionUID = 1;

    AlreadyInstalledException(String message) {
        super(message);
    }
}
