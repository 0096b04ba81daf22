package net.beaconcontroller.openflow.entry;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if entries are refused. Nothing has changed then. */
public final class EntryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final int MAX_IN_MESSAGE = 20;

    private final transient List<EntryProblem> problems;

    /** Creates an exception whose message has the first problems, one in each line. */
    public EntryException(List<EntryProblem> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    private static String message(List<EntryProblem> problems) {
        String first = problems.stream()
                .limit(MAX_IN_MESSAGE)
                .map(EntryProblem::toString)
                .collect(Collectors.joining("\n"));
        int left = problems.size() - MAX_IN_MESSAGE;
        return left <= 0 ? first : "%s\nand %d more".formatted(first, left);
    }

    public List<EntryProblem> problems() {
        return problems;
    }
}
