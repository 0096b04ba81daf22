package net.beaconcontroller.core.session;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.ApplicationTasks;
import net.beaconcontroller.core.pipeline.ServedSwitch;
import net.beaconcontroller.openflow.DatapathId;
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
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Session} that applications use: the data of the switch, and the ways to send to it. Fields that
 * other threads read are volatile or final.
 */
abstract sealed class SessionSwitch implements ServedSwitch permits Session {
    final ConnectionHandle connection;
    final OutputBuffer out;
    final Instant connectedSince;
    volatile @Nullable FeaturesReply features;
    volatile SwitchDescription description = new SwitchDescription("", "", "", "", "");
    volatile boolean hasLostFlows;

    SessionSwitch(ConnectionHandle connection, OutputBuffer out, Instant connectedSince) {
        this.connection = connection;
        this.out = out;
        this.connectedSince = connectedSince;
    }

    abstract MessageSender sender();

    abstract ApplicationTasks tasks();

    abstract ControllerRole controllerRole();

    abstract PortTable portTable();

    abstract OutputRefusals refusals();

    abstract KeepAlive keepAlive();

    @Override
    public void send(Message message) {
        sender().send(message);
    }

    @Override
    public <R extends Message> CompletableFuture<R> request(Request<R> request) {
        return sender().request(request);
    }

    @Override
    public CompletableFuture<Void> sendConfirmed(List<? extends Message> messages) {
        return sender().sendConfirmed(messages);
    }

    @Override
    public PacketOutEncoder packetOut(PacketInContext in) {
        return sender().packetOut(in);
    }

    @Override
    public void drop(PacketInContext in) {
        sender().drop(in);
    }

    @Override
    public FlowModEncoder addFlow() {
        return sender().addFlow();
    }

    @Override
    public void addFlow(HostPairFlow flow, PacketInContext in, long port) {
        sender().addFlow(flow, in, port);
    }

    @Override
    public void addFlow(HostPairFlow flow, PacketInBatch batch, long port) {
        sender().addFlow(flow, batch, port);
    }

    @Override
    public CompletableFuture<RoleReply> requestRole(Role next) {
        return controllerRole().requestForApplication(next, OptionalLong.empty());
    }

    @Override
    public CompletableFuture<RoleReply> requestRole(Role next, long generationId) {
        return controllerRole().requestForApplication(next, OptionalLong.of(generationId));
    }

    @Override
    public void execute(Runnable task) {
        tasks().execute(task);
    }

    @Override
    public Registration after(Duration delay, Runnable task) {
        return tasks().after(delay, task);
    }

    @Override
    public long datapathId() {
        return features().datapathId();
    }

    @Override
    public Version version() {
        return sender().version();
    }

    @Override
    public FeaturesReply features() {
        FeaturesReply known = features;
        if (known == null) {
            throw new IllegalStateException("the features reply of the switch has not been received yet");
        }
        return known;
    }

    @Override
    public SwitchDescription description() {
        return description;
    }

    @Override
    public Collection<Port> ports() {
        return portTable().all();
    }

    @Override
    public Optional<Port> port(long number) {
        return portTable().get(number);
    }

    @Override
    public Set<Long> refusedPorts() {
        return refusals().ports();
    }

    @Override
    public Instant connectedSince() {
        return connectedSince;
    }

    @Override
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    @Override
    public boolean hasLostFlows() {
        return hasLostFlows;
    }

    @Override
    public Role role() {
        return controllerRole().role();
    }

    @Override
    public Optional<Duration> roundTripTime() {
        return keepAlive().roundTripTime();
    }

    @Override
    public MessageCounters counters() {
        return out.counters;
    }

    /** Returns the manufacturer, hardware and software, except those that are empty or "none". */
    String product() {
        SwitchDescription known = description;
        return Stream.of(known.manufacturer(), known.hardware(), known.software())
                .filter(text -> !text.isBlank() && !text.equalsIgnoreCase("none"))
                .map(SessionSwitch::printable)
                .collect(Collectors.joining(" "));
    }

    /** Replaces control characters, with which a switch could forge log lines or colour them. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the datapath id, or the remote address if the datapath id is not known yet. */
    @Override
    public String toString() {
        FeaturesReply known = features;
        return known == null ? connection.remoteAddress().toString() : DatapathId.toString(known.datapathId());
    }
}
