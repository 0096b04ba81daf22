package net.beaconcontroller.emulator;

/** The switch refuses a request. Nothing of it is done; the controller is told the fault. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    RefusedException(Fault fault, String reason) {
        super(reason, null, false, false); // a controller can cause many, and where in the code it was nobody asks
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}
