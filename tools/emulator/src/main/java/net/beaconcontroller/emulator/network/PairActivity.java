package net.beaconcontroller.emulator.network;

import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.switchkit.io.SelectLoop;

/** Traffic from one host to another. */
abstract class PairActivity<R> extends Activity<R> {
    final SelectLoop loop;
    final EmulatedHost from;
    final EmulatedHost to;

    PairActivity(SelectLoop loop, ProbeIds probes, EmulatedHost from, EmulatedHost to) {
        super(probes);
        this.loop = loop;
        this.from = from;
        this.to = to;
    }

    /** Whether these IPv4 addresses are those of the sending and the receiving host, in this order. */
    final boolean isForward(long source, long destination) {
        return source == from.currentAddress() && destination == to.currentAddress();
    }
}
