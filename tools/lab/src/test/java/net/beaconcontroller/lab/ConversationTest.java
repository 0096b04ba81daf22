package net.beaconcontroller.lab;

import static net.beaconcontroller.openflow.Version.OF13;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.codec.MultipartParts;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GetAsyncReply;
import net.beaconcontroller.openflow.message.GetAsyncRequest;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.SetAsync;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowMonitor;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueDescription;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.AsyncConfig;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.structure.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decodes all replies of Open vSwitch, compares them with the requests, and encodes them again byte for byte. */
@NeedsOpenVSwitch
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConversationTest {
    private static final int ANSWER_LIMIT = 1 << 24;
    private static final Match TCP = Match.parse("in_port=1,tcp,nw_dst=10.0.0.0/24,tp_dst=80");

    /** A connection to a switch with one outstanding request. */
    private static final class Conversation implements AutoCloseable {
        private final Version version;
        private final SocketChannel channel;
        private long xid;

        Conversation(Path socket, Version version) throws IOException {
            this.version = version;
            this.channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            send(Hello.offering(List.of(version)));
            receive();
        }

        long send(Message message) throws IOException {
            ByteBuffer bytes =
                    ByteBuffer.wrap(Envelope.of(version, ++xid, message).toBytes());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return xid;
        }

        /** Returns the reply with all its parts joined, or the error. */
        Message ask(Request<?> request) throws IOException {
            long asked = send(request);
            var parts = new MultipartParts(ANSWER_LIMIT);
            while (true) {
                byte[] bytes = receive();
                Envelope answer = Messages.read(bytes, 0, bytes.length);
                if (answer.xid() != asked) {
                    // An asynchronous message.
                    continue;
                }
                if (!(answer.message() instanceof MultipartReply)) {
                    return answer.message();
                }
                Optional<Message> whole = parts.add(bytes, 0, bytes.length);
                if (whole.isPresent()) {
                    return whole.get();
                }
            }
        }

        <R> R ask(Request<?> request, Class<R> reply) throws IOException {
            Message answer = ask(request);
            assertThat(answer).as("answer to %s", request).isInstanceOf(reply);
            return reply.cast(answer);
        }

        /** Sends a message that must not cause an error. */
        void tell(Message message) throws IOException {
            send(message);
            long barrier = send(new BarrierRequest());
            while (true) {
                byte[] bytes = receive();
                Envelope answer = Messages.read(bytes, 0, bytes.length);
                assertThat(answer.message()).as("after %s", message).isNotInstanceOf(ErrorMessage.class);
                if (answer.xid() == barrier && answer.message() instanceof BarrierReply) {
                    return;
                }
            }
        }

        /** Returns the next message after checking that encoding it yields the same bytes. */
        private byte[] receive() throws IOException {
            byte[] header = read(Header.LENGTH);
            var message = new ByteArrayOutputStream();
            message.writeBytes(header);
            message.writeBytes(read(Header.length(header, 0) - Header.LENGTH));
            byte[] bytes = message.toByteArray();
            Envelope envelope = Messages.read(bytes, 0, bytes.length);
            assertThat(envelope.toBytes()).as(envelope::toString).isEqualTo(bytes);
            return bytes;
        }

        private byte[] read(int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes) < 0) {
                    throw new IOException("the switch has closed the connection");
                }
            }
            return bytes.array();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private interface Talk {
        void with(Conversation sw) throws IOException;
    }

    private final OvsLab lab = OvsLab.build("single,2", "OpenFlow10");

    @AfterAll
    void close() {
        lab.close();
    }

    private void talk(Version version, Talk talk) {
        lab.replaceSwitches("OpenFlow" + version.toString().replace(".", ""));
        try (var sw = new Conversation(lab.managementSocket(1), version)) {
            talk.with(sw);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @EachVersion
    void readsTheDescription(Version version) {
        talk(version, sw -> {
            assertThat(sw.ask(new FeaturesRequest(), FeaturesReply.class).tables())
                    .isPositive();
            assertThat(sw.ask(new SwitchDescription.Request(), SwitchDescription.class)
                            .hardware())
                    .isEqualTo("Open vSwitch");
            assertThat(sw.ask(new GetConfigRequest())).isNotInstanceOf(ErrorMessage.class);
            List<Port> ports = version.isAtLeast(OF13)
                    ? sw.ask(new PortDescription.Request(), PortDescription.Reply.class)
                            .ports()
                    : sw.ask(new FeaturesRequest(), FeaturesReply.class).ports();
            assertThat(ports).extracting(Port::number).contains(1L, 2L, PortNumber.LOCAL);
            assertThat(sw.ask(new PortStats.Request(PortNumber.ANY), PortStats.Reply.class)
                            .ports())
                    .extracting(PortStats::port)
                    .contains(1L, 2L, PortNumber.LOCAL);
            assertThat(sw.ask(new TableStats.Request(), TableStats.Reply.class).tables())
                    .isNotEmpty();
            assertThat(sw.ask(new QueueStats.Request(PortNumber.ANY, Queue.ALL), QueueStats.Reply.class)
                            .queues())
                    .isEmpty();
        });
    }

    @EachVersion
    void readsInstalledFlows(Version version) {
        talk(version, sw -> {
            FlowMod flow = FlowMod.add()
                    .match(TCP)
                    .priority(99)
                    .cookie(0x1122334455667788L)
                    .idleTimeoutSeconds(60)
                    .actions(new Action.Output(2))
                    .build();
            sw.tell(flow);
            FlowStats.Reply flows = sw.ask(new FlowStats.Request(), FlowStats.Reply.class);
            assertThat(flows.flows()).singleElement().satisfies(there -> {
                assertThat(there.priority()).isEqualTo(99);
                assertThat(there.cookie()).isEqualTo(0x1122334455667788L);
                assertThat(there.idleTimeout()).isEqualTo(60);
                assertThat(there.match().fields()).containsExactlyInAnyOrderElementsOf(TCP.fields());
                assertThat(there.toString()).endsWith("actions=output:2");
                assertThat(there.packets()).isZero();
            });
            var all = new AggregateStats.Request(FlowMod.ALL_TABLES, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.ANY);
            assertThat(sw.ask(all, AggregateStats.class).stats().flows()).isEqualTo(1);
        });
    }

    @EachVersion
    void joinsTheRepliesOfThousandsOfFlows(Version version) {
        talk(version, sw -> {
            for (int i = 0; i < 2000; i++) {
                sw.send(FlowMod.parse("udp,nw_src=10.%d.%d.1,actions=output:2".formatted(i >> 8, i & 0xff)));
            }
            assertThat(sw.ask(new FlowStats.Request(), FlowStats.Reply.class).flows())
                    .hasSize(2000);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF12", "OF13", "OF14", "OF15"})
    void readsInstalledGroups(Version version) {
        talk(version, sw -> {
            Action[] out = {new Action.Output(2)};
            sw.tell(GroupMod.of(
                    GroupMod.Command.ADD,
                    GroupMod.TYPE_SELECT,
                    7,
                    Bucket.weighted(3, out),
                    Bucket.weighted(5, new Action.Output(1))));
            Group group = sw.ask(new GroupDescription.Request(), GroupDescription.Reply.class)
                    .groups()
                    .getFirst();
            assertThat(group.groupId()).isEqualTo(7);
            assertThat(group.groupType()).isEqualTo(GroupMod.TYPE_SELECT);
            assertThat(group.buckets()).extracting(Bucket::weight).containsExactly(3, 5);
            assertThat(sw.ask(new GroupStats.Request(GroupNumber.ALL), GroupStats.Reply.class)
                            .groups()
                            .getFirst()
                            .buckets())
                    .hasSize(2);
            assertThat(sw.ask(new GroupFeatures.Request(), GroupFeatures.class).types() & 0xf)
                    .isEqualTo(0xf);
            assertThat(sw.ask(new RoleRequest(Role.NO_CHANGE, 0, 0))).isNotInstanceOf(ErrorMessage.class);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF14", "OF15"})
    void readsInstalledMetersAndTables(Version version) {
        talk(version, sw -> {
            sw.tell(new MeterMod(
                    MeterMod.Command.ADD,
                    MeterMod.KBPS | MeterMod.BURST | MeterMod.STATS,
                    5,
                    List.of(new MeterBand.Drop(1000, 100))));
            Meter meter = sw.ask(new MeterDescription.Request(MeterMod.ALL), MeterDescription.Reply.class)
                    .meters()
                    .getFirst();
            assertThat(meter.meterId()).isEqualTo(5);
            assertThat(meter.bands()).containsExactly(new MeterBand.Drop(1000, 100));
            assertThat(sw.ask(new MeterStats.Request(5), MeterStats.Reply.class).meters())
                    .hasSize(1);
            assertThat(sw.ask(new MeterFeatures.Request(), MeterFeatures.class).maxMeters())
                    .isPositive();
            List<TableFeatures> tables = sw.ask(new TableFeatures.Request(), TableFeatures.Reply.class)
                    .tables();
            // So many tables need a reply of several parts.
            assertThat(tables).hasSizeGreaterThan(250);
            assertThat(tables)
                    .allSatisfy(table -> assertThat(table.properties()).isNotEmpty());
            assertThat(sw.ask(new GetAsyncRequest())).isNotInstanceOf(ErrorMessage.class);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF14", "OF15"})
    void readsTheAdditionsOfOpenFlow14(Version version) {
        talk(version, sw -> {
            assertThat(sw.ask(new TableDescription.Request(), TableDescription.Reply.class)
                            .tables())
                    .isNotEmpty();
            assertThat(sw.ask(new QueueDescription.Request(PortNumber.ANY, Queue.ALL), QueueDescription.Reply.class)
                            .queues())
                    .isEmpty();
            sw.tell(FlowMod.parse("in_port=1,actions=output:2"));
            var monitor = new FlowMonitor(
                    9, PortNumber.ANY, GroupNumber.ANY, 0x17, FlowMod.ALL_TABLES, FlowMonitor.Command.ADD, Match.ANY);
            FlowMonitor.Reply updates = sw.ask(new FlowMonitor.Request(List.of(monitor)), FlowMonitor.Reply.class);
            assertThat(updates.updates())
                    .singleElement()
                    .isInstanceOfSatisfying(FlowMonitor.Full.class, full -> assertThat(full.match())
                            .isEqualTo(Match.parse("in_port=1")));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF14", "OF15"})
    void changesTheAsynchronousMessagesOfMasterAndSlaveSeparately(Version version) {
        final int packetInMaster = 1;
        final int portStatusSlave = 2;
        talk(version, sw -> {
            var config = new AsyncConfig(IntStream.range(0, 6)
                    .<Property>mapToObj(type -> new AsyncConfig.Reasons(
                            type,
                            switch (type) {
                                case packetInMaster -> 0x1;
                                case portStatusSlave -> 0x2;
                                default -> 0x3;
                            }))
                    .toList());
            sw.tell(new SetAsync(config));
            for (Role role : List.of(Role.SLAVE, Role.MASTER, Role.EQUAL)) {
                assertThat(sw.ask(new RoleRequest(role, 0, 1), RoleReply.class).role())
                        .isEqualTo(role);
                assertThat(sw.ask(new GetAsyncRequest(), GetAsyncReply.class)
                                .config()
                                .properties())
                        .as("as %s", role)
                        .containsAll(config.properties());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF12", "OF13", "OF14", "OF15"})
    void refusesAStaleGenerationId(Version version) {
        talk(version, sw -> {
            assertThat(sw.ask(new RoleRequest(Role.MASTER, 0, 5), RoleReply.class)
                            .generationId())
                    .isEqualTo(5);
            assertThat(sw.ask(new RoleRequest(Role.SLAVE, 0, 4), ErrorMessage.class)
                            .name(version))
                    .isEqualTo("ROLE_REQUEST_FAILED/STALE");
            assertThat(sw.ask(new RoleRequest(Role.NO_CHANGE, 0, 0), RoleReply.class))
                    .isEqualTo(new RoleReply(Role.MASTER, 0, 5));
        });
    }
}
