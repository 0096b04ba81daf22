package net.beaconcontroller.openflow.flyweight;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.PacketIn;

/** What a packet-in says, read from the view or from the record. */
public record Seen(
        long inPort,
        long bufferId,
        boolean isBuffered,
        int totalLength,
        int reason,
        int tableId,
        long cookie,
        Bytes frame) {

    /** Reads a message through the view. */
    public static Seen wrapping(byte[] array, int start, int length) {
        var view = new PacketInView();
        view.wrap(array, start, length);
        return of(view);
    }

    public static Seen of(PacketInView view) {
        return new Seen(
                view.inPort(),
                view.bufferId(),
                view.isBuffered(),
                view.totalLength(),
                view.reason(),
                view.tableId(),
                view.cookie(),
                Bytes.of(view.array(), view.frameOffset(), view.frameLength()));
    }

    public static Seen of(PacketIn in) {
        return new Seen(
                in.inPort(),
                in.bufferId(),
                in.bufferId() != PacketIn.NO_BUFFER,
                in.totalLength(),
                in.reason(),
                in.tableId(),
                in.cookie(),
                in.data());
    }
}
