package net.beaconcontroller.openflow.check;

import static java.util.stream.Collectors.joining;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.OxmNotation;
import net.beaconcontroller.openflow.match.Prerequisite;
import org.jspecify.annotations.Nullable;

/** Checks the match of a flow. */
final class MatchCheck {
    /** OFPXMC_NXM_0 and OFPXMC_NXM_1: the fields of Open vSwitch before OpenFlow 1.2. */
    private static final int LAST_NXM_CLASS = 1;

    /** OFPXMC_PACKET_REGS, OpenFlow 1.5. */
    private static final int PACKET_REGISTERS = 0x8001;

    /** OpenFlow 1.0 has eight bits for the opcode. */
    private static final int MAX_ARP_OP_10 = 0xff;

    private static final Set<Field> ETHERNET =
            EnumSet.of(Field.ETH_DST, Field.ETH_SRC, Field.ETH_TYPE, Field.VLAN_VID, Field.VLAN_PCP);

    private final Capabilities capabilities;
    private final Version version;
    private final Report report;
    private final @Nullable TableLimits table;

    MatchCheck(Capabilities capabilities, Report report, @Nullable TableLimits table) {
        this.capabilities = capabilities;
        this.version = capabilities.version();
        this.report = report;
        this.table = table;
    }

    /** Checks the match and returns the known properties of its packets. */
    Headers check(Match match) {
        var headers = new Headers(version);
        match.fields().forEach(headers::learn);
        var soFar = new Headers(version);
        var seen = new HashSet<String>();
        for (Oxm oxm : match.fields()) {
            String path = "match." + oxm.specificationName();
            if (!seen.add(MatchPrinter.generic(oxm))) {
                report.error(path, valueOf(oxm), "duplicate field", "one value for each field");
            } else if (isKnown(path, oxm) && isValid(path, oxm)) {
                checkPrerequisites(path, oxm, soFar, headers);
                checkTable(path, oxm);
            }
            soFar.learn(oxm);
        }
        checkWildcards(match, headers);
        return headers;
    }

    /** Returns the value, and the mask if there is one. */
    static String valueOf(Oxm oxm) {
        return oxm.field()
                .map(field -> OxmNotation.print(field, oxm.value(), oxm.mask()))
                .orElseGet(() -> MatchPrinter.genericValue(oxm));
    }

    private boolean isKnown(String path, Oxm oxm) {
        Field field = oxm.field().orElse(null);
        if (!isKnownClass(oxm) || (field == null && oxm.oxmClass() == Oxm.BASIC)) {
            report.error(path, valueOf(oxm), "unknown field", "a field of the specification or of a vendor");
            return false;
        }
        if (version != Version.OF10 && field != null && !version.isAtLeast(field.since())) {
            report.error(
                    path,
                    valueOf(oxm),
                    "OpenFlow %s does not have the field".formatted(version),
                    "OpenFlow %s or later".formatted(field.since()));
            return false;
        }
        return true;
    }

    private boolean isKnownClass(Oxm oxm) {
        return switch (oxm.oxmClass()) {
            case Oxm.BASIC, Oxm.EXPERIMENTER -> true;
            case PACKET_REGISTERS -> version.isAtLeast(Version.OF15);
            default -> oxm.oxmClass() <= LAST_NXM_CLASS;
        };
    }

    private boolean isValid(String path, Oxm oxm) {
        Field field = oxm.field().orElse(null);
        boolean valid =
                (field == null || requireFits(report, path, oxm, field)) && requireWithinMask(report, path, oxm);
        valid = valid && (field == null || (isValidMask(path, oxm, field) && isValidValue(path, oxm, field)));
        return valid && (version != Version.OF10 || isIn10(path, oxm));
    }

    /** Reports a value or a mask with more bits than the field has. */
    static boolean requireFits(Report report, String path, Oxm oxm, Field field) {
        boolean fits = field.bits() >= Long.SIZE
                || ((oxm.value().toLong() | (oxm.mask() == null ? 0 : oxm.mask().toLong())) >>> field.bits()) == 0;
        if (!fits) {
            report.error(
                    path,
                    valueOf(oxm),
                    "out of range",
                    "0 to %d, the %d bits of the field".formatted((1L << field.bits()) - 1, field.bits()));
        }
        return fits;
    }

    /** Reports bits of the value that the mask does not have. */
    static boolean requireWithinMask(Report report, String path, Oxm oxm) {
        Bytes mask = oxm.mask();
        for (int i = 0; mask != null && i < mask.length(); i++) {
            if ((oxm.value().at(i) & ~mask.at(i)) != 0) {
                report.error(path, valueOf(oxm), "the value has bits outside the mask", "zeros outside the mask");
                return false;
            }
        }
        return true;
    }

    private boolean isValidMask(String path, Oxm oxm, Field field) {
        TableLimits.Fields supported = table == null ? null : table.match();
        boolean valid = oxm.mask() == null || (supported == null ? field.isMaskable() : supported.isMaskable(oxm));
        if (!valid) {
            String where = supported == null ? "the field" : "the field in table " + tableId();
            report.error(path, valueOf(oxm), where + " cannot have a mask", "a value without a mask");
        }
        return valid;
    }

