package net.beaconcontroller.core.session;

import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory of all multipart replies of which parts are missing. When they take too much, the longest one is
 * refused, so that a switch that sends without end only loses its own. Thread-safe.
 */
public final class UnfinishedReplies {
    /** A multipart reply. */
    static final class Reply {
        private final Session session;
        private final Runnable refuse;
        private long length;

        /**
         * Creates an empty reply.
         *
         * @param refuse called on the executor of the session, to refuse the reply
         */
        Reply(Session session, Runnable refuse) {
            this.session = session;
            this.refuse = refuse;
        }
    }

    private final long limit;
    private final RateLimitedLog log;
    private final Set<Reply> replies = new LinkedHashSet<>();
    private long total;
    private long refused;

    public UnfinishedReplies(ControllerOptions.Limits limits, Threads threads) {
        log = new RateLimitedLog(System.getLogger(UnfinishedReplies.class.getName()), 10, threads);
        limit = limits.unfinishedAnswers();
    }

    /** Adds the length of a part. Refuses the longest reply if there is too much. */
    void add(Reply reply, int partLength) {
        @Nullable Reply longest = null;
        synchronized (this) {
            replies.add(reply);
            reply.length += partLength;
            total += partLength;
            if (total > limit) {
                longest = replies.stream()
                        .max(Comparator.comparingLong(each -> each.length))
                        .orElseThrow();
                remove(longest);
                refused++;
            }
        }
        if (longest != null) {
            log.log(
                    Level.WARNING,
                    "refused a multipart reply of switch %s: %,d bytes, the longest with missing parts; %s=%d"
                            .formatted(longest.session, longest.length, "io.unfinished-answers", limit));
            longest.session.executeOwn(longest.refuse);
        }
    }

    /** Removes a reply that is complete, or not expected any more. */
    synchronized void remove(Reply reply) {
        if (replies.remove(reply)) {
            total -= reply.length;
        }
    }

    /** Returns the number of replies that were refused. */
    public synchronized long refused() {
        return refused;
    }
}
