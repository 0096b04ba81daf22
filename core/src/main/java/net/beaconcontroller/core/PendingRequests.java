package net.beaconcontroller.core;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.MultipartParts;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.multipart.MultipartReply;

/** The requests of a session that wait for replies, by transaction id. For the session's executor. */
final class PendingRequests {
    private record Pending<R extends Message>(
            Class<R> replyType, CompletableFuture<R> future, Cancellable timeout, MultipartParts parts) {}

    private final Session session;
    private final int replyLimit;
    private final Map<Long, Pending<?>> byXid = new HashMap<>();

    PendingRequests(Session session, int replyLimit) {
        this.session = session;
        this.replyLimit = replyLimit;
    }

    <R extends Message> void add(long xid, Request<R> request, Duration timeout, CompletableFuture<R> future) {
        Cancellable timer = session.executor().schedule(timeout.toNanos(), () -> {
            byXid.remove(xid);
            future.completeExceptionally(
                    new TimeoutException("no reply of switch %s to %s after %s".formatted(session, request, timeout)));
        });
        byXid.put(xid, new Pending<>(request.replyType(), future, timer, new MultipartParts(replyLimit)));
    }

    /** Handles a multipart reply if it is a part of the reply to a pending request, and returns whether it is. */
    boolean receivePart(long xid, byte[] bytes, int at, int length) {
        Pending<?> pending = byXid.get(xid);
        if (pending == null || !MultipartReply.class.isAssignableFrom(pending.replyType)) {
            return false;
        }
        try {
            pending.parts.add(bytes, at, length).ifPresent(whole -> receive(xid, whole));
        } catch (MalformedMessageException e) {
            remove(xid, pending);
            pending.future.completeExceptionally(e);
            throw e;
        }
        return true;
    }

    /** Handles a message if it is the reply to a pending request, and returns whether it is. */
    boolean receive(long xid, Message message) {
        Pending<?> pending = byXid.get(xid);
        if (pending == null) {
            return false;
        }
        if (message instanceof ErrorMessage error) {
            remove(xid, pending);
            pending.future.completeExceptionally(new RequestRefusedException(error));
            return true;
        }
        if (!pending.replyType.isInstance(message)) {
            return false;
        }
        remove(xid, pending);
        complete(pending, message);
        return true;
    }

    private static <R extends Message> void complete(Pending<R> pending, Message message) {
        pending.future.complete(pending.replyType.cast(message));
    }

    private void remove(long xid, Pending<?> pending) {
        pending.timeout.cancel();
        byXid.remove(xid);
    }

    void failAll(IOException cause) {
        List<Pending<?>> remaining = List.copyOf(byXid.values());
        byXid.clear();
        for (Pending<?> pending : remaining) {
            pending.timeout.cancel();
            pending.future.completeExceptionally(cause);
        }
    }
}
