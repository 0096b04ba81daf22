package net.beaconcontroller.emulator.datapath;

import net.beaconcontroller.openflow.ErrorCode;

/** The switch refuses a request. Nothing of it is done; the controller is told the fault. */
final class RequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode fault;

    RequestException(ErrorCode fault, String reason) {
        super(reason, null, false, false); // a controller can cause many, and where in the code it was nobody asks
        this.fault = fault;
    }

    ErrorCode fault() {
        return fault;
    }
}
