package net.beaconcontroller.openflow.flyweight;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.PacketIn;

/** The fields of a packet-in, as returned by the view or by the record. */
public record PacketInFields(
        long inPort,
        long bufferId,
        boolean isBuffered,
        int totalLength,
        int reason,
        int tableId,
        long cookie,
        Bytes frame) {

    /** Reads a message through the view. */
    public static PacketInFields wrapping(byte[] array, int start, int length) {
        var view = new PacketInView();
        view.wrap(array, start, length);
        return of(view);
    }

    public static PacketInFields of(PacketInView view) {
        return new PacketInFields(
                view.inPort(),
                view.bufferId(),
                view.isBuffered(),
                view.totalLength(),
                view.reason(),
                view.tableId(),
                view.cookie(),
                Bytes.of(view.array(), view.frameOffset(), view.frameLength()));
    }

    public static PacketInFields of(PacketIn in) {
        return new PacketInFields(
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
