package net.beaconcontroller.openflow.entry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.multipart.SwitchDescription;

/** The switches that an entry is for: those to which one of the conditions applies. */
public final class SwitchSelector {
    /** The text of {@link #ALL}. */
    static final String ALL_TEXT = "all";

    /** All switches. */
    public static final SwitchSelector ALL = new SwitchSelector(List.of(new IdRange(0, -1)), ALL_TEXT);

    private static final String VALID =
            "all, or a list of datapath ids, ranges such as 1-ff, and conditions such as hardware=Open vSwitch*, "
                    + "separated by commas";

    private static final Pattern ID = Pattern.compile("\\p{XDigit}{1,16}");

    private final List<Condition> conditions;
    private final String text;

    private SwitchSelector(List<Condition> conditions, String text) {
        this.conditions = List.copyOf(conditions);
        this.text = text;
    }

    private sealed interface Condition {
        boolean appliesTo(long datapathId, SwitchDescription description);
    }

    /** Datapath ids from the first to the last, as unsigned numbers. */
    private record IdRange(long first, long last) implements Condition {
        boolean contains(long datapathId) {
            return Long.compareUnsigned(datapathId, first) >= 0 && Long.compareUnsigned(datapathId, last) <= 0;
        }

        @Override
        public boolean appliesTo(long datapathId, SwitchDescription description) {
            return contains(datapathId);
        }
    }

    /** A text of the description of the switch that matches a pattern. */
    private record Described(Property property, Pattern pattern) implements Condition {
        @Override
        public boolean appliesTo(long datapathId, SwitchDescription description) {
            return pattern.matcher(property.of(description)).matches();
        }
    }

    private enum Property {
        MANUFACTURER,
        HARDWARE,
        SOFTWARE,
        SERIAL,
        DATAPATH;

        String of(SwitchDescription description) {
            return switch (this) {
                case MANUFACTURER -> description.manufacturer();
                case HARDWARE -> description.hardware();
                case SOFTWARE -> description.software();
                case SERIAL -> description.serialNumber();
                case DATAPATH -> description.datapath();
            };
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Parses the switches that an entry is for: {@code all}, or conditions that are separated by commas. Each is a
     * datapath id ({@code 00000000000000a1} or {@code a1}), a range of ids ({@code 1-ff}), or a property of the
     * description with a pattern ({@code hardware=Open vSwitch*}), in which {@code *} stands for any text.
     *
     * @throws IllegalArgumentException with the wrong part and the valid ones
     */
    public static SwitchSelector parse(String text) {
        String stripped = text.strip();
        if (stripped.equals(ALL_TEXT)) {
            return ALL;
        }
        var conditions = new ArrayList<Condition>();
        for (String part : stripped.split(",", -1)) {
            conditions.add(condition(part.strip()));
        }
        return new SwitchSelector(conditions, stripped);
    }

    private static Condition condition(String part) {
        int equals = part.indexOf('=');
        if (equals >= 0) {
            String name = part.substring(0, equals).strip();
            return Arrays.stream(Property.values())
                    .filter(property -> property.word().equals(name))
                    .findFirst()
                    .map(property -> new Described(property, glob(part.substring(equals + 1))))
                    .orElseThrow(() -> new IllegalArgumentException("%s: unknown property %s; needs one of %s"
                            .formatted(
                                    part,
                                    name,
                                    Arrays.stream(Property.values())
                                            .map(Property::word)
                                            .collect(Collectors.joining(", ")))));
        }
        String[] ids = part.split("-", -1);
        if (ids.length > 2 || !Arrays.stream(ids).allMatch(id -> ID.matcher(id).matches())) {
            throw new IllegalArgumentException("'%s' is not a switch; needs %s".formatted(part, VALID));
        }
        long first = DatapathId.parse(ids[0]);
        long last = DatapathId.parse(ids[ids.length - 1]);
        if (Long.compareUnsigned(first, last) > 0) {
            throw new IllegalArgumentException(
                    "%s: needs a range whose first id is not above its last".formatted(part));
        }
        return new IdRange(first, last);
    }

    private static Pattern glob(String glob) {
        return Pattern.compile(
                Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }

    /** Returns whether an entry is for a switch. */
    public boolean appliesTo(long datapathId, SwitchDescription description) {
        return conditions.stream().anyMatch(condition -> condition.appliesTo(datapathId, description));
    }

    /** Returns the datapath ids that the text names one by one. */
    public Set<Long> namedIds() {
        return conditions.stream()
                .flatMap(condition -> condition instanceof IdRange range && range.first == range.last
                        ? Stream.of(range.first)
                        : Stream.empty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns datapath ids to which conditions apply: of each id and range the first. */
    Set<Long> sampleIds() {
        return equals(ALL)
                ? Set.of()
                : conditions.stream()
                        .flatMap(condition ->
                                condition instanceof IdRange range ? Stream.of(range.first) : Stream.empty())
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether a range of datapath ids selects a switch, so that its description is not needed. */
    boolean hasId(long datapathId) {
        return conditions.stream()
                .anyMatch(condition -> condition instanceof IdRange range && range.contains(datapathId));
    }

    /** Returns whether it depends on the description of a switch, and not on its datapath id alone. */
    boolean dependsOnDescription() {
        return conditions.stream().anyMatch(Described.class::isInstance);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SwitchSelector that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return text;
    }
}
