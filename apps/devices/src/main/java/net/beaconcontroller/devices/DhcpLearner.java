package net.beaconcontroller.devices;

import java.util.concurrent.Executor;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/** A reader of DHCP messages. It runs on the loop of a switch and submits requests and leases to the device thread. */
final class DhcpLearner {
    private final DeviceTable table;
    private final Executor executor;
    private final EnumCounters<RejectionReason> rejections;

    /** @param executor runs tasks on the device thread, or drops them */
    DhcpLearner(DeviceTable table, Executor executor, EnumCounters<RejectionReason> rejections) {
        this.table = table;
        this.executor = executor;
        this.rejections = rejections;
    }

    /** Learns from a message that a host has sent at this port. */
    void learn(long key, SwitchPort here, Ethernet frame, Ipv4 ip, long nanos) {
        Dhcp message = ip.dhcp();
        if (message == null) {
            rejections.increment(RejectionReason.MALFORMED);
        } else if (!message.isFromClient()) {
            learnAnswer(key, here, frame, ip, message, nanos);
        } else if (message.type() == Dhcp.DISCOVER || message.type() == Dhcp.REQUEST) {
            int transaction = message.transactionId();
            if (message.clientMac() == frame.source() || message.relayAddress() != 0) {
                executor.execute(() -> table.dhcp().requested(key, here, transaction));
            } else {
                rejections.increment(RejectionReason.FORGED);
            }
        }
    }

    private void learnAnswer(long server, SwitchPort here, Ethernet frame, Ipv4 ip, Dhcp message, long nanos) {
        int transaction = message.transactionId();
        if (ip.isToDhcpServer()) {
            long relay = HostKey.of(frame.destination(), frame.vlan());
            executor.execute(() -> table.dhcp().answered(server, here, relay, transaction, null, nanos));
            return;
        }
        long client = HostKey.of(message.clientMac(), frame.vlan());
        DhcpTable.Lease lease = lease(message);
        executor.execute(() -> table.dhcp().answered(server, here, client, transaction, lease, nanos));
    }

    private DhcpTable.@Nullable Lease lease(Dhcp message) {
        long address = message.yourAddress();
        if (message.type() != Dhcp.ACK || address == 0) {
            return null;
        }
        if (!IpAddresses.isHostIpv4(address)) {
            rejections.increment(RejectionReason.UNUSABLE_ADDRESS);
            return null;
        }
        long seconds = message.leaseSeconds() == Dhcp.INFINITE_LEASE ? 0 : message.leaseSeconds();
        return new DhcpTable.Lease(address, seconds);
    }
}
