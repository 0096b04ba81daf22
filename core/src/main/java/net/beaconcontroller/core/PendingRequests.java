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
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.codec.MultipartParts;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.message.Request;

/** The requests of one session that wait for their answers. For the loop's thread only. */
final class PendingRequests {
    /** A request on its way. */
    private static final class Pending<R extends Message> {
        final Class<R> replyType;
        final CompletableFuture<R> future;
        final Cancellable timeout;
        final MultipartParts parts;

        Pending(Class<R> replyType, CompletableFuture<R> future, Cancellable timeout, int answerLimit) {
            this.replyType = replyType;
            this.future = future;
            this.timeout = timeout;
            this.parts = new MultipartParts(answerLimit);
        }
    }

    private final Session session;
    private final int answerLimit;
    private final Map<Long, Pending<?>> byXid = new HashMap<>();

    PendingRequests(Session session, int answerLimit) {
        this.session = session;
        this.answerLimit = answerLimit;
    }

    <R extends Message> void add(long xid, Request<R> request, Duration timeout, CompletableFuture<R> future) {
        Cancellable timer = session.executor().schedule(timeout.toNanos(), () -> {
            byXid.remove(xid);
            future.completeExceptionally(
                    new TimeoutException("switch %s did not answer %s in %s".formatted(session, request, timeout)));
        });
        byXid.put(xid, new Pending<>(request.replyType(), future, timer, answerLimit));
    }

    /** Whether these bytes, a multipart reply, are a part of the answer to a request. */
    boolean answeredInPart(long xid, byte[] bytes, int at, int length) {
        Pending<?> pending = byXid.get(xid);
        if (pending == null || !MultipartReply.class.isAssignableFrom(pending.replyType)) {
            return false;
        }
        try {
            pending.parts.add(bytes, at, length).ifPresent(whole -> answered(xid, whole));
        } catch (MalformedMessageException e) {
            end(xid, pending);
            pending.future.completeExceptionally(e);
            throw e;
        }
        return true;
    }

    /** Whether the message answers a request. */
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
        if (!pending.replyType.isInstance(message)) {
            return false;
        }
        end(xid, pending);
        complete(pending, message);
        return true;
    }

    private static <R extends Message> void complete(Pending<R> pending, Message message) {
        pending.future.complete(pending.replyType.cast(message));
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
