package net.beaconcontroller.probe;

/** A controller did not do what a scenario expects of it. */
public final class ExpectationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Verdict verdict;

    /**
     * Creates an exception.
     *
     * @param verdict how the controller took the scenario
     * @param message the expectation, and what happened
     */
    public ExpectationFailedException(Verdict verdict, String message) {
        super(message);
        this.verdict = verdict;
    }

    public Verdict verdict() {
        return verdict;
    }
}
