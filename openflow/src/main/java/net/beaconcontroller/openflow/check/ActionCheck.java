package net.beaconcontroller.openflow.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Prerequisite;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.wire.FieldWriter;
import org.jspecify.annotations.Nullable;

/** Checks the lists of actions of flows and of buckets. */
final class ActionCheck {
    /** OFPM_MAX: the highest number of a meter. */
    static final long MAX_METER = 0xffff0000L;

    /** OFPQ_ALL: all queues, in requests. */
    private static final long ALL_QUEUES = 0xffffffffL;

    private static final int VLAN = 0x8100;
    private static final int PROVIDER_VLAN = 0x88a8;
    private static final int MPLS = 0x8847;
    private static final int MPLS_MULTICAST = 0x8848;
    private static final int PBB = 0x88e7;

    /** OFPMFF_ bits of {@link MeterFeatures#features}. */
    private static final int METER_IN_ACTION_SET = 1;

    private static final int METER_ANYWHERE = 1 << 1;
    private static final int METER_REPEATED = 1 << 2;

    private static final List<Prerequisite> TAGGED = Field.VLAN_PCP.prerequisites();

    /** The use of a list of actions. */
    private enum Use {
        /** Applied in order to the packets of a match. */
        APPLIED,
        /** Written to the action set of the packets of a match. Actions of other tables can be executed before them. */
        WRITTEN,
        /** The action set of a bucket, whose packets are unknown. */
        BUCKET
    }

    /** The groups and the meters that exist or will exist. */
    record Targets(Set<Long> groups, Set<Long> meters) {}

    private final Capabilities capabilities;
    private final Version version;
    private final Targets targets;
    private final Report report;

    ActionCheck(Capabilities capabilities, Targets targets, Report report) {
        this.capabilities = capabilities;
        this.version = capabilities.version();
        this.targets = targets;
        this.report = report;
    }

    /**
     * Checks applied actions.
     *
     * @param headers the known properties of the packets; changes with the actions
     * @param inPort the ingress port of the packets, or {@link PortNumber#ANY}
     */
    void applied(String path, List<Action> actions, Headers headers, long inPort, @Nullable TableLimits table) {
        var check = new ListCheck(Use.APPLIED, headers, inPort);
        check.types = table == null ? null : table.actions(true);
        check.setFields = table == null ? null : table.setFields(true);
        check.copyFields = table == null ? null : table.copyFields(true);
        check.all(path, actions);
    }

    /**
     * Checks actions that are written to the action set.
     *
     * @param headers the known properties of the packets; changes with the actions
     */
    void written(String path, List<Action> actions, Headers headers, @Nullable TableLimits table) {
        var check = new ListCheck(Use.WRITTEN, headers, PortNumber.ANY);
        check.types = table == null ? null : table.actions(false);
        check.setFields = table == null ? null : table.setFields(false);
        check.copyFields = table == null ? null : table.copyFields(false);
        check.all(path, actions);
    }

    /**
     * Checks the actions of a bucket.
     *
     * @param types the supported types; null if they are unknown
     */
    void bucket(String path, List<Action> actions, @Nullable Set<Integer> types) {
        var check = new ListCheck(Use.BUCKET, new Headers(version), PortNumber.ANY);
        check.types = types;
        check.all(path, actions);
    }

    /** Returns the name of an action in the specification. */
    static String nameOf(Action action) {
        return ActionTypes.in(Version.OF15)
                .nameOf(action)
                .or(() -> ActionTypes.in(Version.OF10).nameOf(action))
                .orElse("unknown");
    }

    /** Checks one list. */
    private final class ListCheck {
        private final Use use;
        private final Headers headers;
        private final long inPort;
        private @Nullable Set<Integer> types;
        private TableLimits.@Nullable Fields setFields;
        private TableLimits.@Nullable Fields copyFields;
        private boolean isMetered;

        ListCheck(Use use, Headers headers, long inPort) {
            this.use = use;
            this.headers = headers;
            this.inPort = inPort;
        }

