package net.beaconcontroller.api;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.openflow.FeaturesReply;
import net.beaconcontroller.openflow.FlowModEncoder;
import net.beaconcontroller.openflow.Message;
import net.beaconcontroller.openflow.PacketOutEncoder;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.Request;
import net.beaconcontroller.openflow.SwitchDescription;
import net.beaconcontroller.openflow.Version;

/**
 * A switch, as long as its connection lasts; when it connects again it is another object. Unless a method says otherwise it
 * may be called from any thread.
 */
public interface Switch {
    long datapathId();

    /** The version of OpenFlow that the connection speaks. */
    Version version();

    /** What the switch said of itself when it connected. Its ports are out of date: see {@link #ports()}. */
    FeaturesReply features();

    /** Who made it; empty texts where the switch did not say. */
    SwitchDescription description();

    /** The ports as they are now, ordered by their numbers. */
    Collection<Port> ports();

    Optional<Port> port(long number);

    Instant connectedSince();

    SocketAddress remoteAddress();

    boolean isConnected();

    /** Time from the last keep-alive request to its answer; empty until the first one is answered. */
    Optional<Duration> roundTripTime();

    MessageCounters counters();

    /** A small number that no other switch has at the same time: a place in an array, see {@link PerSwitch}. */
    int index();

    /**
     * Sends a message. It joins the others of this turn of the switch's loop in one write; from another thread, those of the
     * next. If the connection is lost before, it is dropped.
     *
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the switch's version cannot say it
     */
    void send(Message message);

    /**
     * Sends a request.
     *
     * @return completed on the switch's loop with the answer, in one piece where it comes in parts; or exceptionally, with
     *     {@link RequestRefusedException} if the switch answers with an error, {@link java.util.concurrent.TimeoutException}
     *     after {@code controller.request-timeout}, {@link java.io.IOException} if the connection is lost
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the switch's version cannot say it
     */
    <R extends Message> CompletableFuture<R> request(Request<R> request);

    /**
     * Begins a packet-out that sends the packet on its way, written in place. For the switch's loop only.
     *
     * @throws IllegalStateException on another thread
     */
    PacketOutEncoder packetOut(PacketIn in);

    /**
     * Begins a flow-mod that adds a flow, written in place. For the switch's loop only; elsewhere {@link #send} a
     * {@link net.beaconcontroller.openflow.FlowMod}.
     *
     * @throws IllegalStateException on another thread
     */
    FlowModEncoder flowAdd();

    /** The same, for packets that came in on the same port and have the same in every header field as this one. */
    default FlowModEncoder flowAdd(PacketIn in) {
        return in.matchExactly(flowAdd());
    }

    /** Runs a task on the switch's loop, in its next turn. If the switch is gone by then, the task is dropped. */
    void execute(Runnable task);

    /**
     * Runs a task on the switch's loop, once, after this time. If the switch is gone by then, the task is dropped.
     *
     * @return what cancels it: at once on the switch's loop, soon from another thread
     */
    Registration after(Duration delay, Runnable task);

    /** Closes the connection; the switch will try to connect again. */
    void disconnect(String reason);
}
