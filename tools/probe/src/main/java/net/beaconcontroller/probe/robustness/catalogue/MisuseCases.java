package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.probe.robustness.catalogue.Culprits.sendsEach;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.ReplyHook;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.switchkit.ReceivedMessage;

/** Correct messages that the protocol does not allow, or not now. */
final class MisuseCases {
    private static final int COUNT = 20;
    private static final int PARTS = 500;
    private static final int PART_LENGTH = 60_000;

    private MisuseCases() {}

    static List<ProbeCase> all() {
        var cases = new ArrayList<ProbeCase>();
        for (Sample sample : Sample.ofSwitches()) {
            cases.add(allowed(
                            "unasked/" + sample,
                            "%d times %s, which the controller has not requested".formatted(COUNT, sample),
                            sendsEach(culprit -> sample.craft(culprit, COUNT)))
                    .in(sample.versions()));
            cases.add(allowed(
                            "duplicate-xid/" + sample,
                            "%d times %s with one transaction id".formatted(COUNT, sample),
                            sendsEach(culprit -> sameXid(sample, culprit)))
                    .in(sample.versions()));
        }
        for (Sample sample : Sample.ofControllers()) {
            cases.add(new ProbeCase(
                            "misuse/controller-only/" + sample,
                            "%s, which only a controller may send".formatted(sample),
                            sendsEach(culprit -> sample.craft(culprit, COUNT)))
                    .in(sample.versions())
                    .refusedWith(ErrorCode.BAD_TYPE)
                    .obeyedIf(MisuseCases::isReply));
        }
        cases.add(roles("role-reply", Version.OF12, role -> new RoleReply(role, 0, 0)));
        cases.add(roles("role-status", Version.OF14, role -> new RoleStatus(role, 0, 0, List.of())));
        cases.add(allowed("barriers", "5,000 replies to barriers that were not requested", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < 5000; i++) {
                culprit.send(new BarrierReply());
            }
        }));
        addReplies(cases);
        addMultiparts(cases);
        return cases;
    }

    private static ProbeCase allowed(String name, String what, Scenario scenario) {
        return new ProbeCase("misuse/" + name, what, scenario).allowed();
    }

    private static List<CraftedMessage> sameXid(Sample sample, ProbeSwitch culprit) {
        long xid = culprit.nextNumber();
        return sample.craft(culprit, COUNT).stream()
                .map(message -> message.xid(xid))
                .toList();
    }

    /** Returns whether a message replies to a request, other than with an error. */
    private static boolean isReply(CraftedMessage request, ReceivedMessage message) {
        return message.xid() == request.xid()
                && message.type() != Header.type(request.bytes(), 0)
                && message.as(ErrorMessage.class).isEmpty();
    }

    private static ProbeCase roles(String name, Version since, Function<Role, Message> message) {
        return allowed(
                        name,
                        "each role, which the controller has not requested, the role of a slave last",
                        sendsEach(culprit -> Stream.of(Role.EQUAL, Role.MASTER, Role.SLAVE)
                                .map(message)
                                .map(culprit::craft)
                                .toList()))
                .since(since);
    }

    private static void addReplies(List<ProbeCase> cases) {
        cases.add(answering("lengths", "each reply with wrong lengths, and then as it should be", reply -> {
                    int length = reply.size();
                    return Stream.of(
                            reply.cutTo(Math.max(Header.LENGTH, length - 1)).withTrueLength(),
                            reply.cutTo(Math.max(Header.LENGTH, length / 2)).withTrueLength(),
                            reply.append(new byte[3]).withTrueLength(),
                            reply.append(new byte[8000]).withTrueLength());
                })
                .refusedWith(Refusals.OF_TYPES));
        cases.add(answering("types", "each reply with the types of all others first", reply -> IntStream.range(0, 40)
                        .mapToObj(reply::type)
                        .filter(other -> !isSameType(other, reply)))
                .refusedWith(Refusals.OF_TYPES));
        cases.add(served("versions", "each reply with other versions first", reply -> IntStream.of(
                                0, 1, 2, 3, 4, 5, 6, 0x42)
                        .filter(number -> number != Header.version(reply.bytes(), 0))
                        .mapToObj(reply::version))
                .refusedWith(ErrorCode.BAD_VERSION));
        cases.add(served(
                "transaction-ids",
                "each reply with other transaction ids first",
                reply -> Stream.of(
                        reply.xid(0),
                        reply.xid(reply.xid() + 1),
                        reply.xid(reply.xid() - 1),
                        reply.xid(0xffff_ffffL))));
        cases.add(served("twice", "each reply twice", Stream::of));
        cases.add(answering(
                "errors",
                "an error before each reply",
                reply -> Stream.of(CraftedMessage.of(
                        new ErrorMessage(0xffff, 0xffff, Bytes.EMPTY), version(reply), reply.xid()))));
        cases.add(allowed(
                "replies/features-change", "features replies of other datapath ids after the handshake", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    for (long id : new long[] {0, 1, -1, culprit.datapathId() + 1}) {
                        culprit.send(culprit.craft(new FeaturesReply(id, 0, 1, 0, 0, 0, List.of())));
                    }
                }));
    }

    private static boolean isSameType(CraftedMessage one, CraftedMessage other) {
        return Header.type(one.bytes(), 0) == Header.type(other.bytes(), 0);
    }

    private static Version version(CraftedMessage message) {
        return message.origin().map(Envelope::version).orElse(Version.OF10);
    }

    /** Returns a case of a culprit that sends these messages before its replies, which are to be taken nevertheless. */
    private static ProbeCase served(
            String name, String what, Function<CraftedMessage, Stream<CraftedMessage>> messages) {
        return allowed("replies/" + name, what, probe -> {
            ProbeSwitch culprit = probe.setCulprit(
                    probe.newSwitch().beforeReplies(sending(messages)).connect());
            culprit.awaitHandshake(probe.patience().multipliedBy(10));
            culprit.awaitService(probe.patience().multipliedBy(10));
        });
    }

    /** Returns a case of a switch that sends these messages before each of its replies of the handshake. */
    private static ProbeCase answering(
            String name, String what, Function<CraftedMessage, Stream<CraftedMessage>> messages) {
        return inHandshake("replies/" + name, what, sending(messages));
    }

    /** An echo request follows each message, so that it does not matter which messages are received together. */
    private static ReplyHook sending(Function<CraftedMessage, Stream<CraftedMessage>> messages) {
        return (culprit, reply) -> {
            for (CraftedMessage message : messages.apply(reply).toList()) {
                culprit.send(message);
                culprit.send(new EchoRequest(Bytes.EMPTY));
            }
        };
    }

    /**
     * Returns a case of a switch beside the culprit. The controller does not have to serve it: it may take a wrong
     * reply for the end of its request, and do without the information.
     */
    private static ProbeCase inHandshake(String name, String what, ReplyHook before) {
        return allowed(name, what, probe -> {
            probe.culprit();
            ProbeSwitch other = probe.newSwitch().beforeReplies(before).connect();
            Duration within = probe.patience().multipliedBy(10);
            other.awaitHandshake(within);
            // The reply to the first request is read after the replies of the handshake were sent, however long that
            // takes, and the reply to the second one after what the controller sent about them.
            if (other.echoes(within)) {
                other.echoes(within);
            }
            other.awaitClosed(probe.patience().dividedBy(2));
        });
    }

    private static void addMultiparts(List<ProbeCase> cases) {
        cases.add(multipart("endless", "30 MB of parts of a reply that has no end", (culprit, reply) -> {
                    CraftedMessage part = reply.with("flags", Envelope.MORE)
                            .append(new byte[PART_LENGTH])
                            .withTrueLength();
                    for (int i = 0; i < PARTS; i++) {
                        culprit.send(part);
                    }
                })
                .refusedWith(Refusals.OF_TYPES));
        cases.add(multipart("endless-empty", "10,000 empty parts of a reply", (culprit, reply) -> {
            CraftedMessage part =
                    reply.cutTo(bodyStart(culprit.version())).withTrueLength().with("flags", Envelope.MORE);
            for (int i = 0; i < 10_000; i++) {
                culprit.send(part);
            }
        }));
        cases.add(multipart("mixed-types", "parts of different types in one reply", (culprit, reply) -> {
                    CraftedMessage part = reply.with("flags", Envelope.MORE);
                    culprit.send(part);
                    for (int type = 0; type < 20; type++) {
                        culprit.send(part.with("multipart_type", type));
                    }
                    culprit.send(part.with("multipart_type", 0xffff));
                })
                .refusedWith(Refusals.OF_TYPES));
        cases.add(multipart("flags", "parts with unknown flags", (culprit, reply) -> {
            for (int bit = 1; bit < 16; bit++) {
                culprit.send(reply.with("flags", 1 << bit));
            }
        }));
        cases.add(allowed(
                        "multipart/unasked-endless",
                        "30 MB of parts of a reply that has no end, and that was not requested",
                        probe -> {
                            ProbeSwitch culprit = probe.culprit();
                            CraftedMessage part = culprit.craft(description())
                                    .with("flags", Envelope.MORE)
                                    .append(new byte[PART_LENGTH])
                                    .withTrueLength();
                            for (int i = 0; i < PARTS; i++) {
                                culprit.send(part);
                            }
                        })
                .refusedWith(Refusals.OF_TYPES));
        cases.add(allowed("multipart/unasked-open", "5,000 replies of which only the first part is sent", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < 5000; i++) {
                culprit.send(culprit.craft(description()).with("flags", Envelope.MORE));
            }
        }));
    }

    /** Returns a case of a switch that does something before its multipart replies of the handshake. */
    private static ProbeCase multipart(String name, String what, ReplyHook before) {
        return inHandshake("multipart/" + name, what, (culprit, reply) -> {
            boolean isMultipart = reply.origin()
                    .filter(origin -> origin.message() instanceof MultipartReply)
                    .isPresent();
            if (isMultipart) {
                before.before(culprit, reply);
            }
        });
    }

    private static int bodyStart(Version version) {
        return version == Version.OF10 ? 12 : 16;
    }

    private static SwitchDescription description() {
        return new SwitchDescription("probe", "probe", "probe", "none", "probe");
    }
}
