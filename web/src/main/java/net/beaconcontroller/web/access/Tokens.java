package net.beaconcontroller.web.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.http.Json;
import tools.jackson.core.JacksonException;

/**
 * The tokens, and the sessions of browsers that signed in with one. The file {@code tokens.json} keeps their SHA-256
 * hashes, from which they cannot be derived. The file {@code token} has one admin token itself, for the command line of
 * this account. Safe for use by several threads.
 */
public final class Tokens {
    /** The name of the token in the file {@code token}. */
    public static final String FIRST = "admin";

    /** The time after which a browser needs a link with a token again. */
    public static final Duration SESSION_TIME = Duration.ofDays(30);

    private static final int MAX_TOKENS = 1_000;
    private static final int MAX_SESSIONS = 20;
    private static final int MAX_LINKS = 100;

    /** The time in which a link that signs a browser in can be opened. */
    private static final Duration LINK_TIME = Duration.ofMinutes(2);

    /** What all secrets begin with, so that a search finds those that are where they should not be. */
    private static final String PREFIX = "beacon_";

    private static final int SECRET_BYTES = 32;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /**
     * A token.
     *
     * @param hash SHA-256 of the token, in hexadecimal
     * @param sessions of browsers
     */
    public record Token(String name, Role role, Instant created, String hash, List<Session> sessions) {}

    /** A session of a browser. */
    public record Session(String hash, Instant expires) {}

    /** A link that can be opened once, for a session of a token. Links are not saved. */
    private record Link(String hash, String token, Instant expires) {}

    private record Content(List<Token> tokens) {}

    private final Path file;
    private final Path firstFile;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Optional<String> created;
    private List<Token> tokens;
    private List<Link> links = List.of();

    private Tokens(Path folder, Clock clock) throws IOException {
        this.file = folder.resolve("tokens.json");
        this.firstFile = folder.resolve("token");
        this.clock = clock;
        this.tokens = Files.exists(file) ? parse(file) : List.of();
        this.created = createFirst();
    }

    /**
     * Reads the tokens of a folder. If it has no file {@code token}, creates an admin token and that file.
     *
     * @throws IOException if a file is malformed, cannot be read or written, or may be used by other accounts
     */
    public static Tokens open(Path folder) throws IOException {
        return open(folder, Clock.systemUTC());
    }

    static Tokens open(Path folder, Clock clock) throws IOException {
        return new Tokens(folder, clock);
    }

    private static List<Token> parse(Path file) throws IOException {
        try {
            return List.copyOf(Json.MAPPER.readValue(PrivateFile.read(file), Content.class).tokens);
        } catch (JacksonException | NullPointerException e) {
            throw new IOException(
                    "%s: malformed: %s; repair it, or delete it to revoke all tokens".formatted(file, e.getMessage()),
                    e);
        }
    }

    private Optional<String> createFirst() throws IOException {
        if (Files.exists(firstFile)) {
            String first = PrivateFile.read(firstFile).strip();
            if (find(hash(first)).isPresent()) {
                return Optional.empty();
            }
        }
        String secret = newSecret();
        PrivateFile.write(firstFile, secret + "\n");
        replace(Stream.concat(
                tokens.stream().filter(token -> !token.name.equals(FIRST)),
                Stream.of(new Token(FIRST, Role.ADMIN, now(), hash(secret), List.of()))));
        return Optional.of(secret);
    }

    /** Returns the token that {@link #open} created, if it did. */
    public Optional<String> created() {
        return created;
    }

    /** Returns the tokens, ordered by name. */
    public synchronized List<Token> list() {
        return tokens;
    }

    /**
     * Creates a token.
     *
     * @return the token itself, which is kept nowhere
     * @throws Problem if the name is malformed or in use
     */
    public synchronized String create(String name, Role role) {
        if (!NAME.matcher(name).matches()) {
            throw Problem.ofField("name", name, "needs 1 to 64 letters, digits, hyphens, dots and underscores");
        }
        if (tokens.stream().anyMatch(token -> token.name.equals(name))) {
            throw Problem.of(
                            409,
                            "there is already a token named %s; revoke it first, or choose another name"
                                    .formatted(name))
                    .withCode(Problem.EXISTS)
                    .at("name", name);
        }
        if (tokens.size() >= MAX_TOKENS) {
            throw Problem.of(409, "there are %d tokens already; revoke one".formatted(MAX_TOKENS));
        }
        String secret = newSecret();
        save(Stream.concat(tokens.stream(), Stream.of(new Token(name, role, now(), hash(secret), List.of()))));
        return secret;
    }

