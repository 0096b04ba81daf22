package net.beaconcontroller.core;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.openflow.ErrorMessage;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Message;
import net.beaconcontroller.openflow.PortDescReply;
import net.beaconcontroller.openflow.Request;
import org.jspecify.annotations.Nullable;

/** The requests of one session that wait for their answers. For the loop's thread only. */
final class Requests {
    /** A request on its way. */
    private static final class Pending<R extends Message> {
        final Class<R> replyType;
        final CompletableFuture<R> future;
        final Timers.Timer timeout;
        final List<PortDescReply> parts = new ArrayList<>();
        int ports;

        Pending(Class<R> replyType, CompletableFuture<R> future, Timers.Timer timeout) {
            this.replyType = replyType;
            this.future = future;
            this.timeout = timeout;
        }
    }

    private final Session session;
    private final Map<Long, Pending<?>> byXid = new HashMap<>();

    Requests(Session session) {
        this.session = session;
    }

    <R extends Message> void add(long xid, Request<R> request, Duration timeout, CompletableFuture<R> future) {
        Timers.Timer timer = session.loop().after(timeout.toNanos(), () -> {
            byXid.remove(xid);
            future.completeExceptionally(
                    new TimeoutException("switch %s did not answer %s in %s".formatted(session, request, timeout)));
        });
        byXid.put(xid, new Pending<>(request.replyType(), future, timer));
    }

    /** Whether the message answers a request, or a part of one. */
    boolean answered(long xid, Message message) {
        Pending<?> pending = byXid.get(xid);
        if (pending == null) {
            return false;
        }
        if (message instanceof ErrorMessage error) {
            end(xid, pending);
            pending.future.completeExceptionally(new RequestRefusedException(error));
            return true;
        }
        Message whole = message instanceof PortDescReply part ? join(pending, part) : message;
        if (whole == null) {
            return true;
        }
        if (!pending.replyType.isInstance(whole)) {
            return false;
        }
        end(xid, pending);
        complete(pending, whole);
        return true;
    }

    private static <R extends Message> void complete(Pending<R> pending, Message message) {
        pending.future.complete(pending.replyType.cast(message));
    }

    /** All parts as one, or null while more are to come. */
    private static @Nullable Message join(Pending<?> pending, PortDescReply part) {
        pending.ports += part.ports().size();
        if (Math.max(pending.ports, pending.parts.size() + 1) > Ports.MAX) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_LEN,
                    "PORT_DESC in more parts, or with more ports, than %d".formatted(Ports.MAX));
        }
        pending.parts.add(part);
        return part.more() ? null : PortDescReply.joined(pending.parts);
    }

    private void end(long xid, Pending<?> pending) {
        pending.timeout.cancel();
        byXid.remove(xid);
    }

    void failAll(IOException cause) {
        List<Pending<?>> left = List.copyOf(byXid.values());
        byXid.clear();
        for (Pending<?> pending : left) {
            pending.timeout.cancel();
            pending.future.completeExceptionally(cause);
        }
    }
}