    private boolean isValidValue(String path, Oxm oxm, Field field) {
        long value = oxm.value().toLong();
        if (oxm.mask() != null) {
            return true;
        }
        if (field == Field.VLAN_VID && value != 0 && (value & Field.VLAN_PRESENT) == 0) {
            report.error(
                    path,
                    valueOf(oxm),
                    "bit 0x1000 is not set",
                    "0x%04x for a tagged frame, 0x0000 for an untagged one".formatted(value | Field.VLAN_PRESENT));
            return false;
        }
        if (field == Field.IN_PORT || field == Field.IN_PHY_PORT) {
            return isIngressPort(path, oxm, value);
        }
        return true;
    }

    private boolean isIngressPort(String path, Oxm oxm, long port) {
        boolean numbered = port > 0 && port <= lastPort(version);
        if (!numbered && port != PortNumber.LOCAL && port != PortNumber.CONTROLLER) {
            report.error(
                    path,
                    valueOf(oxm),
                    "no packet has this ingress port",
                    "1 to %d, LOCAL or CONTROLLER".formatted(lastPort(version)));
            return false;
        }
        if (numbered && !capabilities.mayHavePort(port)) {
            report.warning(path, valueOf(oxm), "the switch does not have the port", "a port of the switch");
        }
        return true;
    }

    /** Returns the highest number of a physical or logical port. */
    static long lastPort(Version version) {
        return version == Version.OF10 ? (PortNumber.MAX & 0xffff) - 1 : PortNumber.MAX;
    }

    /** Checks a field against the twelve fields of OpenFlow 1.0, which are those that the codec translates. */
    private boolean isIn10(String path, Oxm oxm) {
        try {
            Match.CODEC.write(Match.of(oxm), new Writer(Match10.LENGTH), version);
        } catch (UnsupportedByVersionException e) {
            report.error(
                    path,
                    valueOf(oxm),
                    "OpenFlow 1.0 does not have the field or the mask",
                    "one of the twelve fields of OpenFlow 1.0; masks are prefixes of IPv4 addresses");
            return false;
        }
        boolean fits = oxm.field().orElse(null) != Field.ARP_OP || oxm.value().toLong() <= MAX_ARP_OP_10;
        if (!fits) {
            report.error(path, valueOf(oxm), "out of range in OpenFlow 1.0", "0 to " + MAX_ARP_OP_10);
        }
        return fits;
    }

    private void checkPrerequisites(String path, Oxm oxm, Headers soFar, Headers all) {
        Field field = oxm.field().orElse(null);
        if (field == null) {
            return;
        }
        if (ETHERNET.contains(field) && !all.areEthernet()) {
            report.error(
                    path,
                    valueOf(oxm),
                    "packet_type excludes Ethernet frames",
                    "packet_type=(0,0x0) or no packet_type");
            return;
        }
        // OpenFlow 1.0 has fixed fields and can match any tag by its priority alone.
        List<Prerequisite> conditions = version == Version.OF10
                        && field == Field.VLAN_PCP
                        && all.fit(field.prerequisites()) == Headers.Fit.UNKNOWN
                ? List.of()
                : field.prerequisites();
        for (Prerequisite condition : conditions) {
            Headers.Fit fit = all.fit(condition);
            String other = nameOf(condition.field());
            if (fit == Headers.Fit.CONTRADICTED) {
                report.error(path, valueOf(oxm), other + " has another value", text(conditions));
                return;
            }
            if (fit == Headers.Fit.UNKNOWN) {
                report.error(path, valueOf(oxm), other + " is missing", text(conditions));
                return;
            }
            if (version != Version.OF10 && soFar.fit(condition) != Headers.Fit.MET) {
                report.error(path, valueOf(oxm), other + " follows it", other + " before it in the match");
                return;
            }
        }
    }

    static String text(List<Prerequisite> conditions) {
        return conditions.stream().map(Prerequisite::toString).collect(joining(", "));
    }

    private static String nameOf(Field field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    private void checkTable(String path, Oxm oxm) {
        TableLimits.Fields supported = table == null ? null : table.match();
        if (table == null || supported == null) {
            return;
        }
        if (!supported.has(oxm)) {
            report.error(path, valueOf(oxm), "table %d cannot match it".formatted(tableId()), "a field of the table");
        } else if (oxm.field().orElse(null) == Field.METADATA) {
            long mask = oxm.mask() == null ? -1 : oxm.mask().toLong();
            long matched = table.features().metadataMatch();
            if ((mask & ~matched) != 0) {
                report.error(
                        path,
                        valueOf(oxm),
                        "table %d cannot match all of the bits".formatted(tableId()),
                        "bits of 0x%x".formatted(matched));
            }
        }
    }

    /** Reports fields that the table cannot wildcard, if the packets have them. */
    private void checkWildcards(Match match, Headers headers) {
        TableLimits.Fields supported = table == null ? null : table.match();
        TableLimits.Fields wildcards = table == null ? null : table.wildcards();
        if (supported == null || wildcards == null || match.fields().isEmpty()) {
            return;
        }
        for (Field field : Field.values()) {
            boolean required = supported.has(field)
                    && !wildcards.has(field)
                    && headers.fit(field.prerequisites()) == Headers.Fit.MET;
            if (required && match.of(field).isEmpty()) {
                report.error(
                        "match." + nameOf(field),
                        "",
                        "missing; table %d cannot wildcard it".formatted(tableId()),
                        "a value");
            }
        }
    }

    private int tableId() {
        return table == null ? 0 : table.features().tableId();
    }
}