    /**
     * Revokes a token and ends its sessions. Takes effect with the next request.
     *
     * @throws Problem if there is no such token, or it is the last one with the role admin
     */
    public synchronized void revoke(String name) {
        List<Token> left =
                tokens.stream().filter(token -> !token.name.equals(name)).toList();
        if (left.size() == tokens.size()) {
            throw absent(name);
        }
        if (left.stream().noneMatch(token -> token.role == Role.ADMIN)) {
            throw Problem.of(409, "%s is the only token with the role admin; create another one first".formatted(name));
        }
        save(left.stream());
    }

    private Problem absent(String name) {
        String names = tokens.stream().map(Token::name).collect(Collectors.joining(", "));
        return Problem.of(404, "no token is named %s; there are: %s".formatted(name, names));
    }

    /** Returns the sender of a request with a token, if the token is valid. */
    Optional<Caller> callerOfToken(String secret) {
        return find(hash(secret)).map(token -> new Caller(token.name, token.role));
    }

    /** Returns the sender of a request of a session, if the session exists. */
    synchronized Optional<Caller> callerOfSession(String secret) {
        String hash = hash(secret);
        Instant now = clock.instant();
        Caller caller = null;
        for (Token token : tokens) {
            for (Session session : token.sessions) {
                if (same(session.hash, hash) && session.expires.isAfter(now)) {
                    caller = new Caller(token.name, token.role);
                }
            }
        }
        return Optional.ofNullable(caller);
    }

    /**
     * Creates a secret with which a browser can start one session of a token, within two minutes.
     *
     * @throws Problem if there is no such token
     */
    public synchronized String createLink(String name) {
        if (tokens.stream().noneMatch(token -> token.name.equals(name))) {
            throw absent(name);
        }
        String secret = newSecret();
        List<Link> valid = Stream.concat(
                        links.stream().filter(link -> link.expires.isAfter(clock.instant())),
                        Stream.of(new Link(hash(secret), name, clock.instant().plus(LINK_TIME))))
                .toList();
        links = valid.subList(Math.max(0, valid.size() - MAX_LINKS), valid.size());
        return secret;
    }

    /** Returns the token of a link that has not expired, and removes the link. */
    private Optional<Token> openLink(String hash) {
        Link opened = null;
        for (Link link : links) {
            if (same(link.hash, hash)) {
                opened = link;
            }
        }
        if (opened == null) {
            return Optional.empty();
        }
        Link used = opened;
        links = links.stream().filter(link -> link != used).toList();
        return used.expires.isAfter(clock.instant())
                ? tokens.stream().filter(token -> token.name.equals(used.token)).findFirst()
                : Optional.empty();
    }

    /**
     * Starts a session. If the token has too many sessions, the oldest one ends. Returns its secret.
     *
     * @param tokenSecret a token, or the secret of a link
     */
    synchronized Optional<String> startSession(String tokenSecret) {
        String hash = hash(tokenSecret);
        return find(hash).or(() -> openLink(hash)).map(token -> {
            String secret = newSecret();
            List<Session> sessions = Stream.concat(
                            token.sessions.stream().filter(session -> session.expires.isAfter(clock.instant())),
                            Stream.of(new Session(hash(secret), now().plus(SESSION_TIME))))
                    .toList();
            var with = new Token(
                    token.name,
                    token.role,
                    token.created,
                    token.hash,
                    List.copyOf(sessions.subList(Math.max(0, sessions.size() - MAX_SESSIONS), sessions.size())));
            save(tokens.stream().map(other -> other == token ? with : other));
            return secret;
        });
    }

    private synchronized Optional<Token> find(String hash) {
        Token found = null;
        for (Token token : tokens) {
            if (same(token.hash, hash)) {
                found = token;
            }
        }
        return Optional.ofNullable(found);
    }

    /** Compares in a time that does not depend on the content. */
    private static boolean same(String hash, String other) {
        return MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }

    private void save(Stream<Token> changed) {
        try {
            replace(changed);
        } catch (IOException e) {
            throw new NotStoredException("cannot write %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private synchronized void replace(Stream<Token> changed) throws IOException {
        List<Token> next = changed.sorted(Comparator.comparing(Token::name)).toList();
        PrivateFile.write(file, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(new Content(next)));
        tokens = next;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hash(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
