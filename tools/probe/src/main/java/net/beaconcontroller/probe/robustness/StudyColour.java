package net.beaconcontroller.probe.robustness;

import java.util.Optional;
import net.beaconcontroller.net.Words;

/**
 * The colours of Table 2 of "Advanced Study of SDN/OpenFlow controllers" (CEE-SECR 2013), section 5.3, for the cases of
 * its tests.
 */
public enum StudyColour {
    /** The controller passed the test: it refused or dropped the messages. */
    GREEN("the faulty messages were refused or dropped"),
    /**
     * The controller neither crashed nor closed the connection, but did not detect the error: it answered a message as
     * a good one, or waits for the rest of it.
     */
    YELLOW("the error was not detected: a faulty message was answered, or the switch is not served any more"),
    /** The controller closed the connection. */
    ORANGE("the connection was closed"),
    /** The controller crashed, or did not serve other switches. */
    RED("the controller crashed, or did not serve other switches");

    /** The group of the tests of the study. */
    private static final String GROUP = "study";

    private final String meaning;

    StudyColour(String meaning) {
        this.meaning = meaning;
    }

    /** Returns one line that explains the colour. */
    public String meaning() {
        return meaning;
    }

    /** Returns whether the study has a case. */
    public static boolean has(ProbeCase probeCase) {
        return probeCase.group().equals(GROUP);
    }

    /** Returns the colour of an outcome; empty if the study does not have its case. */
    public static Optional<StudyColour> of(Outcome outcome) {
        if (!has(outcome.probeCase())) {
            return Optional.empty();
        }
        return Optional.of(
                switch (outcome.verdict()) {
                    case REFUSED, IGNORED -> outcome.isAnswered() ? YELLOW : GREEN;
                    case OBEYED, STUCK -> YELLOW;
                    case CLOSED -> ORANGE;
                    case DISTURBED, DIED -> RED;
                });
    }

    /** Returns the name in lower case. */
    @Override
    public String toString() {
        return Words.of(this);
    }
}
