package net.beaconcontroller.web.access;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request is allowed, before anything else looks at it. In this order:
 *
 * <ol>
 *   <li>The header Host names this server. Otherwise a web site could direct its name to this address and read the
 *       responses in a visitor's browser (DNS rebinding).
 *   <li>A link {@code /?token=TOKEN} signs a browser in: the response sets a cookie and redirects to an address without
 *       the token.
 *   <li>Requests for resources without data (the files of the page and the health) need no token.
 *   <li>All other requests have a token in the header Authorization, or that cookie.
 *   <li>A request that may change something comes from no other web site (CSRF): browsers name the site in the header
 *       Origin. It needs a token with the role admin, and it is written to the audit log.
 * </ol>
 */
public final class Access extends Handler.Wrapper {
    /** The name of the request attribute with the {@link Caller}. */
    public static final String CALLER = Caller.class.getName();

    private static final System.Logger LOG = System.getLogger(Access.class.getName());
    private static final String BEARER = "Bearer ";
    private static final Set<String> READING_METHODS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String HOW =
            "send the header 'Authorization: Bearer TOKEN', or open a link /?token=TOKEN; the "
                    + "file 'token' in the data folder of the controller has a token";

    private final Tokens tokens;
    private final AuditLog audit;
    private final Set<String> hosts;
    private final Predicate<String> isPublic;
    private final Consumer<Request> admitted;
    private final String cookie;
    private final WrongTokens wrongTokens = new WrongTokens(System::nanoTime);

    /**
     * Creates the handler.
     *
     * @param folder has the tokens and the audit log
     * @param tokens those of the folder
     * @param host the host that the server listens on
     * @param port the port that the server listens on
     * @param hosts further names of this server
     * @param isPublic returns whether a path needs no token
     * @param admitted is called with each request that has a valid token
     */
    public Access(
            Path folder,
            Tokens tokens,
            String host,
            int port,
            List<String> hosts,
            Predicate<String> isPublic,
            Consumer<Request> admitted)
            throws IOException {
        this.tokens = tokens;
        this.audit = new AuditLog(folder.resolve("audit.log"));
        this.hosts = Stream.of(LOCAL_NAMES.stream(), Stream.of(host), hosts.stream())
                .flatMap(names -> names)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        this.isPublic = isPublic;
        this.admitted = admitted;
        // the cookies of an address are for all its ports: another controller on this machine has another cookie
        this.cookie = "beacon-" + port;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        addSecurityHeaders(response.getHeaders());
        Problem problem = checkHost(request);
        if (problem != null) {
            ProblemWriter.write(problem, request, response, callback);
            return true;
        }
        String path = String.valueOf(request.getHttpURI().getCanonicalPath());
        String token =
                path.equals("/") ? Request.extractQueryParameters(request).getValue("token") : null;
        if (token != null) {
            signIn(token, request, response, callback);
            return true;
        }
        if (isPublic.test(path)) {
            return super.handle(request, response, callback);
        }
        Optional<Caller> caller = callerOf(request);
        if (caller.isEmpty()) {
            refuse(request, response, callback);
            return true;
        }
        request.setAttribute(CALLER, caller.get());
        admitted.accept(request);
        if (READING_METHODS.contains(request.getMethod())) {
            return super.handle(request, response, callback);
        }
        var audited = new Audited(request, response, caller.get());
        problem = checkChange(request, caller.get());
        if (problem != null) {
            ProblemWriter.write(problem, request, audited, callback);
            return true;
        }
        return super.handle(request, audited, callback);
    }

    private static void addSecurityHeaders(HttpFields.Mutable headers) {
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("X-Content-Type-Options", "nosniff");
    }

    private @Nullable Problem checkHost(Request request) {
        String host = request.getHttpURI().getHost();
        String name = host == null ? "" : host.toLowerCase(Locale.ROOT);
        // no web site can have an IP address as its name
        if (hosts.contains(name) || name.startsWith("[") || name.matches("[0-9.]+")) {
            return null;
        }
        return Problem.of(
                421,
                "the host %s is unknown; use the address of this server, or allow the name with the setting http.hosts"
                        .formatted(name));
    }

