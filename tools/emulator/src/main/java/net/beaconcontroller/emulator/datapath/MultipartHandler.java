package net.beaconcontroller.emulator.datapath;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.ExperimenterMultipart;
import net.beaconcontroller.openflow.multipart.FlowCounters;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.multipart.MultipartRequest;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueDescription;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.structure.TableDesc;

/** The handler of multipart requests, OpenFlow 1.3.5 section 7.3.5. For the loop's thread. */
final class MultipartHandler {
    private static final Logger log = System.getLogger(MultipartHandler.class.getName());

    /** The number of entries in a part of a reply. Most parts are shorter than half the maximum message length. */
    private static final int ITEMS_A_PART = 128;

    private final EmulatedSwitch sw;
    private final Datapath datapath;

    MultipartHandler(EmulatedSwitch sw, Datapath datapath) {
        this.sw = sw;
        this.datapath = datapath;
    }

    void answer(MultipartRequest<?> request, long xid, Version version, ControllerConnection connection) {
        long now = sw.nowNanos();
        var answer = new Answer(connection, xid, version);
        switch (request) {
            case SwitchDescription.Request _ ->
                answer.one(new SwitchDescription(
                        "Beacon", "emulated switch", "none", Long.toHexString(sw.datapathId()), sw.name()));
            case FlowStats.Request(int table, long port, long group, long cookie, long mask, Match match) ->
                answer.parts(
                        flows(table, port, group, cookie, mask, match, version),
                        flow -> flow.toStats(now, version),
                        FlowStats.Reply::new);
            case FlowCounters.Request(int table, long port, long group, long cookie, long mask, Match match) ->
                answer.parts(
                        flows(table, port, group, cookie, mask, match, version),
                        flow -> flow.toCounters(now),
                        FlowCounters.Reply::new);
            case AggregateStats.Request(int table, long port, long group, long cookie, long mask, Match match) ->
                answer.one(aggregate(flows(table, port, group, cookie, mask, match, version)));
            case TableStats.Request _ ->
                answer.parts(tables(version), table -> tableStats(table, version), TableStats.Reply::new);
            case PortStats.Request(long port) ->
                answer.parts(ports(port), item -> item.toStats(now, version), PortStats.Reply::new);
            case PortDescription.Request(long port) ->
                answer.parts(ports(port), item -> item.toPort(version), PortDescription.Reply::new);
            case QueueStats.Request(long port, long queueId) -> answer.one(new QueueStats.Reply(queues(port, queueId)));
            case QueueDescription.Request(long port, long queueId) ->
                answer.one(new QueueDescription.Reply(queues(port, queueId)));
            case GroupStats.Request(long groupId) ->
                answer.parts(
                        List.copyOf(datapath.groups().select(groupId)),
                        group -> groupStats(group, now, version),
                        GroupStats.Reply::new);
            case GroupDescription.Request(long groupId) ->
                answer.parts(
                        List.copyOf(datapath.groups().select(groupId)),
                        GroupTable.Entry::toGroup,
                        GroupDescription.Reply::new);
            case GroupFeatures.Request _ -> answer.one(groupFeatures());
            case MeterStats.Request(long meterId) -> answer.one(new MeterStats.Reply(meters(meterId)));
            case MeterDescription.Request(long meterId) -> answer.one(new MeterDescription.Reply(meters(meterId)));
            case MeterFeatures.Request _ -> answer.one(new MeterFeatures(0, 0, 0, 0, 0, 0));
            case TableFeatures.Request(var tables) -> {
                if (!tables.isEmpty()) {
                    throw new RequestException(
                            ErrorCode.TABLE_FEATURES_NOT_PERMITTED, "table features cannot be changed");
                }
                answer.parts(tables(version), TableFeaturesBuilder::features, TableFeatures.Reply::new);
            }
            case TableDescription.Request _ ->
                answer.parts(tables(version), table -> new TableDesc(table, 0, List.of()), TableDescription.Reply::new);
            case ExperimenterMultipart.Request _ ->
                throw new RequestException(ErrorCode.BAD_EXPERIMENTER, "experimenter multipart request");
            default -> throw new RequestException(ErrorCode.BAD_MULTIPART, "multipart request " + request);
        }
    }

