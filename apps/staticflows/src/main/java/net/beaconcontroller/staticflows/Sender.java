package net.beaconcontroller.staticflows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;

/**
 * Sends repairs to a switch: flows and groups as one bundle if the switch has bundles, else in slices, each after the
 * switch has confirmed the one before. Used by the thread of one reconciliation at a time.
 */
final class Sender {
    /** The number of messages after which the switch has to confirm that it has processed them. */
    private static final int SLICE = 256;

    private static final int BUNDLE_FLAGS = BundleControl.ATOMIC | BundleControl.ORDERED;

    /** The number of bundles that a switch may refuse, each for another message, before slices are sent. */
    private static final int MAX_BUNDLES = 8;

    private final Switch sw;
    private final ConcurrentLinkedQueue<ErrorMessage> errors = new ConcurrentLinkedQueue<>();
    private boolean hasBundles;
    private long lastBundle;

    Sender(Switch sw) {
        this.sw = sw;
        hasBundles = sw.version().isAtLeast(Version.OF14);
    }

    /** Receives an error that does not answer a request: it can be about a message in a bundle. Any thread. */
    void error(ErrorMessage error) {
        if (errors.size() < SLICE) {
            errors.add(error);
        }
    }

    /**
     * Sends the repairs in their order.
     *
     * @return those that the switch has refused, with the name of its error
     * @throws IOException if the switch disconnects
     * @throws TimeoutException if it does not answer
     */
    Map<Repair, String> send(List<Repair> repairs) throws IOException, TimeoutException, InterruptedException {
        errors.clear();
        var refused = new LinkedHashMap<Repair, String>();
        var pending = new ArrayList<Repair>();
        // Bundles have no meters; those that are added come before the others, and those that are deleted after them.
        for (Repair repair : repairs) {
            if (repair.id().kind() != Kind.METER || repair.isDelete()) {
                pending.add(repair);
            } else {
                sendSlices(List.of(repair), refused);
            }
        }
        List<Repair> deletedMeters = pending.stream()
                .filter(repair -> repair.id().kind() == Kind.METER)
                .toList();
        pending.removeAll(deletedMeters);
        sendTogether(pending, refused);
        sendSlices(deletedMeters, refused);
        return refused;
    }

    private void sendTogether(List<Repair> repairs, Map<Repair, String> refused)
            throws IOException, TimeoutException, InterruptedException {
        List<Repair> left = new ArrayList<>(repairs);
        for (int i = 0; i < MAX_BUNDLES && hasBundles && left.size() > 1; i++) {
            Optional<ErrorMessage> failure = sendBundle(left);
            if (failure.isEmpty()) {
                return;
            }
            Map<Repair, String> found = refusedOf(left, failure.get());
            if (found.isEmpty()) {
                break;
            }
            refused.putAll(found);
            left.removeAll(found.keySet());
        }
        sendSlices(left, refused);
    }

    /** Sends a bundle, and returns the error with which the switch refuses all of it. */
    private Optional<ErrorMessage> sendBundle(List<Repair> repairs)
            throws IOException, TimeoutException, InterruptedException {
        long id = ++lastBundle;
        try {
            await(sw.request(BundleControl.of(id, BundleControl.Type.OPEN_REQUEST, BUNDLE_FLAGS)));
        } catch (RequestRefusedException e) {
            hasBundles = false;
            return Optional.of(e.error());
        }
        try {
            for (int from = 0; from < repairs.size(); from += SLICE) {
                await(sw.sendConfirmed(repairs.subList(from, Math.min(from + SLICE, repairs.size())).stream()
                        .map(repair -> BundleAdd.of(id, BUNDLE_FLAGS, repair.message()))
                        .toList()));
            }
            await(sw.request(BundleControl.of(id, BundleControl.Type.CLOSE_REQUEST, BUNDLE_FLAGS)));
        } catch (RequestRefusedException e) {
            // The switch has discarded the bundle, or does now: without this message it would apply the others.
            sw.send(BundleControl.of(id, BundleControl.Type.DISCARD_REQUEST, BUNDLE_FLAGS));
            await(sw.sendConfirmed(List.of()));
            return Optional.of(e.error());
        }
        try {
            await(sw.request(BundleControl.of(id, BundleControl.Type.COMMIT_REQUEST, BUNDLE_FLAGS)));
            return Optional.empty();
        } catch (RequestRefusedException e) {
            return Optional.of(e.error());
        }
    }

    private void sendSlices(List<Repair> repairs, Map<Repair, String> refused)
            throws IOException, TimeoutException, InterruptedException {
        for (int from = 0; from < repairs.size(); from += SLICE) {
            List<Repair> slice = repairs.subList(from, Math.min(from + SLICE, repairs.size()));
            try {
                await(sw.sendConfirmed(messages(slice)));
            } catch (RequestRefusedException e) {
                // The errors of the other messages have arrived when the switch answers this.
                await(sw.sendConfirmed(List.of()));
                Map<Repair, String> found = refusedOf(slice, e.error());
                refused.putAll(found.isEmpty() ? sendOneByOne(slice) : found);
            }
        }
    }

    /**
     * Sends messages again, one by one, to know which of them the switch refuses. A group or meter that it has added
     * before is then refused, too; the comparison that follows shows that it is there.
     */
    private Map<Repair, String> sendOneByOne(List<Repair> repairs)
            throws IOException, TimeoutException, InterruptedException {
        var refused = new LinkedHashMap<Repair, String>();
        for (Repair repair : repairs) {
            try {
                await(sw.sendConfirmed(messages(List.of(repair))));
            } catch (RequestRefusedException e) {
                refused.put(repair, e.error().name(sw.version()));
            }
        }
        return refused;
    }

    private static List<Message> messages(List<Repair> repairs) {
        return repairs.stream().map(Repair::message).toList();
    }

    /** Returns which repairs the switch has refused, by the beginnings of messages that its errors contain. */
    private Map<Repair, String> refusedOf(List<Repair> repairs, ErrorMessage first) {
        var all = new ArrayList<>(errors);
        all.add(first);
        errors.clear();
        var refused = new LinkedHashMap<Repair, String>();
        for (ErrorMessage error : all) {
            RefusedMessage.of(error, sw.version())
                    .flatMap(message -> repairs.stream()
                            .filter(repair -> message.isOf(repair))
                            .findFirst())
                    .ifPresent(repair -> refused.putIfAbsent(repair, error.name(sw.version())));
        }
        return refused;
    }

    /** Waits for the answer of a switch. */
    static <T> T await(CompletableFuture<T> answer) throws IOException, TimeoutException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RequestRefusedException refused -> throw refused;
                case IOException io -> throw io;
                case TimeoutException timeout -> throw timeout;
                case RuntimeException other -> throw other;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
