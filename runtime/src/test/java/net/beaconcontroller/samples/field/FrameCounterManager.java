package net.beaconcontroller.samples.field;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component as many are written for OSGi: injected fields, methods for the life cycle, properties, SLF4J. */
@Component(
        immediate = true,
        service = {FrameCounter.class, PacketInListener.class},
        property = "unit=frames")
public class FrameCounterManager implements FrameCounter, PacketInListener {
    private final Logger log = LoggerFactory.getLogger(getClass());
    private final AtomicLong frames = new AtomicLong();

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected Controller controller;

    private String unit = "";

    @Activate
    protected void activate(ComponentContext context, Map<String, Object> properties) {
        modified(properties);
        log.info(
                "Started {} with {} switches",
                context.getBundleContext().getBundle(),
                controller.switches().size());
    }

    @Modified
    protected void modified(Map<String, Object> properties) {
        unit = String.valueOf(properties.get("unit"));
    }

    @Deactivate
    protected void deactivate() {
        log.info("Stopped after {} {}", frames(), unit);
    }

    @Override
    public long frames() {
        return frames.get();
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        frames.incrementAndGet();
        return Next.PASS;
    }
}
