package net.beaconcontroller.core.pipeline;

import java.util.Arrays;
import java.util.Optional;

/** The line of code that a thread executes, as messages state it. */
public final class CallSite {
    private CallSite() {}

    /** Returns the innermost call of a stack that is not one of the JDK. */
    public static Optional<StackTraceElement> outsideJdk(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> !isOfJdk(frame.getClassName()))
                .findFirst();
    }

    private static boolean isOfJdk(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.");
    }
}
