package net.beaconcontroller.io.tls;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLProtocolException;

/**
 * Explains why a TLS connection failed, in one line with the remedy, at a client or a server. The JDK has exception
 * classes for few of the reasons, so that the messages of the exceptions decide.
 */
public final class TlsFailure {
    /** The explanation if a peer sends an OpenFlow message where TLS is expected. */
    public static final String PLAIN_TEXT = "the peer speaks plain text where this end expects TLS; "
            + "use the port for TLS at both ends (Open vSwitch: ssl:HOST:PORT)";

    /** The explanation if a peer sends a TLS record where OpenFlow in plain text is expected. */
    public static final String TLS_ON_PLAIN_PORT = "the peer speaks TLS where this end expects plain text; "
            + "use the port for TLS at both ends, or plain text at the peer (Open vSwitch: tcp:HOST:PORT)";

    private static final String NO_COMMON_VERSION =
            "the ends have no TLS version in common; enable TLS 1.2 or 1.3 at both";

    /** Explanations of alerts that the peer sent: RFC 8446, section 6. */
    private static final Map<String, String> ALERTS = Map.ofEntries(
            Map.entry(
                    "unknown_ca",
                    "the peer does not trust the CA that issued the certificate of this end; "
                            + "give the peer the certificate of that CA"),
            Map.entry(
                    "certificate_expired",
                    "the peer refused the certificate of this end, because it has expired; "
                            + "renew it, and check the clock of the peer"),
            Map.entry(
                    "bad_certificate",
                    "the peer refused the certificate of this end: it is not valid yet, or malformed; "
                            + "check its dates and the clock of the peer"),
            Map.entry(
                    "certificate_unknown",
                    "the peer refused the certificate of this end; check its CA, its dates, its names, "
                            + "and whether it is for this role (controller or switch)"),
            Map.entry(
                    "unsupported_certificate",
                    "the peer refused the certificate of this end, because it is for another role or its algorithm is "
                            + "too weak; use a certificate for a controller at the controller, and one for a switch at "
                            + "the switch"),
            Map.entry(
                    "certificate_required",
                    "the peer requires a certificate, and this end has sent none; "
                            + "give this end a certificate of a CA that the peer trusts, and its key"),
            Map.entry(
                    "handshake_failure",
                    "the peer ended the handshake: this end has sent no certificate of a CA that the peer trusts, its "
                            + "key does not belong to its certificate, or the ends have no cipher suite in common; "
                            + "check the certificate and the key of this end"),
            Map.entry(
                    "decrypt_error",
                    "the peer could not verify the signature of this end; "
                            + "check whether the key of this end belongs to its certificate"),
            Map.entry("protocol_version", NO_COMMON_VERSION));

    /**
     * An explanation of the exceptions whose messages have a pattern.
     *
     * @param explanation a format whose argument is the text that matches the pattern
     */
    private record Rule(Pattern pattern, String explanation) {
        Rule(String pattern, String explanation) {
            this(Pattern.compile(pattern), explanation);
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "NotAfter: .*",
                    "the certificate of the peer has expired (%s); renew it, and check the clock of this machine"),
            new Rule(
                    "NotBefore: .*",
                    "the certificate of the peer is not valid yet (%s); check the clocks of both machines"),
            new Rule(
                    "unable to find valid certification path|Path does not chain",
                    "this end does not trust the CA that issued the certificate of the peer; give this end the "
                            + "certificate of that CA, or the peer a certificate of a CA that this end trusts"),
            new Rule(
                    "Extended key usage does not permit use for TLS server authentication",
                    "the certificate of the peer is not for a server; use a certificate for a controller at the "
                            + "controller, and one for a listening switch at a switch (beacon tls init --listening)"),
            new Rule(
                    "Extended key usage does not permit use for TLS client authentication",
                    "the certificate of the peer is not for a client; use a certificate for a switch at the switch"),
            new Rule(
                    "No (subject alternative|name matching)[^.]*",
                    "the certificate of the peer is for another host (%s); "
                            + "connect to a name in the certificate, or issue one with this name"),
            new Rule(
                    "Empty client certificate chain",
                    "the peer has sent no certificate of a CA that this end trusts; "
                            + "give the peer a certificate and its key (Open vSwitch: ovs-vsctl set-ssl)"),
            new Rule(
                    "Invalid .* signature",
                    "the key of the peer does not belong to its certificate; use the key that was made with it"),
            new Rule(
                    "(?<=Client requested protocol )\\S+|(?<=Unrecognized record version )SSLv2Hello"
                            + "|SSLv2Hello(?= is not enabled)",
                    "the peer offers no TLS version that this end accepts (it offers %s); "
                            + "enable TLS 1.2 or 1.3 at the peer"),
            new Rule("not accepted by (server|client) preferences|No appropriate protocol", NO_COMMON_VERSION),
            new Rule(
                    "no cipher suites in common|No available authentication scheme",
                    "the ends have no cipher suite in common that suits the certificates; enable more at the peer"),
            new Rule(
                    "(?m)^\\((decode_error|illegal_parameter|unexpected_message|missing_extension)\\).*",
                    "the peer violates the TLS protocol %s"),
            new Rule("(Unrecognized|Unsupported or unrecognized) SSL message", PLAIN_TEXT),
            new Rule(
                    "closing inbound before receiving|terminated the handshake|shut down incorrectly|Connection reset"
                            + "|Broken pipe",
                    "the peer closed the connection during the TLS handshake; look for the reason in its log"));