        void all(String path, List<Action> actions) {
            var seen = new HashSet<String>();
            for (int i = 0; i < actions.size(); i++) {
                Action action = actions.get(i);
                String field = "%s[%d].%s".formatted(path, i, nameOf(action));
                if (isKnown(field, action)) {
                    check(field, action, i);
                }
                if (use != Use.APPLIED && !seen.add(keyInSet(action))) {
                    report.warning(
                            field, action, "replaces another action of its type", "one action of each type in a set");
                }
            }
            if (use != Use.APPLIED && seen.contains("group") && seen.contains("output")) {
                report.warning(path, "", "the group action replaces the output action", "one of both");
            }
        }

        /** Returns what two actions have in common of which an action set can have only one. */
        private static String keyInSet(Action action) {
            return action instanceof Action.SetField(Oxm oxm)
                    ? "set_field " + MatchPrinter.generic(oxm)
                    : action instanceof Action.Experimenter ? action.toString() : nameOf(action);
        }

        /** Checks whether the version and the table have the action, and whether its numbers fit their fields. */
        private boolean isKnown(String field, Action action) {
            if (action instanceof Action.Unknown) {
                report.error(field, action, "unknown type", "an action of the specification or of a vendor");
                return false;
            }
            if (action instanceof Action.SetField(Oxm oxm) && !isKnownField(field, action, oxm)) {
                return false;
            }
            var out = new Writer(64);
            try {
                new FieldWriter<>(action, out, version).typed(ActionTypes.in(version));
            } catch (UnsupportedByVersionException e) {
                report.error(
                        field,
                        action,
                        "OpenFlow %s does not have the action".formatted(version),
                        "an action of the version");
                return false;
            } catch (IllegalArgumentException e) {
                report.error(field, action, "out of range", String.valueOf(e.getMessage()));
                return false;
            }
            // The tables of Open vSwitch 3.1 do not describe the meter action, which it has.
            boolean isDescribed = !(action instanceof Action.ToMeter);
            if (isDescribed && types != null && !types.contains(ByteAccess.getUnsignedShort(out.array(), 0))) {
                report.error(field, action, "the switch does not support the action here", "another action");
                return false;
            }
            return true;
        }

        private boolean isKnownField(String path, Action action, Oxm oxm) {
            Field field = oxm.field().orElse(null);
            if (field == null && oxm.oxmClass() == Oxm.BASIC) {
                report.error(path, action, "unknown field", "a field of the specification or of a vendor");
                return false;
            }
            if (field != null && version != Version.OF10 && !version.isAtLeast(field.since())) {
                report.error(
                        path,
                        action,
                        "OpenFlow %s does not have the field".formatted(version),
                        "OpenFlow %s or later".formatted(field.since()));
                return false;
            }
            return true;
        }

        private void check(String path, Action action, int index) {
            switch (action) {
                case Action.Output(long port, int _) -> output(path, port);
                case Action.Enqueue(long port, long queueId) -> {
                    if (port != PortNumber.IN_PORT && port > MatchCheck.lastPort(version)) {
                        report.error(path, action, "the port has no queues", "a physical port or IN_PORT");
                    } else {
                        output(path, port);
                    }
                    queue(path, action, queueId);
                }
                case Action.SetQueue(long queueId) -> queue(path, action, queueId);
                case Action.SetField(Oxm oxm) -> setField(path, action, oxm);
                case Action.CopyField copy -> copyField(path, copy);
                case Action.PushVlan(int etherType) -> {
                    etherType(path, action, etherType, VLAN, PROVIDER_VLAN);
                    headers.pushVlan();
                }
                case Action.PopVlan() -> {
                    require(path, action, TAGGED);
                    headers.popVlan();
                }
                case Action.PushMpls(int etherType) -> {
                    etherType(path, action, etherType, MPLS, MPLS_MULTICAST);
                    headers.setEtherType(etherType);
                }
                case Action.PopMpls(int etherType) -> {
                    require(path, action, Field.MPLS_LABEL.prerequisites());
                    headers.setEtherType(etherType);
                }
                case Action.PushPbb(int etherType) -> {
                    etherType(path, action, etherType, PBB, PBB);
                    headers.setEtherType(etherType);
                }
                case Action.PopPbb() -> {
                    require(path, action, Field.PBB_ISID.prerequisites());
                    headers.forgetPayload();
                }
                case Action.SetMplsTtl _, Action.DecrementMplsTtl _, Action.CopyTtlOut _, Action.CopyTtlIn _ ->
                    require(path, action, Field.MPLS_LABEL.prerequisites());
                case Action.SetIpTtl _, Action.DecrementIpTtl _ ->
                    require(path, action, Field.IP_PROTO.prerequisites());
                case Action.ToGroup(long groupId) -> group(path, groupId);
                case Action.ToMeter(long meterId) -> {
                    meter(path, action, meterId);
                    meterPosition(path, action, index);
                }
                case Action.Experimenter _, Action.Unknown _ -> {}
            }
        }

