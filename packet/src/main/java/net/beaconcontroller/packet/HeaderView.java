package net.beaconcontroller.packet;

import net.beaconcontroller.common.ByteAccess;

/** A view of a header in an array, whose fields have fixed offsets from the start of the header. */
abstract class HeaderView {
    byte[] array = {};
    int start;

    /** Returns the array that the offsets of the view count in. It must not be written to. */
    public byte[] array() {
        return array;
    }

    /** Moves the view to the header at an offset. Returns true. */
    final boolean moveTo(byte[] newArray, int newStart) {
        array = newArray;
        start = newStart;
        return true;
    }

    final int unsignedByte(int offset) {
        return ByteAccess.getUnsignedByte(array, start + offset);
    }

    final int unsignedShort(int offset) {
        return ByteAccess.getUnsignedShort(array, start + offset);
    }

    /** Returns an IPv4 address or another unsigned number of four bytes. */
    final long unsignedInt(int offset) {
        return ByteAccess.getUnsignedInt(array, start + offset);
    }

    final long mac(int offset) {
        return ByteAccess.getMac(array, start + offset);
    }
}