    private List<Flow> flows(
            int table, long outPort, long outGroup, long cookie, long cookieMask, Match match, Version version) {
        Datapath.requireTable(table, ErrorCode.BAD_TABLE_ID);
        return datapath.flows(table, MatchKey.of(match, version))
                .filter(flow -> flow.passes(cookie, cookieMask, outPort, outGroup))
                .toList();
    }

    private static AggregateStats aggregate(List<Flow> flows) {
        return new AggregateStats(Stats.ofFlows(
                flows.stream().mapToLong(Flow::packets).sum(),
                flows.stream().mapToLong(Flow::bytes).sum(),
                flows.size()));
    }

    private static List<Integer> tables(Version version) {
        return IntStream.range(0, version == Version.OF10 ? 1 : Datapath.TABLES)
                .boxed()
                .toList();
    }

    private TableStats tableStats(int id, Version version) {
        return datapath.table(id)
                .toStats(id, version.isAtLeast(Version.OF13) ? null : TableFeaturesBuilder.abilities(id, version));
    }

    /** Returns the selected ports; none for an unknown port, as in Open vSwitch. */
    private List<EmulatedPort> ports(long number) {
        if (number == PortNumber.ANY) {
            return List.copyOf(datapath.ports());
        }
        EmulatedPort port = datapath.port(number);
        return port == null ? List.of() : List.of(port);
    }

    /** Returns the selected queues; none, as the switch has no queues. */
    private <T> List<T> queues(long port, long queueId) {
        datapath.requireQueuePort(port);
        if (queueId != Queue.ALL) {
            throw new RequestException(ErrorCode.BAD_QUEUE, "unknown queue %d".formatted(queueId));
        }
        return List.of();
    }

    /** Returns the selected meters; none, as the switch has no meters. */
    private static <T> List<T> meters(long meterId) {
        if (meterId != MeterMod.ALL) {
            throw new RequestException(ErrorCode.UNKNOWN_METER, "unknown meter %d".formatted(meterId));
        }
        return List.of();
    }

    private GroupStats groupStats(GroupTable.Entry group, long now, Version version) {
        return group.toStats(datapath.groupReferences(group.groupId()), now, version);
    }

    private static GroupFeatures groupFeatures() {
        long max = GroupTable.MAX_GROUPS;
        long actions = TableFeaturesBuilder.ACTIONS;
        int types = 1 << GroupMod.TYPE_ALL
                | 1 << GroupMod.TYPE_SELECT
                | 1 << GroupMod.TYPE_INDIRECT
                | 1 << GroupMod.TYPE_FAST_FAILOVER;
        return new GroupFeatures(
                types, GroupTable.CAPABILITIES, max, max, max, max, actions, actions, actions, actions);
    }

    /** The reply to one request, in as many parts as necessary. */
    private record Answer(ControllerConnection connection, long xid, Version version) {
        void one(MultipartReply reply) {
            connection.reply(xid, reply);
        }

        <S, T> void parts(List<S> items, Function<S, T> show, Function<List<T>, MultipartReply> make) {
            int from = 0;
            do {
                int to = Math.min(items.size(), from + ITEMS_A_PART);
                var shown = new ArrayList<T>(to - from);
                items.subList(from, to).forEach(item -> shown.add(show.apply(item)));
                part(shown, make, to < items.size());
                from = to;
            } while (from < items.size());
        }

        private <T> void part(List<T> items, Function<List<T>, MultipartReply> make, boolean more) {
            Envelope envelope = Envelope.of(version, xid, make.apply(items));
            byte[] bytes;
            try {
                bytes = (more ? envelope.withMore() : envelope).toBytes();
                // The entry is too long, or the version cannot express it.
            } catch (IllegalArgumentException | UnsupportedByVersionException e) {
                if (items.size() < 2) {
                    log.log(Level.DEBUG, () -> "left out of a reply: " + items, e);
                    part(List.of(), make, more);
                    return;
                }
                int half = items.size() / 2;
                part(items.subList(0, half), make, true);
                part(items.subList(half, items.size()), make, more);
                return;
            }
            connection.reply(bytes);
        }
    }
}
