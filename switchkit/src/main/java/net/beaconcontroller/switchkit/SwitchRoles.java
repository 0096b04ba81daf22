package net.beaconcontroller.switchkit;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.structure.Role;

/** The roles of the controllers of one switch, OpenFlow 1.3.5 section 6.3.5. Thread-safe. */
final class SwitchRoles {
    /** The generation id before the first one was set, OpenFlow 1.3.5 section 7.3.9. */
    private static final long UNSET = -1;

    private static final int MASTER_REQUEST = 0;

    private final Map<ScriptedSwitch, Role> roles = new HashMap<>();
    private boolean isGenerationSet;
    private long generation = UNSET;

    synchronized boolean isSlave(ScriptedSwitch connection) {
        return of(connection) == Role.SLAVE;
    }

    private Role of(ScriptedSwitch connection) {
        return roles.getOrDefault(connection, Role.EQUAL);
    }

    /** Handles a request on a connection, and returns the reply. Informs the previous master of a new one. */
    synchronized Message handle(ScriptedSwitch connection, Version version, RoleRequest request) throws IOException {
        Role role = request.role();
        if (role == Role.MASTER || role == Role.SLAVE) {
            if (isGenerationSet && request.generationId() - generation < 0) {
                return new ErrorMessage(
                        ErrorCode.ROLE_STALE.type(version), ErrorCode.ROLE_STALE.code(version), Bytes.EMPTY);
            }
            isGenerationSet = true;
            generation = request.generationId();
        }
        if (role == Role.MASTER) {
            for (Map.Entry<ScriptedSwitch, Role> other : roles.entrySet()) {
                if (other.getValue() == Role.MASTER && other.getKey() != connection) {
                    demote(other.getKey(), version, MASTER_REQUEST);
                }
            }
        }
        if (role != Role.NO_CHANGE) {
            roles.put(connection, role);
        }
        return new RoleReply(of(connection), request.shortId(), generation);
    }

    /** Makes the controller of a connection a slave, and sends the status if the version has it. */
    synchronized void demote(ScriptedSwitch connection, Version version, int reason) throws IOException {
        roles.put(connection, Role.SLAVE);
        if (version.isAtLeast(Version.OF14)) {
            connection.send(new RoleStatus(Role.SLAVE, reason, generation, List.of()));
        }
    }
}
