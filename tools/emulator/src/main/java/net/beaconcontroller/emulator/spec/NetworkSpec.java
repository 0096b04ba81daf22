package net.beaconcontroller.emulator.spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.PortNumber;

/**
 * The description of a network: its switches, hosts and links. Switch sI has datapath id I. Host hI has Ethernet
 * address I and IPv4 address 10.0.0.I up to h254; h255 is 10.0.1.1, because no address ends in 0 or 255. The ports of
 * a switch are numbered from 1 in the creation order of its links; its local port has no number and at most one host.
 *
 * <p>{@link #of}, {@link #read} and {@link NetworkSpecBuilder} create consistent descriptions.
 *
 * @param switches the switches in creation order
 * @param hosts the hosts in creation order
 * @param links the links in creation order, including those of hosts
 */
public record NetworkSpec(List<Switch> switches, List<Host> hosts, List<Link> links) {

    /**
     * A switch.
     *
     * @param name the letter s and a number
     * @param datapathId the same number
     */
    public record Switch(String name, long datapathId) {}

    /**
     * A host.
     *
     * @param name the letter h and a number
     * @param mac the Ethernet address, in the low 48 bits
     * @param address the IPv4 address, in the low 32 bits, or {@link #BY_DHCP}
     * @param vlan the VLAN id of the host's frames, 1 to 4094, or {@link VlanId#NONE} for untagged frames
     * @param leases the addresses that the host leases as a DHCP server
     */
    public record Host(String name, long mac, long address, int vlan, Optional<Pool> leases) {
        /** The address of a host that requests one by DHCP. */
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

    /** A range of IPv4 addresses, each in the low 32 bits, including both ends. */
    public record Pool(long first, long last) {
        public long size() {
            return last - first + 1;
        }
    }

    /**
     * An end of a link.
     *
     * @param node the name of a switch or a host
     * @param port the number of the switch port, which can be {@link PortNumber#LOCAL}; 0 for a host
     */
    public record End(String node, long port) {
        /** Returns the node and the port, such as s1:2. */
        @Override
        public String toString() {
            return node + ":" + PortNumber.toString(port);
        }
    }

    /**
     * A bidirectional link.
     *
     * @param latency the one-way delay of a frame
     * @param loss the probability that a frame is lost, 0 to 1
     */
    public record Link(End a, End b, Duration latency, double loss) {
        /** Whether neither end is a host. */
        public boolean isBetweenSwitches() {
            return a.port != 0 && b.port != 0;
        }

        /** Whether the link connects these two nodes, in either order. */
        public boolean joins(String one, String other) {
            return (a.node.equals(one) && b.node.equals(other)) || (a.node.equals(other) && b.node.equals(one));
        }
    }

    /** The named topologies with their parameters, as text. */
    public static final String KINDS = TopologyGenerator.FORMS;

    public NetworkSpec {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
    }

    /**
     * Returns a named topology, such as {@code fattree,4}.
     *
     * @throws NetworkException if the name is unknown or the parameters are invalid
     */
    public static NetworkSpec of(String topology) {
        return TopologyGenerator.parse(topology);
    }

    /**
     * Reads a network from a file with one switch, host or link per line.
     *
     * @throws IOException if the file cannot be read
     * @throws NetworkException if a line is invalid; the message has the line number
     */
    public static NetworkSpec read(Path file) throws IOException {
        return NetworkSpecFile.read(file);
    }
}
