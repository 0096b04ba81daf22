package net.beaconcontroller.acl;

import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;

/** The source or the destination that a rule matches. */
sealed interface Endpoint {
    Endpoint ANY = new Any();

    /** Returns whether the source of a packet is this endpoint, given that the packet has the rule's protocol. */
    boolean isSourceOf(PacketHeaders packet);

    /** Returns whether the destination of a packet is this endpoint, given that the packet has the rule's protocol. */
    boolean isDestinationOf(PacketHeaders packet);

    /** Returns whether each packet that matches the other endpoint also matches this one. */
    boolean covers(Endpoint other);

    /** Returns false only if no packet can match both. */
    boolean mayOverlap(Endpoint other);

    /** All packets. */
    record Any() implements Endpoint {
        @Override
        public boolean isSourceOf(PacketHeaders packet) {
            return true;
        }

        @Override
        public boolean isDestinationOf(PacketHeaders packet) {
            return true;
        }

        @Override
        public boolean covers(Endpoint other) {
            return true;
        }

        @Override
        public boolean mayOverlap(Endpoint other) {
            return true;
        }

        @Override
        public String toString() {
            return "any";
        }
    }

    /** A device, by its MAC address in the low 48 bits. */
    record Device(long mac) implements Endpoint {
        @Override
        public boolean isSourceOf(PacketHeaders packet) {
            return packet.ethSource == mac;
        }

        @Override
        public boolean isDestinationOf(PacketHeaders packet) {
            return packet.ethDestination == mac;
        }

        @Override
        public boolean covers(Endpoint other) {
            return equals(other);
        }

        @Override
        public boolean mayOverlap(Endpoint other) {
            return !(other instanceof Device) || equals(other);
        }

        @Override
        public String toString() {
            return MacAddress.toString(mac);
        }
    }

    /**
     * An IPv4 prefix.
     *
     * @param address in the low 32 bits; the bits after the prefix are 0
     */
    record Ipv4Prefix(long address, int length) implements Endpoint {
        static final int BITS = 32;

        long mask() {
            return 0xffff_ffffL & ~(0xffff_ffffL >>> length);
        }

        @Override
        public boolean isSourceOf(PacketHeaders packet) {
            return (packet.ipv4Source & mask()) == address;
        }

        @Override
        public boolean isDestinationOf(PacketHeaders packet) {
            return (packet.ipv4Destination & mask()) == address;
        }

        @Override
        public boolean covers(Endpoint other) {
            return other instanceof Ipv4Prefix(long that, int thatLength)
                    && length <= thatLength
                    && (that & mask()) == address;
        }

        @Override
        public boolean mayOverlap(Endpoint other) {
            return other instanceof Ipv4Prefix ? covers(other) || other.covers(this) : !(other instanceof Ipv6Prefix);
        }

        @Override
        public String toString() {
            return Ipv4Address.toString(address) + (length == BITS ? "" : "/" + length);
        }
    }

    /**
     * An IPv6 prefix.
     *
     * @param address the bits after the prefix are 0
     */
    record Ipv6Prefix(Ipv6Address address, int length) implements Endpoint {
        static final int BITS = 128;

        Ipv6Address mask() {
            return new Ipv6Address(ones(length), ones(length - Long.SIZE));
        }

        /** Returns a word with so many ones at the left. */
        private static long ones(int count) {
            return count <= 0 ? 0 : count >= Long.SIZE ? -1 : ~(-1L >>> count);
        }

        private boolean contains(long high, long low) {
            return (high & ones(length)) == address.high() && (low & ones(length - Long.SIZE)) == address.low();
        }

        @Override
        public boolean isSourceOf(PacketHeaders packet) {
            return contains(packet.ipv6SourceHigh, packet.ipv6SourceLow);
        }

        @Override
        public boolean isDestinationOf(PacketHeaders packet) {
            return contains(packet.ipv6DestinationHigh, packet.ipv6DestinationLow);
        }

        @Override
        public boolean covers(Endpoint other) {
            return other instanceof Ipv6Prefix(Ipv6Address that, int thatLength)
                    && length <= thatLength
                    && contains(that.high(), that.low());
        }

        @Override
        public boolean mayOverlap(Endpoint other) {
            return other instanceof Ipv6Prefix ? covers(other) || other.covers(this) : !(other instanceof Ipv4Prefix);
        }

        @Override
        public String toString() {
            return address + (length == BITS ? "" : "/" + length);
        }
    }
}
