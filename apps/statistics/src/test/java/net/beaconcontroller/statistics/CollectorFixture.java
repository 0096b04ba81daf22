package net.beaconcontroller.statistics;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiFunction;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.testkit.TestTime;

/** A collector with switches that reply, in virtual time. */
final class CollectorFixture {
    private static final Duration TURN = Duration.ofMillis(100);

    /** A request that a switch has received. */
    record Received(TestSwitch sw, Message request, long nanos) {
        private double seconds() {
            return nanos / 1e9;
        }
    }

    private record Reply(TestSwitch sw, Message request, long dueNanos) {}

    final TestEvents events = new TestEvents();
    final Collector collector;
    final TestSwitch sw;
    private final List<TestSwitch> switches;
    private final TestController controller;
    private final List<Received> received = new ArrayList<>();
    private final Queue<Reply> pending = new ArrayDeque<>();
    private long nowNanos;
    private Duration replyTime = Duration.ZERO;
    private BiFunction<TestSwitch, Message, Message> replies = (_, request) -> emptyReply(request);

    CollectorFixture(Map<String, String> settings, TestSwitch... switches) {
        this.switches = List.of(switches);
        sw = switches[0];
        controller = new TestController(switches);
        collector = new Collector(controller, ApplicationSettings.of(settings), events, new TestTime(() -> nowNanos));
    }

    CollectorFixture(TestSwitch... switches) {
        this(Map.of(), switches);
    }

    /** Sets how long the switches take to reply from now on. */
    void replyAfter(Duration time) {
        replyTime = time;
    }

    /** Sets what the switches reply: null for nothing, an error to refuse. */
    void reply(BiFunction<TestSwitch, Message, Message> function) {
        replies = function;
    }

    /** Sets the ports that the switches report from now on. */
    void replyPorts(PortStats... ports) {
        reply((_, request) ->
                request instanceof PortStats.Request ? new PortStats.Reply(Arrays.asList(ports)) : emptyReply(request));
    }

    static Message emptyReply(Message request) {
        return switch (request) {
            case PortStats.Request _ -> new PortStats.Reply(List.of());
            case TableStats.Request _ -> new TableStats.Reply(List.of());
            case TableFeatures.Request _ -> new TableFeatures.Reply(List.of());
            case AggregateStats.Request _ -> new AggregateStats(Stats.ofFlows(0, 0, 0));
            case FlowStats.Request _ -> new FlowStats.Reply(List.of());
            case QueueStats.Request _ -> new QueueStats.Reply(List.of());
            case GroupStats.Request _ -> new GroupStats.Reply(List.of());
            case MeterStats.Request _ -> new MeterStats.Reply(List.of());
            default -> throw new IllegalArgumentException("unexpected request " + request);
        };
    }

    static ErrorMessage error() {
        return new ErrorMessage(1, 2, Bytes.EMPTY);
    }

    /** Disconnects the first switch. */
    void disconnect() {
        sw.disconnect("test");
    }

    long nowNanos() {
        return nowNanos;
    }

    void elapse(Duration time) {
        long end = nowNanos + time.toNanos();
        while (nowNanos < end) {
            nowNanos += TURN.toNanos();
            controller.elapse(TURN);
            for (TestSwitch each : switches) {
                for (Message request : each.sent()) {
                    received.add(new Received(each, request, nowNanos));
                    pending.add(new Reply(each, request, nowNanos + replyTime.toNanos()));
                }
                each.clear();
            }
            while (!pending.isEmpty() && pending.element().dueNanos <= nowNanos) {
                answer(pending.remove());
            }
        }
    }

    private void answer(Reply reply) {
        Message message = replies.apply(reply.sw, reply.request);
        if (message instanceof ErrorMessage error) {
            reply.sw.fail(new RequestRefusedException(error));
        } else if (message != null) {
            reply.sw.reply(message);
        }
    }

    List<Received> received() {
        return received;
    }

    /** Returns when the first switch has received the requests of a type, in seconds. */
    List<Double> secondsOf(Class<? extends Message> type) {
        return received.stream()
                .filter(each -> each.sw == sw && type.isInstance(each.request))
                .map(Received::seconds)
                .toList();
    }

    /** Returns the number of requests of a type that the first switch has received. */
    long count(Class<? extends Message> type) {
        return secondsOf(type).size();
    }
}
