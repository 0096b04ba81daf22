package net.beaconcontroller.core.session;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.MultipartParts;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.multipart.MultipartReply;

/** The requests of a session that wait for replies, by transaction id. For the session's executor. */
public final class PendingRequests {
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
            NewerChanges newer,
            UnfinishedReplies.Reply reply,
            ApplicationAccount application,
            Registration cancellation) {}

    /**
     * The maximum length of a multipart reply during the setup, when nothing is known of the peer: the descriptions of
     * all ports, each with the properties of an optical port of OpenFlow 1.4.
     */
    public static final int SETUP_LIMIT = PortTable.MAX_PORTS * 80;

    private final Session session;
    private final UnfinishedReplies unfinished;
    private final int replyLimit;
    private final Map<Long, Pending<?>> byXid = new HashMap<>();
    /** The requests of whose replies some parts have arrived, and not all. */
    private final Map<Long, Pending<?>> partial = new HashMap<>();

    PendingRequests(Session session, UnfinishedReplies unfinished, int replyLimit) {
        this.session = session;
        this.unfinished = unfinished;
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
        boolean isSetup = session.state().compareTo(Session.State.INITIALIZING) < 0;
        var pending = new Pending<>(
                xids,
                request.replyType(),
                future,
                timer,
                new MultipartParts(isSetup ? Math.min(SETUP_LIMIT, replyLimit) : replyLimit),
                new NewerChanges(request, session.version()),
                new UnfinishedReplies.Reply(session, () -> refuse(xid)),
                application,
                cancellation);
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
            Optional<Message> whole = pending.parts.add(bytes, at, length);
            if (whole.isPresent()) {
                receive(xid, pending.newer.applyTo(whole.get()));
            } else {
                partial.put(xid, pending);
                unfinished.add(pending.reply, length);
            }
        } catch (MalformedMessageException e) {
            fail(xid, e);
            throw e;
        }
        return true;
    }

    /** Called when the switch has changed, so that a reply of which some parts have arrived is older. */
    void changed(Message message) {
        for (Pending<?> pending : partial.values()) {
            if (pending.newer.add(message)) {
                unfinished.add(pending.reply, NewerChanges.LENGTH);
            }
        }
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
        if (!isAwaited(xid, message)) {
            return false;
        }
        end(pending, () -> complete(pending, message));
        return true;
    }

    /** Returns whether a message was sent with a pending request, which fails if the switch refuses the message. */
    boolean contains(long xid) {
        return byXid.containsKey(xid);
    }

    /** Returns whether a message is the reply to a pending request. */
    boolean isAwaited(long xid, Message message) {
        Pending<?> pending = byXid.get(xid);
        return pending != null && xid == pending.xids.getLast() && pending.replyType.isInstance(message);
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

    /** Fails a request whose reply takes too much memory. During the setup, its session has no use without it. */
    private void refuse(long xid) {
        String reason = "the multipart replies with missing parts take too much memory (setting io.unfinished-answers)";
        fail(xid, new IOException(reason));
        if (session.state().compareTo(Session.State.INITIALIZING) < 0) {
            session.disconnect(reason);
        }
    }

    /** Removes a request and completes its future, which calls the application. */
    private void end(Pending<?> pending, Runnable completion) {
        pending.xids.forEach(byXid::remove);
        partial.remove(pending.xids.getLast());
        unfinished.remove(pending.reply);
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