        private void output(String path, long port) {
            boolean numbered = port > 0 && port <= MatchCheck.lastPort(version);
            boolean reserved = port >= PortNumber.IN_PORT && port != PortNumber.TABLE && port != PortNumber.ANY;
            if (!numbered && !reserved) {
                boolean table = port == PortNumber.TABLE;
                report.error(
                        path,
                        PortNumber.toString(port),
                        table ? "only packet-outs can output to TABLE" : "invalid port",
                        "1 to %d, IN_PORT, NORMAL, FLOOD, ALL, CONTROLLER or LOCAL"
                                .formatted(MatchCheck.lastPort(version)));
            } else if (port == inPort) {
                report.warning(path, port, "the switch drops packets to their ingress port", "IN_PORT");
            } else if (numbered && !capabilities.mayHavePort(port)) {
                report.warning(path, port, "the switch does not have the port", "a port of the switch");
            }
        }

        private void queue(String path, Action action, long queueId) {
            if (queueId == ALL_QUEUES) {
                report.error(path, action, "not the number of a queue", "0 to %d".formatted(ALL_QUEUES - 1));
            }
        }

        private void etherType(String path, Action action, int etherType, int one, int other) {
            if (etherType != one && etherType != other) {
                report.error(
                        path,
                        action,
                        "wrong Ethernet type",
                        one == other ? "0x%04x".formatted(one) : "0x%04x or 0x%04x".formatted(one, other));
            }
        }

        private void setField(String path, Action action, Oxm oxm) {
            Field field = oxm.field().orElse(null);
            boolean settable = setFields == null ? field == null || field.isSettable() : setFields.has(oxm);
            if (!settable) {
                report.error(path, action, "the field cannot be set", "another field");
                return;
            }
            if (oxm.mask() != null && !version.isAtLeast(Version.OF15)) {
                report.error(path, action, "a mask before OpenFlow 1.5", "a value without a mask");
                return;
            }
            if (field == null
                    || !MatchCheck.requireFits(report, path, oxm, field)
                    || !MatchCheck.requireWithinMask(report, path, oxm)) {
                return;
            }
            if (field == Field.VLAN_VID && oxm.mask() == null && (oxm.value().toLong() & Field.VLAN_PRESENT) == 0) {
                report.error(path, action, "bit 0x1000 is not set", "a VLAN id with the bit, or pop_vlan");
                return;
            }
            boolean inTag = field == Field.VLAN_VID || field == Field.VLAN_PCP;
            if (inTag && version == Version.OF10) {
                // OpenFlow 1.0 adds a tag if there is none.
                headers.pushVlan();
            } else {
                require(path, action, inTag ? TAGGED : field.prerequisites());
            }
        }

        private void copyField(String path, Action.CopyField copy) {
            byte[] ids = copy.fields().toArray();
            int sourceLength = idLength(ids, 0);
            int targetLength = sourceLength == 0 ? 0 : idLength(ids, sourceLength);
            if (targetLength == 0) {
                report.error(path, copy, "incomplete headers", "the OXM headers of two fields");
                return;
            }
            if (copy.bits() == 0) {
                report.error(path, copy, "no bits", "1 bit or more");
                return;
            }
            Field source = fieldOf(ids, 0);
            Field target = fieldOf(ids, sourceLength);
            if (!isTarget(target, ByteAccess.getUnsignedShort(ids, sourceLength))) {
                report.error(path, copy, "the target field cannot be set", "another field");
                return;
            }
            if (requireBits(path, copy, source, copy.sourceOffset())
                    && requireBits(path, copy, target, copy.targetOffset())) {
                require(path, copy, source == null ? List.of() : source.prerequisites());
                require(path, copy, target == null ? List.of() : target.prerequisites());
            }
        }

