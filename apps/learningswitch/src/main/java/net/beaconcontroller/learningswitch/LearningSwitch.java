package net.beaconcontroller.learningswitch;

import java.lang.System.Logger.Level;
import java.util.List;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.Disconnected;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import org.osgi.service.component.annotations.Component;

/** Forwards each frame to the port where its destination was last seen, and floods while that port is unknown. */
@Component
@Pipeline(value = Stage.FORWARD, after = "routing")
public final class LearningSwitch implements PacketInBatchListener, SwitchListener, MetricSource {
    private static final CookieRange COOKIES = CookieRange.of("learningswitch");
    private static final HostPairFlow FLOW =
            HostPairFlow.DEFAULT.withCookie(COOKIES.first()).withIdleTimeoutSeconds(5);

    private final AddressTotal total = new AddressTotal();
    private final PerSwitch<MacTable> tables = PerSwitch.of(() -> new MacTable(total));
    private final RateLimitedLog log = new RateLimitedLog(System.getLogger("learningswitch"), 1);

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        MacTable table = tables.of(sw);
        table.advance(batch.receivedNanos());
        if (batch.position() == 0) {
            table.prefetch(batch);
        }
        long refused = table.refused();
        while (batch.hasNext()) {
            int at = batch.position();
            int vlan = batch.vlan(at);
            long source = batch.source(at);
            long destination = batch.destination(at);
            if (!MacAddress.isGroup(source) && table.learn(vlan, source, batch.inPort(at))) {
                deleteFlowsTo(sw, source);
            }
            long port = MacAddress.isGroup(destination) ? MacTable.UNKNOWN : table.portOf(vlan, destination);
            if (port == MacTable.UNKNOWN) {
                sw.packetOut(batch.packetIn()).flood().send();
            } else if (port == batch.inPort(at)) {
                // The destination is on the segment that the frame came from.
                sw.drop(batch.packetIn());
            } else {
                sw.addFlow(FLOW, batch, port);
            }
            batch.stop();
        }
        if (table.refused() != refused) {
            logRefused(sw, table);
        }
    }

    private void logRefused(Switch sw, MacTable table) {
        log.log(
                Level.WARNING,
                "switch %s: addresses of a port are not learned, because it has too many; %d addresses of the switch"
                        .formatted(sw, table.size()));
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof PortDown(Switch sw, var port)) {
            tables.of(sw).forget(port.number());
            sw.send(COOKIES.delete(sw.version()).outPort(port.number()).build());
        } else if (event instanceof Disconnected(Switch sw)) {
            tables.of(sw).close();
        }
    }

    @Override
    public List<Metric> metrics() {
        return List.of(
                Metric.gauge("addresses", "Learned addresses of all switches.", (double) total.value()),
                Metric.counter(
                        "refused",
                        "Packets whose source was not learned, because its port has too many addresses.",
                        (double) total.refused()));
    }

    /** Deletes the flows to a host that has moved. They would not expire while packets match them. */
    private static void deleteFlowsTo(Switch sw, long address) {
        sw.send(COOKIES.delete(sw.version()).ethDestination(address).build());
    }
}
