package net.beaconcontroller.acl;

import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import org.jspecify.annotations.Nullable;

/**
 * A filter of packet-ins, which is in the pipeline only while it is needed: otherwise, packet-ins cost nothing. The
 * methods {@link #setNeeded} and {@link #close} must not be called on a switch's loop.
 */
@Pipeline(Stage.FILTER)
final class PacketFilter implements PacketInBatchListener, AutoCloseable {
    /** Decides about packets. */
    @FunctionalInterface
    interface Decision {
        /** Returns whether a packet may pass. Called once for each packet, on the switch's loop. */
        boolean mayPass(Switch sw, PacketInContext in);
    }

    private final Controller controller;
    private final Decision decision;
    private @Nullable Registration registration;

    PacketFilter(Controller controller, Decision decision) {
        this.controller = controller;
        this.decision = decision;
    }

    synchronized void setNeeded(boolean needed) {
        if (needed && registration == null) {
            registration = controller.register("acl", this);
        } else if (!needed && registration != null) {
            registration.close();
            registration = null;
        }
    }

    @Override
    public void close() {
        setNeeded(false);
    }

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        PacketInContext in = batch.packetIn();
        if (decision.mayPass(sw, in)) {
            batch.pass();
        } else {
            sw.drop(in);
            batch.stop();
        }
    }
}
