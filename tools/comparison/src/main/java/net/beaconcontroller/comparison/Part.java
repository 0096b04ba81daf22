package net.beaconcontroller.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.beaconcontroller.net.Words;

/** A part of the comparison: a question, with a file of data. */
enum Part {
    THROUGHPUT("How many packet-ins a second a saturated controller answers"),
    LATENCY("How long an answer takes, with one packet-in at a time"),
    SWITCHES("How the throughput depends on the number of switches"),
    HOSTS("How the throughput depends on the number of hosts"),
    RESOURCES("What a controller needs without load: time to start, memory, size"),
    ROBUSTNESS("How a controller takes faulty messages"),
    RELIABILITY("Whether a controller answers each packet-in of a day"),
    CBENCH("What cbench counts, the original one and that of this project");

    private final String question;

    Part(String question) {
        this.question = question;
    }

    /** Returns the question that the part answers. */
    String question() {
        return question;
    }

    /** Returns the names of the fields that identify a row. */
    List<String> key() {
        return switch (this) {
            case THROUGHPUT, LATENCY, SWITCHES, HOSTS -> Row.LOAD;
            case RESOURCES -> List.of(Row.CONTROLLER, Row.ROUND);
            case ROBUSTNESS -> List.of(Row.CONTROLLER, "openflow", "case");
            case RELIABILITY -> List.of(Row.CONTROLLER, "openflow", "rate");
            case CBENCH -> List.of(Row.CONTROLLER, "command", "program", Row.ROUND);
        };
    }

    /** Returns the name of the file and on the command line. */
    String keyword() {
        return Words.of(this);
    }

    static Optional<Part> named(String keyword) {
        return Arrays.stream(values())
                .filter(part -> part.keyword().equals(keyword))
                .findFirst();
    }

    /** Returns the keywords, separated by commas. */
    static String keywords() {
        return Arrays.stream(values()).map(Part::keyword).collect(Collectors.joining(", "));
    }
}
