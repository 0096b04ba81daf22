package net.beaconcontroller.web;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.HttpOptions;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.OpenFiles;
import net.beaconcontroller.web.access.Access;
import net.beaconcontroller.web.access.Tokens;
import net.beaconcontroller.web.http.ProblemWriter;
import net.beaconcontroller.web.metrics.MetricsHandler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The HTTP server of a running controller. It opens its socket at once, so that an address in use is an error of the
 * start, and starts Jetty and Jersey on another thread: clients that connect earlier wait. Requests run on virtual
 * threads. Safe for use by several threads.
 */
public final class WebServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WebServer.class.getName());
    private static final int BACKLOG = 1_024;
    private static final int MAX_THREADS = 8;
    private static final int IDLE_THREAD_MILLIS = 30_000;
    private static final long IDLE_CONNECTION_MILLIS = 60_000;
    private static final long MIN_BYTES_PER_SECOND = 200;
    private static final long SLOW_CHECK_MILLIS = 10_000;
    private static final int MAX_HEADER_BYTES = 8_192;
    private static final long STOP_MILLIS = 2_000;

    /**
     * The loggers of warnings that each start of Jersey would log: that resources are not providers, and that optional
     * classes are absent.
     */
    private static final List<String> HARMLESS_WARNINGS = List.of(
            "org.glassfish.jersey.internal.inject.Providers", "org.glassfish.jersey.message.internal.MessagingBinders");

    /**
     * Jetty's logger of failed requests, which writes their addresses, and that of a sign-in has a token. {@link
     * ProblemWriter} logs the failures.
     */
    private static final String FAILED_REQUESTS = "org.eclipse.jetty.server.Response";

    /**
     * Jersey's logger of responses that cannot be written, which it reports to {@link RestApplication} too. A client
     * that closes its connection must not be able to fill the log.
     */
    private static final Logger RESPONSE_LOGGER =
            Logger.getLogger("org.glassfish.jersey.server.ServerRuntime$Responder");

    private final Server server;
    private final Api api;
    private final String url;
    private final Tokens tokens;
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    private WebServer(Server server, Api api, String url, Tokens tokens) {
        this.server = server;
        this.api = api;
        this.url = url;
        this.tokens = tokens;
        Thread.ofPlatform().daemon().name("beacon-web-start").start(this::startServer);
    }

    /**
     * Starts the server.
     *
     * @param listen the address to listen on
     * @param folder has the tokens and the audit log
     * @param resources further resources below {@code /api/v1}
     * @throws IOException if the address is not available, or a file cannot be used; the message says so
     */
    public static WebServer start(
            InetSocketAddress listen, HttpOptions options, Path folder, Beacon beacon, List<?> resources)
            throws IOException {
        @Nullable
        KeyStore keys = options.isSecure()
                ? PemKeyStore.read(
                        options.certificate().orElseThrow(), options.key().orElseThrow())
                : null;
        ServerSocketChannel channel = open(listen);
        try {
            int port = channel.socket().getLocalPort();
            String url = "%s://%s:%d/".formatted(keys == null ? "http" : "https", hostOf(listen), port);
            Tokens tokens = Tokens.open(folder);
            var limit = new HttpConnectionLimit(
                    HttpConnectionLimit.Limits.ofTotal(OpenFiles.ofProcess().httpConnections()));
            Server server = newServer(channel, keys, limit);
            var statistics = new StatisticsHandler();
            var metrics = new MetricsHandler(beacon, statistics, options.switchMetrics());
            var api = new Api(beacon, tokens, url, resources, metrics);
            var access = new Access(
                    folder, tokens, listen.getHostString(), port, options.hosts(), Api::isPublic, limit::admit);
            access.setHandler(new MinimumDataRateHandler(api, MIN_BYTES_PER_SECOND, 0));
            statistics.setHandler(access);
            server.setHandler(statistics);
            return new WebServer(server, api, url, tokens);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static ServerSocketChannel open(InetSocketAddress listen) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.socket().setReuseAddress(true);
            channel.bind(listen, BACKLOG);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    ("cannot listen on %s:%d for HTTP: %s; end what listens there, give another address with "
                                    + "-D http.listen=HOST:PORT, or none with -D http.listen=off")
                            .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
                    e);
        }
    }

    /** Returns the host of an address, as it is in a URL. */
    private static String hostOf(InetSocketAddress listen) {
        InetAddress address = listen.getAddress();
        if (address.isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        String text = listen.getHostString();
        return text.contains(":") ? "[" + text + "]" : text;
    }

    private static Server newServer(ServerSocketChannel channel, @Nullable KeyStore keys, HttpConnectionLimit limit)
            throws IOException {
        var threads = new QueuedThreadPool(MAX_THREADS, 1, IDLE_THREAD_MILLIS);
        threads.setName("beacon-web");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("beacon-web-request-"));
        var server = new Server(threads);
        server.setErrorHandler(new ProblemWriter());
        server.setStopTimeout(STOP_MILLIS);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(MAX_HEADER_BYTES);
        HttpConnector connector;
        var http = new HttpConnectionFactory(configuration);
        if (keys == null) {
            connector = new HttpConnector(server, limit, http);
        } else {
            configuration.addCustomizer(new SecureRequestCustomizer(false));
            var tls = new SslContextFactory.Server();
            tls.setKeyStore(keys);
            tls.setKeyStorePassword(PemKeyStore.PASSWORD);
            connector = new HttpConnector(server, limit, new SslConnectionFactory(tls, http.getProtocol()), http);
        }
        connector.addBean(new SlowConnections(connector.getScheduler(), SLOW_CHECK_MILLIS, MIN_BYTES_PER_SECOND));
        connector.setIdleTimeout(IDLE_CONNECTION_MILLIS);
        connector.open(channel);
        server.addConnector(connector);
        return server;
    }

    private void startServer() {
        try {
            bridgeLog();
            server.start();
            started.complete(null);
        } catch (Exception e) {
            LOG.log(Level.ERROR, "cannot start the HTTP server", e);
            started.completeExceptionally(e);
        }
    }

    /** Directs the log of Jersey, which uses java.util.logging, to the log of the controller. */
    private static void bridgeLog() {
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
            RESPONSE_LOGGER.setLevel(java.util.logging.Level.OFF);
            HARMLESS_WARNINGS.forEach(name -> LogConfiguration.setLevel(name, org.slf4j.event.Level.ERROR));
            LogConfiguration.setLevel(FAILED_REQUESTS, org.slf4j.event.Level.ERROR);
        }
    }

    /** Returns the address of the server, such as {@code http://127.0.0.1:8080/}. */
    public String url() {
        return url;
    }

    /** Returns a link that signs a browser in, if this start created the first token. */
    public Optional<String> firstLink() {
        return tokens.created().map(token -> url + "?token=" + token);
    }

    /** Returns a link that signs one browser in with the token {@code admin}, within two minutes. */
    public String newLink() {
        return url + "?token=" + tokens.createLink(Tokens.FIRST);
    }

    /** Stops the server: requests in progress have two seconds to end. */
    @Override
    public void close() {
        try {
            // a server cannot be stopped while it starts
            started.handle((_, _) -> null).join();
            api.endStreams();
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "stopping the HTTP server failed", e);
        }
    }
}
