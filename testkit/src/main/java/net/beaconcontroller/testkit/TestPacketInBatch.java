package net.beaconcontroller.testkit;

import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;

/**
 * A batch of packet-ins for unit tests of a {@link PacketInBatchListener}. After each call, {@link #position()} is the
 * index of the first packet-in that was not handled, and {@link #isConsumed()} returns whether the handled ones were
 * consumed.
 */
public final class TestPacketInBatch extends PacketInBatch {
    private final TestPacketIn view = new TestPacketIn();

    TestPacketInBatch(long receivedNanos, PacketIn... packetIns) {
        var writer = new Writer(1 << 10);
        for (PacketIn in : packetIns) {
            Messages.encode(in, Version.OF13, 1, writer);
        }
        clear(writer.array(), receivedNanos);
        for (int at = 0; at < writer.length(); at += Header.length(writer.array(), at)) {
            view.show(writer.array(), at, receivedNanos);
            add(
                    at,
                    view.frameOffset(),
                    view.inPort(),
                    view.frame().type(),
                    view.frame().vlan());
        }
    }

    /** Calls a listener with the packet-ins from the position on. */
    public void passTo(PacketInBatchListener listener, Switch sw) {
        begin(position(), size(), false);
        listener.packetIns(sw, this);
    }

    /** Returns whether the last call has consumed the packet-ins that it handled. */
    public boolean isConsumed() {
        return isStopped();
    }

    @Override
    public PacketInContext packetIn() {
        view.show(array(), messageOffset(position()), receivedNanos());
        return view;
    }

    @Override
    protected boolean isOutputFull() {
        return false;
    }
}
