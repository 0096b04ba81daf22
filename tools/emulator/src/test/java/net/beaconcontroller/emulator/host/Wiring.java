package net.beaconcontroller.emulator.host;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FramesInFlight;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.switchkit.io.SelectLoop;

/** Hosts on an event loop that are linked directly, without switches and a controller. */
public final class Wiring implements AutoCloseable {
    public final SelectLoop loop = SelectLoop.start("wiring");
    public final FramesInFlight framesInFlight = new FramesInFlight(loop);
    public final ProbeIds probes = new ProbeIds();

    public Wiring() throws IOException {}

    EmulatedHost host(String name) {
        return host(NetworkSpecBuilder.numbered(name));
    }

    EmulatedHost host(NetworkSpec.Host plan) {
        return loop.call(() -> new EmulatedHost(loop, probes, plan));
    }

    public EmulatedLink join(EmulatedHost a, EmulatedHost b) {
        return join(a, b, Duration.ZERO, 0);
    }

    public EmulatedLink join(EmulatedHost a, EmulatedHost b, Duration latency, double loss) {
        EmulatedLink link = link(latency, loss);
        loop.call(() -> {
            a.plug(link.fromA());
            b.plug(link.fromB());
            link.attachA(a);
            link.attachB(b);
            link.update(true);
            return link;
        });
        return link;
    }

    /** Returns a link without endpoints. */
    public EmulatedLink link(Duration latency, double loss) {
        var place = new NetworkSpec.Link(new NetworkSpec.End("a", 0), new NetworkSpec.End("b", 0), latency, loss);
        return new EmulatedLink(framesInFlight, place, 1);
    }

    public void onLoop(Runnable task) {
        loop.call(Executors.callable(task));
    }

    @Override
    public void close() {
        loop.close();
    }
}
