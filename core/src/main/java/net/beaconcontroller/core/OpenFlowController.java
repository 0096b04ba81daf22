package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.io.Balancer;
import net.beaconcontroller.core.io.Channels;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.ConnectionLimits;
import net.beaconcontroller.core.io.ConnectionOpener;
import net.beaconcontroller.core.io.ConnectionServices;
import net.beaconcontroller.core.io.Design;
import net.beaconcontroller.core.io.InboundHandler;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.LoopExecutor;
import net.beaconcontroller.core.io.LoopProgress;
import net.beaconcontroller.core.io.LoopStatistics;
import net.beaconcontroller.core.io.MainConnections;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.io.RunToCompletion;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.core.pipeline.ApplicationMonitor;
import net.beaconcontroller.core.pipeline.CallStatistics;
import net.beaconcontroller.core.pipeline.ListenerOrder;
import net.beaconcontroller.core.pipeline.ListenerStatistics;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.PeriodicTasks;
import net.beaconcontroller.core.pipeline.PipelineDescription;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.core.session.Admission;
import net.beaconcontroller.core.session.HandshakeResult;
import net.beaconcontroller.core.session.MessageTotals;
import net.beaconcontroller.core.session.PortTotal;
import net.beaconcontroller.core.session.Session;
import net.beaconcontroller.core.session.SessionServices;
import net.beaconcontroller.core.session.SwitchRegistry;
import net.beaconcontroller.core.session.SwitchTls;
import net.beaconcontroller.core.session.UnfinishedReplies;
import net.beaconcontroller.core.session.WantedRoles;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.openflow.structure.Role;

/**
 * The controller: a pool of loops, the sockets that switches connect to, and the pipelines. Safe for use by several
 * threads.
 */
public final class OpenFlowController implements Controller, ListenerRegistry, AutoCloseable {
    /** The name under which the controller registers listeners of its own, which are not quarantined. */
    public static final String OWN_LISTENERS = ApplicationMonitor.OWN_LISTENERS;

    /** The name of the logger for switches that connect and disconnect. */
    public static final String CONNECTION_LOG = ListenerThread.CONNECTION_LOG;

    private static final System.Logger LOG = System.getLogger(OpenFlowController.class.getName());
    private static final long STOP_MILLIS = 2_000;

    private final Threads threads;
    private final TransportType transport;
    private final List<Loop> loops = new ArrayList<>();
    private final LoopProgress progress;
    private final SwitchRegistry switches;
    private final UnfinishedReplies unfinishedReplies;
    private final MessageTotals messageTotals = new MessageTotals();
    private final Admission admission;
    private final WantedRoles wantedRoles;
    private final EnumCounters<HandshakeResult> handshakes = new EnumCounters<>(HandshakeResult.class);
    private final LongAdder handovers = new LongAdder();
    private final Design design;
    private final PipelineRegistry pipelines;
    private final Channels channels;
    private final Balancer balancer;
    private final PeriodicTasks periodicTasks;
    private final ApplicationMonitor monitor;
    private final SessionServices sessions;
    private volatile BiConsumer<String, String> quarantineListener = (_, _) -> {};

    /**
     * Opens the listening sockets, and starts the loops without accepting connections.
     *
     * @throws UnsupportedOperationException if the options require the native transport or a design of the loops that
     *     is not available
     * @throws IOException if a socket cannot be bound to its address, or a file for TLS cannot be used; the message
     *     contains the address or the file
     */
    public OpenFlowController(ControllerOptions options) throws IOException {
        this(options, Threads.system(), SelectorProvider.provider());
    }

