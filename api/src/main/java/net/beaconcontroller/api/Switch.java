package net.beaconcontroller.api;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.flyweight.PacketOutEncoder;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.packet.Ethernet;

/**
 * A connected switch. The object lives as long as the connection; a switch that reconnects is another object. {@code
 * toString} returns the datapath id as 16 hexadecimal digits. Methods may be called from any thread unless their
 * description says otherwise.
 */
public interface Switch {
    /** Returns the datapath id, 64 bits: the MAC address in the low 48, the rest defined by the implementer. */
    long datapathId();

    /** Returns the version of OpenFlow of this connection. */
    Version version();

    /** Returns the features reply of the handshake. Its ports are as they were then; see {@link #ports()}. */
    FeaturesReply features();

    /** Returns the manufacturer, hardware and software; empty texts if the switch did not answer. */
    SwitchDescription description();

    /** Returns the current ports, ordered by their numbers. */
    Collection<Port> ports();

    /** Returns the port with this number, if there is one. */
    Optional<Port> port(long number);

    /**
     * Returns the numbers of the ports to which the switch refuses to send packets. Packet-outs, flows and groups that
     * are sent to this switch leave these ports out if they have another output; packet-outs to these ports alone are
     * not sent. A port is tried again after 60 seconds, and when the switch reports a change of the port.
     */
    default Set<Long> refusedPorts() {
        return Set.of();
    }

    /**
     * Returns whether the permanent flow of the controller, which each switch receives when it connects, was missing
     * when this connection was set up: the switch is new, was restarted or replaced, or others have deleted its flows.
     * No host can cause this. Returns false if the switch does not report its flows, and with the setting {@code
     * controller.table-miss=false}.
     */
    boolean hasLostFlows();

    /** Returns when the connection was accepted. */
    Instant connectedSince();

    /** Returns the address of the switch's end of the connection. */
    SocketAddress remoteAddress();

    /** Returns whether the connection is open. */
    boolean isConnected();

    /**
     * Returns the role of this controller at the switch, OpenFlow 1.5.1 section 6.3.5: {@link Role#EQUAL} unless it was
     * changed. Never {@link Role#NO_CHANGE}.
     */
    Role role();

    /**
     * Requests a role for this controller. A request for {@link Role#MASTER} uses the generation id that follows the
     * current one of the switch, which is requested first (OpenFlow 1.3.5 section 6.3.5). The switch makes the previous
     * master a slave; controllers with the role equal keep it. When this controller becomes a slave, the switch is no
     * longer active, see {@link SwitchEvent.RoleChanged}.
     *
     * @param role {@link Role#EQUAL}, {@link Role#MASTER} or {@link Role#SLAVE}
     * @return completes on the switch's loop when the switch has changed the role. Completes exceptionally with {@link
     *     StaleGenerationException} if another controller became master at the same time, else as {@link #request} does
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException in OpenFlow 1.0, which has no roles
     */
    CompletableFuture<RoleReply> requestRole(Role role);

    /**
     * Does the same as {@link #requestRole(Role)} with a given generation id, which the switch refuses if it is less
     * than the current one: if their difference, as a signed 64-bit number, is negative.
     */
    CompletableFuture<RoleReply> requestRole(Role role, long generationId);

    /** Returns the round-trip time of the last echo request; empty before the first reply. */
    Optional<Duration> roundTripTime();

    /** Returns the counters of messages on this connection. */
    MessageCounters counters();

    /**
     * Returns an index that no other connected switch has at the same time. Indexes are small, so that they can index
     * an array; see {@link PerSwitch}.
     */
    int index();

    /**
     * Sends a message. All messages that are sent in one iteration of the switch's loop are written together. A message
     * is dropped if the connection closes first.
     *
     * <p>If the switch does not read, its output waits in the controller. While more than {@code io.pause-reading-at}
     * bytes wait, nothing is read from a switch whose listeners send to it, for up to one second. When {@code
     * io.write-limit} is about to be reached, messages are dropped and counted ({@link MessageCounters#dropped}),
     * except replies to messages of the switch itself. This method never blocks. An application that sends much should
     * use {@link #sendConfirmed} and wait for its result.
     *
     * <p>A {@link net.beaconcontroller.openflow.message.PacketOut} that does not fit into one message, because it has
     * many outputs, is sent as several. If the packet is too long for one output, it is dropped and counted ({@link
     * MessageCounters#unsendable}).
     *
     * <p>The switch receives messages in the order in which the methods of this interface were called to send them, on
     * any threads, if the calls have an order: if one happens before the other (Java Language Specification, section
     * 17.4.5).
     *
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the switch's version cannot express the
     *     message
     */
    void send(Message message);

