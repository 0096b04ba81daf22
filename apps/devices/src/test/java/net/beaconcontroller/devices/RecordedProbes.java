package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.topology.SwitchPort;

/**
 * Probes that are recorded, to switches without a delay.
 *
 * @param sent the bindings that were probed
 * @param asked the hosts that were probed for an address that they may have
 */
record RecordedProbes(List<Binding> sent, List<Asked> asked) implements Prober {
    /** A probe for an address without a binding. */
    record Asked(long key, SwitchPort at, Binding.Key address) {}

    RecordedProbes() {
        this(new ArrayList<>());
    }

    RecordedProbes(List<Binding> sent) {
        this(sent, new ArrayList<>());
    }

    @Override
    public void probe(Binding binding, SwitchPort at) {
        sent.add(binding);
    }

    @Override
    public void probe(long key, SwitchPort at, long high, long low) {
        asked.add(new Asked(key, at, new Binding.Key(HostKey.vlan(key), high, low)));
    }

    @Override
    public void afterInput(SwitchPort port, Runnable task) {
        task.run();
    }
}
