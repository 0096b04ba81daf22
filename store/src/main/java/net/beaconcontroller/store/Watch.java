package net.beaconcontroller.store;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Watcher;

/** A watch: a virtual thread that reads the history of a namespace and calls the watcher. */
final class Watch implements Registration {
    private static final System.Logger LOG = System.getLogger(Watch.class.getPackageName());

    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String namespace;
    private final String prefix;
    private final Watcher<String> watcher;
    private final History history;
    private final Watches watches;
    private final Time time;
    private final ThreadHandle thread;
    private volatile boolean closed;
    /** The revision of the last commit that the watcher has received. For the thread. */
    private long received;

    Watch(String namespace, String prefix, Watcher<String> watcher, History history, Watches watches, Threads threads) {
        this.time = threads.time();
        this.namespace = namespace;
        this.prefix = prefix;
        this.watcher = watcher;
        this.history = history;
        this.watches = watches;
        thread = threads.newBlockingThread("beacon-watch-%s/%s".formatted(namespace, prefix), this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            try {
                readSnapshot();
                readHistory();
            } catch (InterruptedException _) {
                // The watch is closed.
            } catch (RuntimeException | Error e) {
                if (!closed) {
                    LOG.log(Level.ERROR, "watch of %s/%s failed; it is repeated".formatted(namespace, prefix), e);
                    pause();
                }
            }
        }
    }

    private void readSnapshot() {
        Readers.Snapshot snapshot = watches.snapshot(namespace, prefix);
        received = snapshot.revision();
        if (!closed) {
            watcher.snapshot(snapshot.revision(), snapshot.documents());
        }
    }

    /** Reads until a commit is missing. */
    private void readHistory() throws InterruptedException {
        while (!closed) {
            Optional<List<History.Entry>> news = history.awaitAfter(received, () -> closed);
            if (news.isEmpty()) {
                return;
            }
            for (History.Entry entry : news.get()) {
                deliver(entry);
                received = entry.revision();
            }
        }
    }

    private void deliver(History.Entry entry) {
        var put = new ArrayList<Document<String>>();
        var deleted = new ArrayList<String>();
        for (Effect effect : entry.effects()) {
            if (effect.key().startsWith(prefix)) {
                effect.document().ifPresentOrElse(put::add, () -> deleted.add(effect.key()));
            }
        }
        if (!closed && put.size() + deleted.size() > 0) {
            watcher.changed(entry.revision(), put, deleted);
        }
    }

    private void pause() {
        try {
            time.sleep(RETRY);
        } catch (InterruptedException _) {
            // The watch is closed.
        }
    }

    /** Lets the thread end when it wakes up. */
    void end() {
        closed = true;
    }

    @Override
    public void close() {
        end();
        history.wake();
        if (!thread.isCurrent()) {
            try {
                if (!thread.join(CLOSE_TIMEOUT.toMillis())) {
                    LOG.log(Level.WARNING, "a watcher of %s/%s has not returned".formatted(namespace, prefix));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        watches.remove(this, namespace);
    }
}