    /**
     * Sends a request.
     *
     * @return completes on the switch's loop with the reply; a reply in several parts is completed when the last part
     *     arrives. Completes exceptionally with {@link RequestRefusedException} if the switch answers with an error,
     *     with {@link java.util.concurrent.TimeoutException} after {@code controller.request-timeout}, with {@link
     *     java.io.IOException} if the connection closes or the request would be dropped (see {@link #send}), or with
     *     {@link java.util.concurrent.CancellationException} if the application stops
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the switch's version cannot express the
     *     request
     */
    <R extends Message> CompletableFuture<R> request(Request<R> request);

    /**
     * Sends messages without replies, such as flow-mods, and requests a barrier, so that it is known whether the switch
     * has accepted them.
     *
     * @return completes on the switch's loop when the switch has processed all the messages. Completes exceptionally as
     *     {@link #request} does; if the switch refuses one of the messages, with {@link RequestRefusedException} of the
     *     first one. It may have accepted the others
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the switch's version cannot express one of
     *     the messages; none has been sent then
     * @throws IllegalArgumentException if one of the messages is too long, see {@link #send}; none has been sent then
     */
    CompletableFuture<Void> sendConfirmed(List<? extends Message> messages);

    /**
     * Begins a packet-out for the packet of a packet-in. It is encoded in place, without allocation, and sent by its
     * {@code send()}. Only on the switch's loop; on other threads, {@link #send} a {@link
     * net.beaconcontroller.openflow.message.PacketOut}.
     *
     * <p>Outputs that do not fit into one message are sent in several. A packet that is too long for one output, or
     * that the switch truncated without buffering it, is dropped and counted ({@link MessageCounters#unsendable}).
     *
     * @throws IllegalStateException on another thread
     */
    PacketOutEncoder packetOut(PacketInContext in);

    /**
     * Drops the packet of a packet-in: releases the switch's buffer if the packet is buffered there, else does nothing.
     * Only on the switch's loop.
     *
     * @throws IllegalStateException on another thread
     */
    void drop(PacketInContext in);

    /**
     * Begins a flow-mod that adds a flow (OFPFC_ADD). It is encoded in place, without allocation, and sent by its
     * {@code send()} or {@code sendAndForward(in)}. Only on the switch's loop; on other threads, {@link #send} a {@link
     * net.beaconcontroller.openflow.message.FlowMod}.
     *
     * @throws IllegalStateException on another thread
     */
    FlowModEncoder addFlow();

    /**
     * Begins a flow-mod that adds a flow for packets with the same ingress port and the same header fields as this
     * packet: an exact match. The flow is for the table that sent the packet-in.
     *
     * @throws IllegalStateException on another thread than the switch's loop
     */
    default FlowModEncoder addFlow(PacketInContext in) {
        return in.matchExactly(addFlow().tableId(in.tableId()));
    }

    /**
     * Adds a flow for packets with the same ingress port, VLAN and Ethernet addresses as this packet, which outputs to
     * a port, and forwards the packet to that port. The flow is added to the table that sent the packet-in, so that the
     * next packets find it there. This is the fastest way to add a flow; it allocates nothing.
     *
     * @param port see {@link net.beaconcontroller.openflow.PortNumber}
     * @throws IllegalStateException on another thread than the switch's loop
     */
    default void addFlow(HostPairFlow flow, PacketInContext in, long port) {
        Ethernet frame = in.frame();
        addFlow()
                .tableId(in.tableId())
                .cookie(flow.cookie())
                .priority(flow.priority())
                .idleTimeoutSeconds(flow.idleTimeoutSeconds())
                .hardTimeoutSeconds(flow.hardTimeoutSeconds())
                .flags(flow.flags())
                .inPort(in.inPort())
                .vlan(frame.vlan())
                .ethSource(frame.source())
                .ethDestination(frame.destination())
                .output(port)
                .sendAndForward(in);
    }

    /**
     * Adds a flow as {@link #addFlow(HostPairFlow, PacketInContext, long)} does, for the packet-in at the position of a
     * batch.
     *
     * @throws IllegalStateException on another thread than the switch's loop
     */
    default void addFlow(HostPairFlow flow, PacketInBatch batch, long port) {
        addFlow(flow, batch.packetIn(), port);
    }

    /**
     * Runs a task on the switch's loop, in its next iteration. The task is dropped if the connection closes first, or
     * the application stops. An exception is logged and counted.
     */
    void execute(Runnable task);

    /**
     * Runs a task on the switch's loop once, after a delay. The task is dropped if the connection closes first, or the
     * application stops. See {@link Controller#every} for a periodic task.
     *
     * @return cancels the task: immediately on the switch's loop, else in the loop's next iteration
     */
    Registration after(Duration delay, Runnable task);

    /**
     * Closes the connection. The switch will usually reconnect.
     *
     * @param reason logged
     */
    void disconnect(String reason);
}
