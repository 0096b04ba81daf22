package net.beaconcontroller.core.session;

import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.io.ConnectionLimits;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationMonitor;

/**
 * The objects that all sessions share. All are thread-safe.
 *
 * @param log for events that peers can cause at any rate and on any thread
 */
public record SessionServices(
        ControllerOptions options,
        Time time,
        ApplicationMonitor monitor,
        SwitchRegistry registry,
        Admission admission,
        WantedRoles wantedRoles,
        ConnectionLimits connectionLimits,
        UnfinishedReplies unfinishedReplies,
        MessageTotals messageTotals,
        PortTotal portTotal,
        EnumCounters<HandshakeResult> handshakes,
        RateLimitedLog log) {}
