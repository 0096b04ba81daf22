package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.topology.SwitchPort;

/** Probes that are recorded, to switches without a delay. */
record RecordedProbes(List<Binding> sent) implements Prober {
    RecordedProbes() {
        this(new ArrayList<>());
    }

    @Override
    public void probe(Binding binding, SwitchPort at) {
        sent.add(binding);
    }

    @Override
    public void afterInput(SwitchPort port, Runnable task) {
        task.run();
    }
}
