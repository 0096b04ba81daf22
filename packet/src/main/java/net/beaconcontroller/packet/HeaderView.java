package net.beaconcontroller.packet;

import net.beaconcontroller.net.ByteAccess;

/** A view of a header in an array, whose fields have fixed offsets from the start of the header. */
abstract class HeaderView {
    byte[] array = {};
    int start;

    /** Moves the view to the header at an offset. */
    final void moveTo(byte[] newArray, int newStart) {
        array = newArray;
        start = newStart;
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
