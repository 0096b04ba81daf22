package net.beaconcontroller.simulator.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.console.UsageException;

/** Seeds, from the first to the last. */
record SeedRange(long first, long last) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    static SeedRange parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            var range = new SeedRange(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
            if (range.first <= range.last) {
                return range;
            }
        }
        throw new UsageException(
                "--seeds %s: needs two numbers such as 1-1000, the first not above the second".formatted(text));
    }
}
