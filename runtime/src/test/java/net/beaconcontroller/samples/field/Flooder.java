package net.beaconcontroller.samples.field;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** A component with dynamic references that are bound and unbound by methods. Floods frames that were counted. */
@Component
@Pipeline(Stage.FORWARD)
public class Flooder implements PacketInListener {
    private final List<FrameCounter> counters = new CopyOnWriteArrayList<>();

    @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE, policy = ReferencePolicy.DYNAMIC)
    protected void bindCounter(FrameCounter counter) {
        counters.add(counter);
    }

    protected void unbindCounter(FrameCounter counter) {
        counters.remove(counter);
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        if (counters.stream().anyMatch(counter -> counter.frames() > 0)) {
            sw.packetOut(in).flood().send();
        }
        return Next.STOP;
    }
}
