package net.beaconcontroller.openflow.entry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.check.CanonicalMatch;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.SwitchDescription;

/**
 * A flow, group or meter that switches keep permanently. Immutable.
 *
 * @param name identifies the entry
 * @param switches the switches that it is for
 * @param versions the versions of OpenFlow that it is for; empty for all that can express it
 * @param text the entry in the notation of {@code ovs-ofctl}, as it was written
 * @param message the message that adds it: a {@link FlowMod}, see {@link #flow}, {@link GroupMod} or {@link MeterMod}
 * @param line the line of the file, from 1; 0 if it is of no file
 */
public record Entry(
        String name,
        Kind kind,
        SwitchSelector switches,
        Set<Version> versions,
        String text,
        Message message,
        int line) {
    /** The versions that controllers offer, newest last. */
    static final List<Version> ALL_VERSIONS =
            List.of(Version.OF10, Version.OF12, Version.OF13, Version.OF14, Version.OF15);

    /** The maximum length of a text, in characters. */
    public static final int MAX_TEXT = 60_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String VALID_NAME =
            "1 to 100 letters, digits, dots, hyphens and underscores, of which the first is a letter or digit";

    /** The reason of a notation error that is about a missing part. */
    private static final Pattern MISSING = Pattern.compile("column \\d+: needs (\\w+)=.*");

    public Entry {
        versions = Set.copyOf(versions);
    }

    /** Returns the word for a kind: flow, group or meter. */
    public static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a definition.
     *
     * @throws EntryException with the field that is wrong
     */
    public static Entry parse(Definition definition) {
        if (!definition.name().isEmpty() && !NAME.matcher(definition.name()).matches()) {
            throw refuse(definition, "name", definition.name(), "is not a name", VALID_NAME);
        }
        SwitchSelector switches;
        try {
            switches = SwitchSelector.parse(definition.switches());
        } catch (IllegalArgumentException e) {
            throw refuse(definition, "switches", "", String.valueOf(e.getMessage()), "");
        }
        Set<Version> versions = versions(definition);
        String text = definition.text().strip();
        Message message = message(definition, text);
        String name = definition.name().isEmpty() ? derivedName(message, switches, versions) : definition.name();
        return new Entry(name, definition.kind(), switches, versions, text, message, definition.line());
    }

    /** Returns the definition with the corrections of its text that the notation knows; the same one without any. */
    public static Definition corrected(Definition definition) {
        try {
            Message _ = read(definition.kind(), definition.text());
            return definition;
        } catch (NotationException e) {
            return e.correction()
                    .map(text -> corrected(definition.withText(text)))
                    .orElse(definition);
        }
    }

    private static EntryException refuse(Definition of, String field, String value, String reason, String valid) {
        return new EntryException(List.of(EntryProblem.error(of, field, value, reason, valid)));
    }

    private static Set<Version> versions(Definition definition) {
        var versions = EnumSet.noneOf(Version.class);
        for (String number : definition.versions()) {
            versions.add(Version.ofNumber(number)
                    .filter(ALL_VERSIONS::contains)
                    .orElseThrow(() -> refuse(
                            definition,
                            "versions",
                            number,
                            "is not a version of OpenFlow that Beacon supports",
                            "any of "
                                    + ALL_VERSIONS.stream()
                                            .map(Version::toString)
                                            .collect(Collectors.joining(", ")))));
        }
        return versions;
    }

    private static Message message(Definition definition, String text) {
        if (text.length() > MAX_TEXT) {
            throw refuse(definition, "text", text.length() + " characters", "is too long", "at most " + MAX_TEXT);
        }
        try {
            Message message = read(definition.kind(), text);
            return message instanceof FlowMod flow ? checkLasting(definition, flow) : message;
        } catch (NotationException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            Matcher missing = MISSING.matcher(reason);
            throw refuse(definition, missing.matches() ? missing.group(1) : fieldAt(text, e.column()), "", reason, "");
        }
    }

    private static Message read(Kind kind, String text) {
        return switch (kind) {
            case FLOW -> FlowMod.parse(text);
            case GROUP -> GroupMod.parse(text);
            case METER -> MeterMod.parse(text);
        };
    }

    /** Returns the key of the part of a text that has a column, {@code text} if there is none. */
    private static String fieldAt(String text, int column) {
        int at = Math.min(column - 1, text.length());
        int begin = at;
        while (begin > 0 && ", \t".indexOf(text.charAt(begin - 1)) < 0) {
            begin--;
        }
        String key = text.substring(begin).split("[=:,\\s(]", 2)[0];
        return key.isEmpty() ? "text" : key;
    }

    /** Refuses what a flow cannot have that the controller keeps in the switches. */
    private static FlowMod checkLasting(Definition definition, FlowMod flow) {
        if (flow.idleTimeout() != 0) {
            throw refuse(definition, "idle_timeout", "" + flow.idleTimeout(), "a static flow does not expire", "0");
        }
        if (flow.hardTimeout() != 0) {
            throw refuse(definition, "hard_timeout", "" + flow.hardTimeout(), "a static flow does not expire", "0");
        }
        if (flow.cookie() != 0) {
            throw refuse(
                    definition,
                    "cookie",
                    "0x%x".formatted(flow.cookie()),
                    "the controller sets the cookies of static flows, which identify them",
                    "no cookie");
        }
        return flow;
    }

    /** Returns a name that depends on what two entries of a switch cannot have in common. */
    private static String derivedName(Message message, SwitchSelector switches, Set<Version> versions) {
        var parts = new ArrayList<String>();
        String prefix =
                switch (message) {
                    case GroupMod group -> "group-" + group.groupId();
                    case MeterMod meter -> "meter-" + meter.meterId();
                    case FlowMod flow -> {
                        parts.add("%d %d %s"
                                .formatted(
                                        flow.tableId(),
                                        flow.priority(),
                                        CanonicalMatch.of(flow.match(), Version.OF15)));
                        yield "flow";
                    }
                    default -> throw new IllegalArgumentException("no entry: " + message);
                };
        if (!switches.equals(SwitchSelector.ALL)) {
            parts.add("on " + switches);
        }
        versions.stream().sorted().forEach(version -> parts.add("of " + version));
        if (parts.isEmpty()) {
            return prefix;
        }
        var checksum = new CRC32C();
        checksum.update(String.join("\n", parts).getBytes(UTF_8));
        return "%s-%08x".formatted(prefix, checksum.getValue());
    }

    /** Returns whether the entry is for a switch with a version. */
    public boolean isFor(long datapathId, SwitchDescription description, Version version) {
        return (versions.isEmpty() || versions.contains(version)) && switches.appliesTo(datapathId, description);
    }

    /**
     * Returns the message that adds the flow to a switch with a version.
     *
     * @throws ClassCastException if the entry is not a flow
     */
    public FlowMod flow(Version version) {
        FlowMod flow = (FlowMod) message;
        return flow.withInstructions(Instruction.inForm(flow.instructions(), version));
    }

    /** Returns the entry as it was written. */
    public Definition definition() {
        return new Definition(
                kind,
                name,
                switches.toString(),
                versions.stream().sorted().map(Version::toString).toList(),
                text,
                line);
    }

    /** Returns whether two entries are equal, wherever they were written. */
    public boolean isSameAs(Entry other) {
        return name.equals(other.name)
                && kind == other.kind
                && switches.equals(other.switches)
                && versions.equals(other.versions)
                && text.equals(other.text);
    }

    /** Returns the kind for a word, flow, group or meter, if it is one. */
    public static Optional<Kind> kindOf(String word) {
        return Arrays.stream(Kind.values())
                .filter(kind -> word(kind).equals(word))
                .findFirst();
    }
}