    /**
     * As the other constructor does, with threads, clocks and sockets from elsewhere.
     *
     * @param sockets opens the sockets and the selectors
     */
    public OpenFlowController(ControllerOptions options, Threads threads, SelectorProvider sockets) throws IOException {
        ControllerOptions.Io io = options.io();
        this.threads = threads;
        this.transport = transport(io.transport());
        this.design = design(io, threads);
        this.wantedRoles = new WantedRoles(options.setup().role());
        this.unfinishedReplies = new UnfinishedReplies(io.limits(), threads);
        this.periodicTasks = new PeriodicTasks(threads);
        var limits = new ConnectionLimits(io.limits(), threads);
        var connections = new ConnectionServices(
                io, threads, sockets, design, this::openSession, new MainConnections(), limits, handovers);
        for (int i = 0; i < io.loopCount(); i++) {
            loops.add(new Loop("beacon-loop-" + i, connections));
        }
        this.progress = new LoopProgress(loops);
        PipelineRegistry.Callers callers = design.callers(loops);
        this.pipelines = new PipelineRegistry(new ListenerOrder(options.order()), callers);
        this.monitor = new ApplicationMonitor(
                callers.threads(),
                options.isolation(),
                this::quarantine,
                () -> registry().active().size(),
                threads);
        this.switches = new SwitchRegistry(options.timeouts().takeOver(), monitor.unknown());
        this.admission = new Admission(options.setup());
        this.sessions = new SessionServices(
                options,
                threads.time(),
                monitor,
                switches,
                admission,
                wantedRoles,
                limits,
                unfinishedReplies,
                messageTotals,
                new PortTotal(),
                handshakes,
                new RateLimitedLog(LOG, 10, threads));
        try {
            this.channels =
                    new Channels(options.channels(), transport, new ConnectionOpener(limits, loops), threads, sockets);
        } catch (IOException e) {
            admission.close();
            throw e;
        }
        this.balancer =
                new Balancer(loops, design.canMove() ? io.rebalance() : ControllerOptions.Rebalance.NEVER, threads);
        loops.forEach(Loop::start);
        monitor.start();
        balancer.start();
        design.start();
    }

    private InboundHandler openSession(ConnectionHandle connection, OutputBuffer out, SerialExecutor executor) {
        return new Session(connection, out, executor, sessions);
    }

    /** Returns the design of the loops that the options select. */
    private static Design design(ControllerOptions.Io io, Threads threads) {
        if (io.read() == ControllerOptions.Read.RUN_TO_COMPLETION && io.write() == ControllerOptions.Write.BATCHED) {
            return new RunToCompletion();
        }
        return ServiceLoader.load(Design.Provider.class, OpenFlowController.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> notInstalled(io))
                .of(io, threads);
    }