    /** OpenSSL sends the alert of a client that refuses the server's certificate in plain text. */
    private static final Pattern ALERT =
            Pattern.compile("(?:Received fatal alert: |plaintext alert received: Level: fatal; Alert: )(\\w+)");

    private static final int TLS_HANDSHAKE = 22;
    private static final int TLS_MAJOR_VERSION = 3;
    private static final int OPENFLOW_HELLO = 0;
    private static final int MIN_OPENFLOW_VERSION = 1;
    private static final int MAX_OPENFLOW_VERSION = 6;

    private TlsFailure() {}

    /**
     * Returns the reason of a failure and its remedy, in one line. "This end" is the process that caught the exception.
     *
     * @param failure an exception of an {@code SSLEngine}, of an {@code SSLSocket} or of the TCP connection
     */
    public static String explain(Throwable failure) {
        String messages = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .map(cause -> String.valueOf(cause.getMessage()))
                .collect(Collectors.joining("\n"));
        return explainAlert(messages)
                .or(() -> explainMessage(messages))
                .orElseGet(() -> failure instanceof SSLProtocolException
                        ? "the peer violates the TLS protocol (%s)".formatted(failure.getMessage())
                        : failure.toString())
                .replaceAll("\\p{C}+", " ");
    }

    private static Optional<String> explainAlert(String messages) {
        Matcher alert = ALERT.matcher(messages);
        return alert.find()
                ? Optional.of(ALERTS.getOrDefault(
                        alert.group(1),
                        "the peer ended the TLS connection with the alert %s; look for the reason in its log"
                                .formatted(alert.group(1))))
                : Optional.empty();
    }

    private static Optional<String> explainMessage(String messages) {
        for (Rule rule : RULES) {
            Matcher match = rule.pattern.matcher(messages);
            if (match.find()) {
                return Optional.of(rule.explanation.formatted(match.group()));
            }
        }
        return Optional.empty();
    }

    /** Returns whether bytes begin as a TLS handshake does: RFC 8446, section 5.1. */
    public static boolean isTlsRecord(byte[] bytes, int offset, int length) {
        return length >= 2 && bytes[offset] == TLS_HANDSHAKE && bytes[offset + 1] == TLS_MAJOR_VERSION;
    }

    /** Returns whether bytes begin as an OpenFlow HELLO does: OpenFlow 1.5.1, sections 7.1 and 7.5.1. */
    public static boolean isOpenFlowHello(byte[] bytes, int offset, int length) {
        return length >= 2
                && bytes[offset] >= MIN_OPENFLOW_VERSION
                && bytes[offset] <= MAX_OPENFLOW_VERSION
                && bytes[offset + 1] == OPENFLOW_HELLO;
    }
}
