package net.beaconcontroller.core;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.Registration;
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
    /**
     * A request.
     *
     * @param xids those of the messages that were sent with the request, which the switch may refuse, and its own last
     */
    private record Pending<R extends Message>(
            List<Long> xids,
            Class<R> replyType,
            CompletableFuture<R> future,
            Cancellable timeout,
            MultipartParts parts,
            ApplicationAccount application,
            Registration cancellation) {}

    private final Session session;
    private final int replyLimit;
    private final Map<Long, Pending<?>> byXid = new HashMap<>();

    PendingRequests(Session session, int replyLimit) {
        this.session = session;
        this.replyLimit = replyLimit;
    }

    /**
     * Adds a request.
     *
     * @param xids those of the messages that were sent with the request, and its own last
     * @param application the application that waits for the reply
     */
    <R extends Message> void add(
            List<Long> xids,
            Request<R> request,
            Duration timeout,
            CompletableFuture<R> future,
            ApplicationAccount application) {
        long xid = xids.getLast();
        Cancellable timer = session.executor()
                .schedule(
                        timeout.toNanos(),
                        () -> fail(
                                xid,
                                new TimeoutException(
                                        "no reply of switch %s to %s after %s".formatted(session, request, timeout))));
        Registration cancellation = () -> session.executeOwn(
                () -> fail(xid, new CancellationException("application %s has stopped".formatted(application.name()))));
        var pending = new Pending<>(
                xids, request.replyType(), future, timer, new MultipartParts(replyLimit), application, cancellation);
        xids.forEach(each -> byXid.put(each, pending));
        application.remember(cancellation);
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
            fail(xid, e);
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
            fail(xid, new RequestRefusedException(error));
            return true;
        }
        if (xid != pending.xids.getLast() || !pending.replyType.isInstance(message)) {
            return false;
        }
        end(pending, () -> complete(pending, message));
        return true;
    }

    private static <R extends Message> void complete(Pending<R> pending, Message message) {
        pending.future.complete(pending.replyType.cast(message));
    }

    void failAll(IOException cause) {
        List.copyOf(byXid.keySet()).forEach(xid -> fail(xid, cause));
    }

    /** Fails a request, if it is still pending. */
    private void fail(long xid, Exception cause) {
        Pending<?> pending = byXid.get(xid);
        if (pending != null) {
            end(pending, () -> pending.future.completeExceptionally(cause));
        }
    }

    /** Removes a request and completes its future, which calls the application. */
    private void end(Pending<?> pending, Runnable completion) {
        pending.xids.forEach(byXid::remove);
        pending.timeout.cancel();
        pending.application.forget(pending.cancellation);
        CurrentCall currentCall = session.executor().thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(pending.application.tasks().id());
        try {
            completion.run();
        } finally {
            currentCall.end(surrounding);
        }
    }
}
