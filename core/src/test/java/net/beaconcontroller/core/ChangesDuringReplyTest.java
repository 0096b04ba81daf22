package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RequestForward;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;

/** A report of a switch between the parts of a reply is newer than the reply. */
class ChangesDuringReplyTest {
    private static ReceivedMessage await(ScriptedSwitch fake, Class<? extends Message> type) throws Exception {
        return fake.await(next -> type.isInstance(next.message()));
    }

    // Ports

    /** Connects a switch up to its features, and sends messages before them. */
    private static ScriptedSwitch connect(ControllerFixture fixture, Version version, Message... before)
            throws Exception {
        ScriptedSwitch fake = fixture.open(1, version, ScriptedSwitch.Behavior.SILENT);
        fake.send(Hello.offering(Set.of(version)));
        long xid = await(fake, FeaturesRequest.class).xid();
        for (Message message : before) {
            fake.send(message);
        }
        List<Port> ports = version.isAtLeast(Version.OF13) ? List.of() : fake.ports();
        fake.send(new FeaturesReply(1, 0, 1, 0, 0, 0, ports), xid);
        return fake;
    }

    /** Returns the ports after a handshake that is complete with the reply to the barrier request. */
    private static List<Long> portsUp(ControllerFixture fixture, ScriptedSwitch fake) throws Exception {
        fake.send(new BarrierReply(), await(fake, BarrierRequest.class).xid());
        return fixture.active(1).ports().stream()
                .filter(Port::isUp)
                .map(Port::number)
                .toList();
    }

    private static PortStatus status(PortStatus.Reason reason, Port port) {
        return new PortStatus(reason, port);
    }

    private static final Port ADDED = Port.of(9, 9, "eth9");

    /** Port 1 goes down, 3 and 4 are removed, 9 is added, and the description has all but 9. */
    @Test
    void portsAreAsTheyWereReportedBetweenTheParts() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connect(fixture, Version.OF13);
            List<Port> ports = fake.ports();
            long xid = await(fake, PortDescription.Request.class).xid();
            sendPart(fake, Version.OF13, new PortDescription.Reply(ports.subList(0, 3)), xid, true);
            fake.send(status(PortStatus.Reason.MODIFY, ports.get(0).withLink(false)));
            fake.send(status(PortStatus.Reason.DELETE, ports.get(2)));
            fake.send(status(PortStatus.Reason.DELETE, ports.get(3)));
            fake.send(status(PortStatus.Reason.ADD, ADDED));
            sendPart(fake, Version.OF13, new PortDescription.Reply(ports.subList(3, 4)), xid, false);
            assertThat(portsUp(fixture, fake)).containsExactly(2L, 9L);
        }
    }

    @Test
    void portsAreAsTheyWereReportedBeforeTheFeaturesOfOpenFlow10() throws Exception {
        Port down = Port.of(1, 1, "eth1").withLink(false);
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connect(
                    fixture,
                    Version.OF10,
                    status(PortStatus.Reason.MODIFY, down),
                    status(PortStatus.Reason.ADD, ADDED));
            assertThat(portsUp(fixture, fake)).containsExactly(2L, 3L, 4L, 9L);
        }
    }

    @Test
    void aPortChangesAfterTheDescription() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connect(fixture, Version.OF13, status(PortStatus.Reason.ADD, ADDED));
            long xid = await(fake, PortDescription.Request.class).xid();
            sendPart(fake, Version.OF13, new PortDescription.Reply(fake.ports()), xid, false);
            fake.send(status(PortStatus.Reason.DELETE, fake.ports().get(1)));
            assertThat(portsUp(fixture, fake)).containsExactly(1L, 3L, 4L, 9L);
        }
    }

    // Flows, groups and meters

    private static void sendPart(ScriptedSwitch fake, Version version, Message part, long xid, boolean hasMore)
            throws Exception {
        Envelope envelope = Envelope.of(version, xid, part);
        fake.sendBytes((hasMore ? envelope.withMore() : envelope).toBytes());
    }

    /** Returns the reply of two parts, between which the switch sends other messages. */
    private static <R extends Message> R reply(Version version, Request<R> request, R first, R last, Message... between)
            throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            // In OpenFlow 1.0 the controller has requested the flows before.
            await(fake, BarrierRequest.class);
            CompletableFuture<R> reply = fixture.active(1).request(request);
            long xid = await(fake, request.getClass()).xid();
            sendPart(fake, version, first, xid, true);
            for (Message message : between) {
                fake.send(message);
            }
            sendPart(fake, version, last, xid, false);
            return reply.get(60, TimeUnit.SECONDS);
        }
    }

    private static FlowStats flow(int priority, long cookie) {
        return new FlowStats(0, priority, 0, 0, 0, 0, cookie, match(priority), Stats.of(1, 0, 0, 0), List.of());
    }

    private static Match match(int port) {
        return Match.of(Field.IN_PORT.is(port));
    }

    private static FlowRemoved removed(int priority, long cookie) {
        return new FlowRemoved(cookie, priority, 0, 0, 0, 0, Stats.of(1, 0, 0, 0), match(priority));
    }

    /** A flow with another cookie has replaced the removed one. */
    @EachVersion
    void aFlowThatWasRemovedIsNotInTheReply(Version version) throws Exception {
        FlowStats.Reply reply = reply(
                version,
                new FlowStats.Request(),
                new FlowStats.Reply(List.of(flow(1, 1), flow(2, 2), flow(3, 3))),
                new FlowStats.Reply(List.of(flow(4, 4), flow(5, 5))),
                removed(2, 2),
                removed(3, 7),
                removed(5, 5));
        assertThat(reply.flows()).extracting(FlowStats::priority).containsExactly(1, 3, 4);
    }

    @Test
    void groupsAreAsAnotherControllerHasChangedThem() throws Exception {
        GroupDescription.Reply reply = reply(
                Version.OF14,
                new GroupDescription.Request(),
                new GroupDescription.Reply(List.of(group(1), group(2))),
                new GroupDescription.Reply(List.of(group(3))),
                forward(GroupMod.of(GroupMod.Command.DELETE, GroupMod.TYPE_ALL, 1)),
                forward(GroupMod.of(GroupMod.Command.MODIFY, GroupMod.TYPE_ALL, 2, Bucket.of())),
                forward(GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_SELECT, 4)));
        assertThat(reply.groups())
                .containsExactly(
                        new Group(GroupMod.TYPE_ALL, 2, List.of(Bucket.of()), List.of()),
                        group(3),
                        new Group(GroupMod.TYPE_SELECT, 4, List.of(), List.of()));
    }

    private static Group group(int id) {
        return new Group(GroupMod.TYPE_ALL, id, List.of(), List.of());
    }

    private static RequestForward forward(Message change) {
        return new RequestForward(Envelope.of(Version.OF14, 1, change));
    }

    @Test
    void metersAreAsAnotherControllerHasChangedThem() throws Exception {
        MeterDescription.Reply reply = reply(
                Version.OF14,
                new MeterDescription.Request(MeterMod.ALL),
                new MeterDescription.Reply(List.of(meter(1, 0), meter(2, 0))),
                new MeterDescription.Reply(List.of(meter(3, 0))),
                forward(new MeterMod(MeterMod.Command.MODIFY, 1, 2, List.of())),
                forward(new MeterMod(MeterMod.Command.DELETE, 0, 3, List.of())));
        assertThat(reply.meters()).containsExactly(meter(1, 0), meter(2, 1));
    }

    private static Meter meter(long id, int flags) {
        return new Meter(flags, id, List.of());
    }
}