    private static UnsupportedOperationException notInstalled(ControllerOptions.Io io) {
        String text = "io.read=%s, io.write=%s: the designs for comparison are not installed; valid are %s and %s"
                .formatted(
                        io.read(),
                        io.write(),
                        ControllerOptions.Read.RUN_TO_COMPLETION,
                        ControllerOptions.Write.BATCHED);
        return new UnsupportedOperationException(text.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the type of transport that the options stand for in this JVM. */
    private static TransportType transport(TransportType wanted) {
        TransportType.whyNotNative().ifPresent(reason -> {
            switch (wanted) {
                case AUTO -> LOG.log(Level.INFO, "transport: nio; native is not available: " + reason);
                case NATIVE -> throw new UnsupportedOperationException("native transport: not available: " + reason);
                case NIO -> {}
            }
        });
        return wanted.resolved();
    }

    /** Returns whether the calling thread is an event loop or another that calls listeners, and must not block. */
    public static boolean isOnEventLoop() {
        return ListenerThread.isAnyCurrentThread();
    }

    /** Starts to accept and to make connections. Listeners registered before see all switches connect. */
    public void start() {
        pipelines.start();
        channels.start();
    }

    /** Returns whether the listening sockets of the options are open. */
    public boolean isListening() {
        return channels.isListening();
    }

    /**
     * Returns the address of the listening socket for connections without TLS. If the options contain port 0, the port
     * is the bound one.
     */
    public Optional<InetSocketAddress> plainAddress() {
        return channels.plainAddress();
    }

    /**
     * Returns {@link #plainAddress}.
     *
     * @throws IllegalStateException if there is none
     */
    public InetSocketAddress address() {
        return plainAddress().orElseThrow(() -> new IllegalStateException("connections without TLS are not accepted"));
    }

    /** Returns the address of the listening socket for connections with TLS, see {@link #plainAddress}. */
    public Optional<InetSocketAddress> tlsAddress() {
        return channels.tlsAddress();
    }

    /** Returns the transport of the connections: {@link TransportType#NIO} or {@link TransportType#NATIVE}. */
    public TransportType transport() {
        return transport;
    }

    /** Returns the number of event loops. */
    public int loopCount() {
        return loops.size();
    }

    /** Returns whether the event loops make iterations. */
    public LoopProgress loopProgress() {
        return progress;
    }

    /** Returns the load of the event loops. */
    public List<LoopStatistics> loopStatistics() {
        return loops.stream()
                .map(loop -> new LoopStatistics(loop.name(), Duration.ofNanos(loop.busyNanos())))
                .toList();
    }

    /**
     * Returns the name of the event loop that handles the events of a switch at present; empty if its events are
     * handled by the pipeline threads of {@link ControllerOptions.Read#SHARED_QUEUE}.
     */
    public Optional<String> loopOf(Switch sw) {
        return sw instanceof Session session && session.executor() instanceof LoopExecutor executor
                ? Optional.of(executor.thread().name())
                : Optional.empty();
    }

    /** Returns the number of auxiliary connections that a switch has beside its main connection. */
    public int auxiliaryConnections(Switch sw) {
        return sw instanceof Session session ? session.auxiliaryConnections() : 0;
    }

    /** Returns the properties of the connection of a switch with TLS; empty if it has no TLS. */
    public Optional<SwitchTls> tlsOf(Switch sw) {
        return sw instanceof Session session ? session.tls() : Optional.empty();
    }

    /** Returns the number of exceptions that listeners, initializers and tasks of applications have thrown. */
    public long listenerFailures() {
        return monitor.failures();
    }

    /** Returns the messages of all connections since the start, also of those that were closed. */
    public MessageCounters messageCounters() {
        return messageTotals.sum();
    }

    /** Returns how many connections became an active switch, and how many were closed before, since the start. */
    public Map<HandshakeResult, Long> handshakes() {
        return handshakes.values();
    }

    /** Returns how often a switch has moved to another event loop since the start. */
    public long handovers() {
        return handovers.sum();
    }

    /** Returns the number of multipart replies that were refused because too many had missing parts. */
    public long refusedReplies() {
        return unfinishedReplies.refused();
    }

    /** Returns the number of connections of switches that the settings do not allow. */
    public long refusedSwitches() {
        return admission.refusals().counted();
    }

    /** Returns the switches of which this controller is a slave: a live, read-only view. */
    public Collection<Switch> standbySwitches() {
        return switches.standby();
    }

    /**
     * Returns the connected switches that the settings do not allow (see {@link ControllerOptions.UnknownSwitches}): a
     * live, read-only view. Several can have the same datapath id.
     */
    public Collection<Switch> watchedSwitches() {
        return switches.watched();
    }

    /**
     * Sets the role to request from each switch that connects from now on, in place of that of the options. Does not
     * change the role at connected switches, see {@link Switch#requestRole}.
     */
    public void setInitialRole(Role role) {
        wantedRoles.setAll(role);
    }

    @Override
    public Collection<Switch> switches() {
        return switches.active();
    }

    @Override
    public Optional<Switch> switchOf(long datapathId) {
        return switches.active(datapathId);
    }

    @Override
    public Registration register(String application, Listener listener) {
        return replace(application, List.of(), List.of(listener)).getFirst();
    }

    @Override
    public List<Registration> replace(
            String application, Collection<Registration> old, Collection<Listener> listeners) {
        Set<CallStatistics> removed = old.stream()
                .map(ListenerRegistration.class::cast)
                .filter(ListenerRegistration::end)
                .map(registration -> registration.statistics)
                .collect(Collectors.toSet());
        var added = new LinkedHashMap<CallStatistics, Listener>();
        listeners.forEach(listener -> {
            ApplicationAccount account = monitor.account(application, listener.getClass());
            added.put(monitor.addListener(account, listener), listener);
        });
        pipelines.replace(application, removed, added);
        removed.forEach(monitor::removeListener);
        return added.keySet().stream()
                .<Registration>map(ListenerRegistration::new)
                .toList();
    }

    private final class ListenerRegistration implements Registration {
        private final CallStatistics statistics;
        private final AtomicBoolean ended = new AtomicBoolean();

        ListenerRegistration(CallStatistics statistics) {
            this.statistics = statistics;
        }

        /** Returns whether this call ends the registration. */
        boolean end() {
            return !ended.getAndSet(true);
        }

        @Override
        public void close() {
            if (end()) {
                pipelines.replace(statistics.account().name(), Set.of(statistics), Map.of());
                monitor.removeListener(statistics);
            }
        }
    }

    @Override
    public Threads threads() {
        return threads;
    }

    @Override
    public Registration every(Duration period, Runnable task) {
        return periodicTasks.every(monitor.accountOf(task), period, task);
    }

    // Applications

    @Override
    public void setApplicationOf(Function<Class<?>, Optional<String>> function) {
        monitor.setApplicationOf(function);
    }

    @Override
    public void setQuarantineListener(BiConsumer<String, String> listener) {
        quarantineListener = listener;
    }

    /** Returns the measurements of the applications that have registered a listener or a task, ordered by name. */
    public List<ApplicationHealth> health() {
        return monitor.health();
    }

    /** Returns the listeners that are called, in their order, for each kind of event. */
    public List<PipelineDescription> pipelines() {
        return pipelines.describe();
    }

    /** Returns the measurements of the listeners that are called, in their order. */
    public List<ListenerStatistics> listenerStatistics() {
        return pipelines.statistics();
    }

    @Override
    public void end(String application, ClassLoader loader) {
        monitor.remove(application, loader).ifPresent(account -> {
            account.end();
            periodicTasks.end(account);
            pipelines.removeAll(account);
        });
    }

    /** Called on the monitor's thread. */
    private void quarantine(ApplicationAccount application, String reason) {
        pipelines.suspend(application, reason);
        LOG.log(
                Level.WARNING,
                ("application %1$s is quarantined: %2$s; its listeners are not called and its tasks do not run"
                                + " until it is restarted with: beacon app stop %1$s, beacon app start %1$s")
                        .formatted(application.name(), reason));
        quarantineListener.accept(application.name(), reason);
    }

    /**
     * Ends the quarantine of an application without a restart. Its listeners join the pipelines again, as if they were
     * registered now, and its periodic tasks continue. Tasks that were dropped during the quarantine are lost. Has no
     * effect if the application is not quarantined.
     */
    public void release(String application) {
        for (ApplicationAccount account : monitor.accounts(application)) {
            if (account.endQuarantine()) {
                pipelines.resume(account);
                LOG.log(Level.INFO, "application %s is released from quarantine".formatted(application));
            }
        }
    }

    /** Closes the listening sockets and all connections, and ends the threads. */
    @Override
    public void close() {
        periodicTasks.close();
        monitor.close();
        balancer.close();
        channels.stop();
        try {
            for (Loop loop : loops) {
                loop.stop(STOP_MILLIS);
            }
            design.stop(STOP_MILLIS);
            channels.close();
            admission.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    SessionServices sessions() {
        return sessions;
    }

    List<Loop> loops() {
        return loops;
    }

    SwitchRegistry registry() {
        return switches;
    }
}
