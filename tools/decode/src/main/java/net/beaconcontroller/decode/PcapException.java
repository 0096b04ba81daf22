package net.beaconcontroller.decode;

/** Thrown for a file that is not a capture, or a damaged capture. */
final class PcapException extends Exception {
    private static final long serialVersionUID = 1;

    PcapException(String message) {
        super(message);
    }
}
