package net.beaconcontroller.cli.decode;

/** A capture that is not one, or is broken. */
final class PcapException extends Exception {
    private static final long serialVersionUID = 1;

    PcapException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