        private boolean isTarget(@Nullable Field target, int oxmClass) {
            if (target == null) {
                return oxmClass != Oxm.BASIC;
            }
            return copyFields == null ? target.isSettable() : copyFields.has(target);
        }

        /** Returns the length of an OXM header and its experimenter id, or 0 if it is incomplete. */
        private static int idLength(byte[] ids, int at) {
            if (at + Integer.BYTES > ids.length) {
                return 0;
            }
            boolean vendor = ByteAccess.getUnsignedShort(ids, at) == Oxm.EXPERIMENTER;
            int length = vendor ? 2 * Integer.BYTES : Integer.BYTES;
            return at + length > ids.length ? 0 : length;
        }

        private static @Nullable Field fieldOf(byte[] ids, int at) {
            int header = ByteAccess.getInt(ids, at);
            return header >>> 16 == Oxm.BASIC
                    ? Field.ofNumber(header >> 9 & 0x7f).orElse(null)
                    : null;
        }

        private boolean requireBits(String path, Action.CopyField copy, @Nullable Field field, int offset) {
            if (field == null || offset + copy.bits() <= field.bits()) {
                return true;
            }
            report.error(
                    path,
                    copy,
                    "bits beyond the end of the field",
                    "at most %d bits from bit %d on".formatted(Math.max(0, field.bits() - offset), offset));
            return false;
        }

        private void group(String path, long groupId) {
            if (groupId > GroupNumber.MAX) {
                report.error(path, GroupNumber.toString(groupId), "out of range", "0 to " + GroupNumber.MAX);
            } else if (!targets.groups.contains(groupId)) {
                report.error(path, groupId, "unknown group", "a group of the switch");
            }
        }

        private void meterPosition(String path, Action action, int index) {
            MeterFeatures features = capabilities.meterFeatures();
            long uses = features == null ? -1 : features.features();
            if (use != Use.APPLIED && (uses & METER_IN_ACTION_SET) == 0) {
                report.error(path, action, "the switch has no meters in action sets", "apply-actions");
            } else if (index > 0 && (uses & METER_ANYWHERE) == 0) {
                report.error(path, action, "the switch has meters at the start only", "the first action");
            } else if (isMetered && (uses & METER_REPEATED) == 0) {
                report.error(path, action, "the switch has one meter in a list", "one meter action");
            }
            isMetered = true;
        }

        /**
         * Reports an action on a header that the packets do not have. Switches refuse it in applied actions, and where
         * it sets a field of the packets of a match. Elsewhere it has no effect.
         */
        private void require(String path, Action action, List<Prerequisite> conditions) {
            Headers.Fit fit = headers.fit(conditions);
            boolean sets = action instanceof Action.SetField || action instanceof Action.CopyField;
            boolean strict = version != Version.OF10 && (use == Use.APPLIED || (use == Use.WRITTEN && sets));
            String valid = MatchCheck.text(conditions) + ", by the match or the actions before";
            if (fit == Headers.Fit.CONTRADICTED && !strict) {
                report.warning(path, action, "no effect, the packets do not have the header", valid);
            } else if (fit == Headers.Fit.CONTRADICTED) {
                report.error(path, action, "the packets do not have the header", valid);
            } else if (fit == Headers.Fit.UNKNOWN && strict) {
                report.error(path, action, "packets can lack the header", valid);
            }
        }
    }

    /** Checks the number of a meter that an instruction or an action refers to. */
    void meter(String path, Object value, long meterId) {
        if (meterId < 1 || meterId > MAX_METER) {
            report.error(path, meterId == MeterMod.ALL ? "ALL" : meterId, "out of range", "1 to " + MAX_METER);
        } else if (!targets.meters.contains(meterId)) {
            report.error(path, value, "unknown meter", "a meter of the switch");
        }
    }
}
