package net.beaconcontroller.core.session;

import java.lang.System.Logger.Level;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.StaleGenerationException;
import net.beaconcontroller.api.SwitchEvent.RoleChanged;
import net.beaconcontroller.api.SwitchEvent.RoleReason;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.structure.Role;
import org.jspecify.annotations.Nullable;

/**
 * The role of this controller at the switch of a session, OpenFlow 1.3.5 section 6.3.5. It follows the messages of the
 * switch: role replies, role statuses (from OpenFlow 1.4 on), and the error IS_SLAVE, which is the only sign of a lost
 * role in earlier versions. A session that becomes a slave after applications have seen its switch is replaced, see
 * {@link Session#standBy}.
 *
 * <p>For the session's executor, except {@link #role} and {@link #request}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Applications do not see a switch of which the controller is a slave.</b> A slave receives no packet-ins, and
 * each change that it sends is refused, so each application would have to handle a switch that it cannot control. A
 * take-over is the second half of the handshake: the flows of the previous master are treated as those of a controller
 * that was restarted.
 * <li><b>A switch that returns from standby is another {@code Switch} object.</b> Tasks, timers and requests of
 * applications for the old object have no effect any more, and values of {@code PerSwitch} are created again. Rejected:
 * one object with a number for each active period, which needs a check wherever an application uses a switch.
 * <li><b>The role follows the messages of the switch</b>, so it is correct however it changed, also if an application
 * sends a {@code RoleRequest} itself. It is observed after the decoding of a message; packet-ins are not decoded.
 * <li><b>Only a request takes over.</b> If a slave took over when it lost sight of the master, two controllers that
 * cannot reach each other would take the role from each other. For the same reason, a request with a stale generation
 * id is not repeated, and a controller that has lost the role does not request it when the switch reconnects.
 * <li><b>Only a request for master increments the generation id</b>, which numbers the masters. A slave repeats the
 * current id, which the switch accepts.
 * </ul>
 */
final class ControllerRole {
    private final Session session;
    private final WantedRoles wanted;
    private volatile Role role;
    /** The role of the latest request. */
    private volatile Role requested;

    private long generationId;
    /** Completes with the session that replaces this one. */
    private @Nullable CompletableFuture<Session> successor;

    ControllerRole(Session session, WantedRoles wanted, Role role) {
        this.session = session;
        this.wanted = wanted;
        this.role = role;
        this.requested = role;
    }

    Role role() {
        return role;
    }

    /** Returns whether a version has roles. */
    static boolean isSupportedBy(Version version) {
        return version.isAtLeast(Version.OF12);
    }

    /**
     * Requests a role.
     *
     * @param generationId empty for the one that follows the current one
     */
    CompletableFuture<RoleReply> request(Role next, OptionalLong generationId) {
        if (next == Role.NO_CHANGE) {
            throw new IllegalArgumentException("role NO_CHANGE; valid are EQUAL, MASTER and SLAVE");
        }
        if (!isSupportedBy(session.version())) {
            throw new UnsupportedByVersionException("roles, so this controller is always equal", session.version());
        }
        var result = new CompletableFuture<RoleReply>();
        var _ = query(session)
                .thenCompose(before -> current().thenCompose(now -> now.controllerRole()
                        .set(next, generationId.orElse(generationId(next, before.generationId())))))
                .whenComplete((reply, failure) -> {
                    if (failure == null) {
                        result.complete(reply);
                    } else {
                        result.completeExceptionally(cause(failure));
                    }
                });
        return result;
    }

    /** Requests a role for an application. If it is granted, it is also requested when the switch connects again. */
    CompletableFuture<RoleReply> requestForApplication(Role next, OptionalLong generationId) {
        CompletableFuture<RoleReply> result = request(next, generationId);
        var _ = result.thenRun(() -> wanted.remember(session.datapathId(), next));
        return result;
    }

    /** Returns the failure without the exception that a chain of futures puts around it. */
    private static Throwable cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    /** Returns the generation id for a request: only a new master makes a new generation. */
    private static long generationId(Role next, long current) {
        return next == Role.MASTER ? current + 1 : current;
    }

    private static CompletableFuture<RoleReply> query(Session session) {
        return session.sender().requestOwn(new RoleRequest(Role.NO_CHANGE, 0, 0));
    }

    private CompletableFuture<RoleReply> set(Role next, long generation) {
        requested = next;
        return session.sender()
                .requestOwn(new RoleRequest(next, 0, generation))
                .exceptionallyCompose(failure -> isStale(failure)
                        ? query(session).thenApply(now -> {
                            throw new StaleGenerationException(session, next, generation, now.generationId());
                        })
                        : CompletableFuture.failedFuture(failure));
    }

    private boolean isStale(Throwable failure) {
        return failure instanceof RequestRefusedException refused && is(ErrorCode.ROLE_STALE, refused.error());
    }

    private boolean is(ErrorCode code, ErrorMessage error) {
        return error.errorType() == code.type(session.version()) && error.code() == code.code(session.version());
    }

    /** Returns this session, or the one that replaces it because the controller has become a slave. */
    private CompletableFuture<Session> current() {
        return successor == null ? CompletableFuture.completedFuture(session) : successor;
    }

    /** Changes the role if a message of the switch shows that it has changed. */
    void observe(Message message) {
        if (!isSupportedBy(session.version())) {
            return;
        }
        switch (message) {
            case RoleReply reply ->
                change(
                        reply.role(),
                        reply.role() == requested ? RoleReason.REQUEST : RoleReason.UNKNOWN,
                        reply.generationId());
            case RoleStatus status -> change(status.role(), reason(status.reason()), status.generationId());
            case ErrorMessage error
            when is(ErrorCode.IS_SLAVE, error) -> change(Role.SLAVE, RoleReason.UNKNOWN, generationId);
            default -> {}
        }
    }

    private static RoleReason reason(int number) {
        return switch (number) {
            case 0 -> RoleReason.OTHER_MASTER;
            case 1 -> RoleReason.CONFIGURATION;
            case 2 -> RoleReason.EXPERIMENTER;
            default -> RoleReason.UNKNOWN;
        };
    }

    private void change(Role next, RoleReason reason, long generation) {
        generationId = generation;
        Role before = role;
        if (next == before || next == Role.NO_CHANGE || session.state() == Session.State.CLOSED) {
            return;
        }
        role = next;
        session.log(
                Level.INFO,
                "role at switch %s: %s, was %s; reason %s, generation id %s"
                        .formatted(
                                session,
                                Words.spaced(next),
                                Words.spaced(before),
                                Words.spaced(reason),
                                Long.toUnsignedString(generation)));
        if (before == Role.MASTER && reason != RoleReason.REQUEST) {
            wanted.remember(session.datapathId(), next);
        }
        successor = session.roleChanged(new RoleChanged(session, next, reason, generation));
    }
}
