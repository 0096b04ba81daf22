package net.beaconcontroller.core.io;

import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;

/**
 * The objects that all connections and loops share. All are thread-safe.
 *
 * @param sockets opens sockets and selectors
 * @param sessions creates the sessions of new connections
 * @param handovers counts the moves of connections between loops
 */
public record ConnectionServices(
        ControllerOptions.Io options,
        Threads threads,
        SelectorProvider sockets,
        Design design,
        InboundHandler.Factory sessions,
        MainConnections mainConnections,
        ConnectionLimits limits,
        LongAdder handovers) {}
