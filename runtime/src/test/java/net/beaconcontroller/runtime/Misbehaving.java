package net.beaconcontroller.runtime;

import java.time.Duration;
import java.util.Objects;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** An application that fails on each packet-in and in its tasks, and does not cancel its timers when it stops. */
public final class Misbehaving implements BundleActivator, PacketInListener {
    @Override
    public void start(BundleContext context) {
        context.registerService(PacketInListener.class, this, null);
        Controller controller = Objects.requireNonNull(
                context.getService(Objects.requireNonNull(context.getServiceReference(Controller.class))));
        for (Switch sw : controller.switches()) {
            sw.after(Duration.ofHours(1), this::fail);
            // not a thread of the controller
            new Thread(() -> sw.execute(this::fail)).start();
        }
    }

    private void fail() {
        throw new IllegalStateException("as tested");
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        fail();
        return Next.STOP;
    }

    @Override
    public void stop(BundleContext context) {}
}
