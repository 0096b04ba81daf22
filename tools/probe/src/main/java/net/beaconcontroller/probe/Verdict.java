package net.beaconcontroller.probe;

import java.util.Arrays;
import java.util.Optional;
import net.beaconcontroller.net.Words;

/** How a controller took a scenario, from best to worst. */
public enum Verdict {
    /** It answered each faulty message with the error of the specification, and serves the culprit. */
    REFUSED("answered with the error of the specification; the switch is served"),
    /** It dropped faulty messages, or answered them with another error, and serves the culprit. */
    IGNORED("no reaction, or another error; the switch is served"),
    /** It closed the connection of the culprit. The culprit may connect again and is served. */
    CLOSED("the connection of the faulty switch was closed"),
    /** It did what a faulty message said. */
    OBEYED("the faulty message was executed"),
    /** The culprit is connected, but good messages of it are not answered. */
    STUCK("good messages of the faulty switch are not answered"),
    /** Another switch was not served, or late. */
    DISTURBED("another switch was not served in time"),
    /** The process ended, or accepts no switch any more. */
    DIED("the controller ended or accepts no switch");

    private final String meaning;

    Verdict(String meaning) {
        this.meaning = meaning;
    }

    /** Returns one line that explains the verdict. */
    public String meaning() {
        return meaning;
    }

    public boolean isWorseThan(Verdict other) {
        return compareTo(other) > 0;
    }

    /** Returns the verdict with this name in any case. */
    public static Optional<Verdict> ofName(String name) {
        return Arrays.stream(values())
                .filter(verdict -> verdict.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the name in lower case. */
    @Override
    public String toString() {
        return Words.of(this);
    }
}
