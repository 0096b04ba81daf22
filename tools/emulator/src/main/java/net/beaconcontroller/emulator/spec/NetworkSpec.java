package net.beaconcontroller.emulator.spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.common.VlanId;

/**
 * A network as data: what it consists of, and how that is linked. Switch sI has datapath id I. Host hI has Ethernet address
 * I and is 10.0.0.I up to h254; h255 is 10.0.1.1, as no address ends in 0 or 255. A switch's ports are numbered from 1, in
 * the order in which its links are made.
 *
 * <p>Made by {@link #of}, {@link #read}, or {@link NetworkSpecBuilder}, which see to it that it is consistent.
 *
 * @param switches in the order of their making
 * @param hosts in the order of their making
 * @param links in the order of their making, those of the hosts among them
 */
public record NetworkSpec(List<Switch> switches, List<Host> hosts, List<Link> links) {

    /**
     * A switch.
     *
     * @param name an s and a number
     * @param datapathId that number
     */
    public record Switch(String name, long datapathId) {}

    /**
     * A host.
     *
     * @param name an h and a number
     * @param mac its Ethernet address, in the low 48 bits
     * @param address its IPv4 address, in the low 32 bits; {@link #BY_DHCP} if it has to ask for one
     * @param vlan the VLAN of its frames, 1 to 4094; {@link VlanId#NONE} if they have no tag
     * @param leases what it gives to others if it is a DHCP server
     */
    public record Host(String name, long mac, long address, int vlan, Optional<Pool> leases) {
        /** In the place of the address. */
        public static final long BY_DHCP = 0;

        public Host withMac(long newMac) {
            return new Host(name, newMac, address, vlan, leases);
        }

        public Host withAddress(long newAddress) {
            return new Host(name, mac, newAddress, vlan, leases);
        }

        public Host withVlan(int newVlan) {
            return new Host(name, mac, address, newVlan, leases);
        }

        public Host withLeases(Pool pool) {
            return new Host(name, mac, address, vlan, Optional.of(pool));
        }
    }

    /** IPv4 addresses from the first to the last, each in the low 32 bits. */
    public record Pool(long first, long last) {
        public long size() {
            return last - first + 1;
        }
    }

    /**
     * Where a link ends.
     *
     * @param node a switch or a host
     * @param port the switch's port; 0 for a host
     */
    public record End(String node, int port) {
        /** As it is written in commands and answers, such as s1:2. */
        @Override
        public String toString() {
            return node + ":" + port;
        }
    }

    /**
     * A link, the same in both directions.
     *
     * @param latency how long a frame is on the way
     * @param loss the part of the frames that are lost, 0 to 1
     */
    public record Link(End a, End b, Duration latency, double loss) {
        /** Whether neither end is a host. */
        public boolean isBetweenSwitches() {
            return a.port != 0 && b.port != 0;
        }

        /** Whether it joins these two, in either order. */
        public boolean joins(String one, String other) {
            return (a.node.equals(one) && b.node.equals(other)) || (a.node.equals(other) && b.node.equals(one));
        }
    }

    /** The named topologies, for people to read. */
    public static final String KINDS = TopologyGenerator.ALL;

    public NetworkSpec {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
    }

    /**
     * The layout of a named topology, such as {@code fattree,4}.
     *
     * @throws NetworkException if there is none of that name, or not with these numbers
     */
    public static NetworkSpec of(String topology) {
        return TopologyGenerator.layout(topology);
    }

    /**
     * The layout that a file has, one switch, host or link a line.
     *
     * @throws IOException if the file cannot be read
     * @throws NetworkException if a line is wrong; the message has its number
     */
    public static NetworkSpec read(Path file) throws IOException {
        return NetworkSpecFile.read(file);
    }
}
