package net.beaconcontroller.emulator;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;

/** Hosts that are linked directly, without switches and a controller, on a loop of their own. */
final class Wiring implements AutoCloseable {
    final EmulatorLoop loop = EmulatorLoop.start("wiring");
    final FramesInFlight transit = new FramesInFlight(loop);
    final ProbeIds probes = new ProbeIds();

    Wiring() throws IOException {}

    EmulatedHost host(String name) {
        return host(NetworkSpecBuilder.numbered(name));
    }

    EmulatedHost host(NetworkSpec.Host plan) {
        return loop.call(() -> new EmulatedHost(loop, probes, plan));
    }

    EmulatedLink join(EmulatedHost a, EmulatedHost b) {
        return join(a, b, Duration.ZERO, 0);
    }

    EmulatedLink join(EmulatedHost a, EmulatedHost b, Duration latency, double loss) {
        EmulatedLink link = link(latency, loss);
        loop.call(() -> {
            a.plug(link.fromA());
            b.plug(link.fromB());
            link.plugA(a);
            link.plugB(b);
            link.update(true);
            return link;
        });
        return link;
    }

    /** A link that nothing is plugged in to. */
    EmulatedLink link(Duration latency, double loss) {
        var place = new NetworkSpec.Link(new NetworkSpec.End("a", 0), new NetworkSpec.End("b", 0), latency, loss);
        return new EmulatedLink(transit, place, 1);
    }

    void onLoop(Runnable task) {
        loop.call(Executors.callable(task));
    }

    @Override
    public void close() {
        loop.close();
    }
}