    private void signIn(String token, Request request, Response response, Callback callback) {
        Optional<String> session;
        try {
            session = tokens.startSession(token);
        } catch (NotStoredException e) {
            ProblemWriter.write(ProblemWriter.ofNotStored(e), request, response, callback);
            return;
        }
        if (session.isEmpty()) {
            refuseWrong(request, response, callback);
            return;
        }
        Response.addCookie(
                response,
                HttpCookie.build(cookie, session.get())
                        .path("/")
                        .httpOnly(true)
                        .sameSite(HttpCookie.SameSite.STRICT)
                        .secure(request.isSecure())
                        .maxAge(Tokens.SESSION_TIME.toSeconds())
                        .build());
        response.getHeaders().put(HttpHeader.LOCATION, "/");
        response.setStatus(303);
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    private Optional<Caller> callerOf(Request request) {
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? tokens.callerOfToken(
                            authorization.substring(BEARER.length()).strip())
                    : Optional.empty();
        }
        return session(request).flatMap(tokens::callerOfSession);
    }

    private Optional<String> session(Request request) {
        return Request.getCookies(request).stream()
                .filter(one -> one.getName().equals(cookie))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    private void refuse(Request request, Response response, Callback callback) {
        if (request.getHeaders().contains(HttpHeader.AUTHORIZATION)
                || session(request).isPresent()) {
            refuseWrong(request, response, callback);
        } else {
            unauthorized("a token is needed: " + HOW, request, response, callback);
        }
    }

    private void refuseWrong(Request request, Response response, Callback callback) {
        String address = Request.getRemoteAddr(request);
        Duration delay = wrongTokens.count(address);
        if (delay.isZero()) {
            LOG.log(Level.WARNING, "wrong token from %s".formatted(address));
            unauthorized("the token is wrong, or it was revoked: " + HOW, request, response, callback);
        } else {
            long seconds = delay.toSeconds() + 1;
            response.getHeaders().put(HttpHeader.RETRY_AFTER, seconds);
            ProblemWriter.write(
                    Problem.of(429, "too many wrong tokens from %s; retry in %d s".formatted(address, seconds)),
                    request,
                    response,
                    callback);
        }
    }

    private static void unauthorized(String detail, Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        ProblemWriter.write(Problem.of(401, detail), request, response, callback);
    }

    private static @Nullable Problem checkChange(Request request, Caller caller) {
        HttpFields headers = request.getHeaders();
        String origin = headers.get(HttpHeader.ORIGIN);
        boolean isBrowser = !headers.contains(HttpHeader.AUTHORIZATION);
        if (origin == null ? isBrowser : !isOwn(origin, request)) {
            return Problem.of(
                    403,
                    "a change from the web site %s is refused; only pages of this server may request changes"
                            .formatted(origin == null ? "(unknown, without the header Origin)" : origin));
        }
        if (caller.role() != Role.ADMIN) {
            return Problem.of(
                    403,
                    "the token %s has the role %s; %s needs a token with the role admin"
                            .formatted(caller.getName(), caller.role().text(), request.getMethod()));
        }
        return null;
    }

    /** Returns whether an origin is the authority that the request was sent to. */
    private static boolean isOwn(String origin, Request request) {
        try {
            return request.getHeaders().get(HttpHeader.HOST) != null
                    && request.getHeaders()
                            .get(HttpHeader.HOST)
                            .equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Writes the line of the audit log before the response. */
    private final class Audited extends Response.Wrapper {
        private final Caller caller;
        private boolean written;

        Audited(Request request, Response response, Caller caller) {
            super(request, response);
            this.caller = caller;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
            if (!written) {
                written = true;
                audit.write(
                        caller.getName(),
                        Request.getRemoteAddr(getRequest()),
                        getRequest().getMethod(),
                        String.valueOf(getRequest().getHttpURI().getPath()),
                        getStatus(),
                        caller.note());
            }
            super.write(last, bytes, callback);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        audit.close();
    }
}
