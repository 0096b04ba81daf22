package net.beaconcontroller.probe.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.probe.CraftedMessage;

/**
 * Makes a case smaller and more correct while it still fails: drops messages, then restores messages, then restores
 * fields. For use by one thread.
 */
final class Minimizer {
    /** Runs cases. */
    @FunctionalInterface
    interface Test {
        /** Returns whether a case fails as the first one does. */
        boolean fails(FuzzCase candidate) throws IOException, InterruptedException;
    }

    private final Test test;
    private final long endNanos;

    /**
     * Creates a minimizer.
     *
     * @param limit the time after which no further case is tried
     */
    Minimizer(Test test, Duration limit) {
        this.test = test;
        this.endNanos = System.nanoTime() + limit.toNanos();
    }

    /** Returns the smallest case that was found. */
    FuzzCase minimize(FuzzCase failing) throws IOException, InterruptedException {
        FuzzCase best = dropMessages(failing);
        if (best.segment() != 0) {
            best = better(best, new FuzzCase(best.version(), 0, best.messages()));
        }
        for (int i = 0; i < best.messages().size(); i++) {
            best = restore(best, i);
        }
        return best;
    }

    private FuzzCase dropMessages(FuzzCase failing) throws IOException, InterruptedException {
        FuzzCase best = failing;
        for (int size = best.messages().size() / 2; size >= 1; size /= 2) {
            int at = 0;
            while (at < best.messages().size() && best.messages().size() > 1) {
                var fewer = new ArrayList<>(best.messages());
                fewer.subList(at, Math.min(fewer.size(), at + size)).clear();
                FuzzCase tried = fewer.isEmpty() ? best : better(best, best.with(fewer));
                if (tried == best) {
                    at += size;
                }
                best = tried;
            }
        }
        return best;
    }

    private FuzzCase restore(FuzzCase failing, int index) throws IOException, InterruptedException {
        FuzzMessage message = failing.messages().get(index);
        if (message.original().isEmpty() || !message.isChanged()) {
            return failing;
        }
        CraftedMessage original = message.original().get();
        byte[] right = original.bytes();
        FuzzCase best = better(failing, with(failing, index, message.with(right)));
        if (best != failing || right.length != message.sent().length()) {
            return best;
        }
        for (FieldLocation field : original.fields()) {
            byte[] bytes = best.messages().get(index).sent().toArray();
            System.arraycopy(right, field.offset(), bytes, field.offset(), field.size());
            best = better(best, with(best, index, message.with(bytes)));
        }
        return best;
    }

    private static FuzzCase with(FuzzCase all, int index, FuzzMessage message) {
        List<FuzzMessage> messages = new ArrayList<>(all.messages());
        messages.set(index, message);
        return all.with(messages);
    }

    /** Returns the candidate if it differs and fails, else the best case so far. */
    private FuzzCase better(FuzzCase best, FuzzCase candidate) throws IOException, InterruptedException {
        boolean isNew = !candidate.bytes().equals(best.bytes()) || candidate.segment() != best.segment();
        return isNew && System.nanoTime() - endNanos < 0 && test.fails(candidate) ? candidate : best;
    }
}
