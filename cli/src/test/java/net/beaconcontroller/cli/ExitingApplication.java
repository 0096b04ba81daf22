package net.beaconcontroller.cli;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** An application that calls {@link System#exit} with the code and at the place of system properties. */
public final class ExitingApplication implements BundleActivator, PacketInListener {
    static final String CODE = "exit.code";
    static final String PLACE = "exit.place";

    @Override
    public void start(BundleContext context) {
        exitAt("start");
        context.registerService(PacketInListener.class, this, null);
    }

    private static void exitAt(String place) {
        if (place.equals(System.getProperty(PLACE))) {
            System.exit(Integer.getInteger(CODE));
        }
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        exitAt("listener");
        Thread.startVirtualThread(() -> exitAt("virtual"));
        return Next.PASS;
    }

    @Override
    public void stop(BundleContext context) {}
}
