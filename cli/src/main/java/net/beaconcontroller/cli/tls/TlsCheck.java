package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * A test of a TLS connection to a controller, as a switch would make it. It sends no OpenFlow message, so that no
 * switch appears at the controller.
 */
final class TlsCheck {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private static final String CONNECTION = "connection";
    private static final String OWN = "own certificate";
    private static final String HELLO = "OpenFlow HELLO";

    /** How a part of the test ended. */
    enum Outcome {
        OK,
        /** It works with Open vSwitch, or was not tested. */
        WARNING,
        FAILED
    }

    /** The result of a part of the test, in words. */
    record Finding(String part, Outcome outcome, String text) {}

    private final InetSocketAddress address;
    private final @Nullable Path authorities;
    private final OwnCertificate own;
    private final Duration timeout;
    private final PeerCertificate peer = new PeerCertificate();
    private final List<Finding> findings = new ArrayList<>();
    private @Nullable SSLSession session;
    private @Nullable Version version;

    /**
     * Creates a test.
     *
     * @param authorities a file with the trusted CA; null to trust any
     * @param timeout for each of the connection, the handshake and the HELLO
     */
    TlsCheck(InetSocketAddress address, @Nullable Path authorities, OwnCertificate own, Duration timeout) {
        this.address = address;
        this.authorities = authorities;
        this.own = own;
        this.timeout = timeout;
    }

    /** Makes the connection. */
    List<Finding> run() throws IOException {
        X509TrustManager trust = authorities == null ? null : trust(authorities);
        try (var socket = new Socket()) {
            if (connect(socket)) {
                test(socket, trust);
            }
        }
        return findings;
    }

    /** Returns the session, unless the handshake failed. */
    Optional<SSLSession> session() {
        return Optional.ofNullable(session);
    }

    /** Returns the certificates of the peer; none if the handshake failed before it sent them. */
    List<X509Certificate> chain() {
        return peer.chain();
    }

    /** Returns the version of the peer's HELLO, unless it sent none. */
    Optional<Version> version() {
        return Optional.ofNullable(version);
    }

    private void add(String part, Outcome outcome, String text) {
        findings.add(new Finding(part, outcome, text));
    }

    private int timeoutMillis() {
        return Math.toIntExact(timeout.toMillis());
    }

    private String seconds() {
        return "%d s".formatted(timeout.toSeconds());
    }

    private String target() {
        return "%s:%d".formatted(address.getHostString(), address.getPort());
    }

    private boolean connect(Socket socket) {
        try {
            socket.connect(address, timeoutMillis());
            add(CONNECTION, Outcome.OK, "%s accepts connections".formatted(target()));
            return true;
        } catch (SocketTimeoutException _) {
            add(
                    CONNECTION,
                    Outcome.FAILED,
                    "timeout after %s; check the address, the route and firewalls".formatted(seconds()));
        } catch (ConnectException e) {
            add(
                    CONNECTION,
                    Outcome.FAILED,
                    "%s; check the address, and that the controller runs with controller.tls.listen"
                            .formatted(e.getMessage()));
        } catch (IOException e) {
            add(CONNECTION, Outcome.FAILED, "%s; check the address".formatted(e.getMessage()));
        }
        return false;
    }

    private void test(Socket socket, @Nullable X509TrustManager trust) throws IOException {
        try (var tls = (SSLSocket)
                context().getSocketFactory().createSocket(socket, address.getHostString(), address.getPort(), true)) {
            tls.setEnabledProtocols(PROTOCOLS);
            tls.setSoTimeout(timeoutMillis());
            shakeHands(tls);
            Optional<Finding> hello = session == null ? Optional.empty() : Optional.of(readHello(tls));
            if (!peer.chain().isEmpty()) {
                checkCertificate(trust);
                checkName();
                checkRequest();
            }
            hello.ifPresent(findings::add);
        }
    }

    private void shakeHands(SSLSocket tls) {
        try {
            tls.startHandshake();
            session = tls.getSession();
            add("TLS", Outcome.OK, "%s, %s".formatted(session.getProtocol(), session.getCipherSuite()));
        } catch (IOException e) {
            add("TLS", Outcome.FAILED, explainHandshake(e));
        }
    }

    private String explainHandshake(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return "no answer within %s; check whether the port is for TLS, and look into the log of the peer"
                    .formatted(seconds());
        }
        String explanation = TlsFailure.explain(e);
        return explanation.equals(TlsFailure.PLAIN_TEXT) && greetsInPlainText()
                ? "the port speaks OpenFlow without TLS; "
                        + "use the port of controller.tls.listen, or tcp:%s at the switch".formatted(target())
                : explanation;
    }

    /** Connects without TLS, and returns whether the peer sends an OpenFlow HELLO. */
    private boolean greetsInPlainText() {
        try (var socket = new Socket()) {
            socket.connect(address, timeoutMillis());
            socket.setSoTimeout(timeoutMillis());
            byte[] header = socket.getInputStream().readNBytes(Header.LENGTH);
            return TlsFailure.isOpenFlowHello(header, 0, header.length);
        } catch (IOException _) {
            return false;
        }
    }

    private void checkCertificate(@Nullable X509TrustManager trust) {
        CertificateSummary leaf = CertificateSummary.of(peer.chain().getFirst());
        String text = "%s, issued by %s, valid until %s, %s"
                .formatted(leaf.subject(), leaf.issuer(), leaf.validity(Instant.now()), leaf.key());
        if (trust == null) {
            add("certificate", Outcome.WARNING, text + "; its CA was not checked, which needs --ca FILE");
            return;
        }
        try {
            peer.check(trust);
            add("certificate", Outcome.OK, text);
        } catch (CertificateException e) {
            add(
                    "certificate",
                    Outcome.FAILED,
                    "%s: %s (trusted: %s)".formatted(text, TlsFailure.explain(e), authorities));
        }
    }

    private void checkName() {
        CertificateSummary leaf = CertificateSummary.of(peer.chain().getFirst());
        String host = CertificateSummary.host(address.getHostString());
        String wildcard = host.replaceFirst("^[^.]+", "*");
        if (leaf.names().stream().anyMatch(name -> name.equalsIgnoreCase(host) || name.equalsIgnoreCase(wildcard))) {
            add("name", Outcome.OK, "%s is a name of the certificate".formatted(host));
        } else {
            add(
                    "name",
                    Outcome.WARNING,
                    ("%s is not a name of the certificate (%s); Open vSwitch does not check it, other switches "
                                    + "may: connect to one of the names, or issue the certificate with --host %1$s")
                            .formatted(host, leaf.namesText()));
        }
    }

    private void checkRequest() {
        Optional<X509Certificate> sent = own.certificate();
        Optional<List<Principal>> requested = own.requestedIssuers();
        // A peer may close the connection without a reason, or the alert with the reason may be lost.
        Outcome wrong = version == null ? Outcome.FAILED : Outcome.WARNING;
        if (requested.isEmpty()) {
            add(OWN, Outcome.OK, "the peer requests none");
        } else if (sent.isEmpty()) {
            add(OWN, wrong, "the peer requests one, and none was given; give --certificate and --key");
        } else {
            CertificateSummary summary = CertificateSummary.of(sent.get());
            String text = "%s, issued by %s".formatted(summary.subject(), summary.issuer());
            if (own.isAcceptable()) {
                add(OWN, Outcome.OK, text);
            } else {
                String accepted = requested.get().stream()
                        .map(issuer -> CertificateSummary.printable(issuer.getName()))
                        .collect(Collectors.joining(" or "));
                add(OWN, wrong, "%s, but the peer accepts those of %s; use one of these".formatted(text, accepted));
            }
        }
    }

    /** Reads the first message. With TLS 1.3, the refusal of the own certificate arrives here. */
    private Finding readHello(SSLSocket tls) {
        try {
            byte[] header = tls.getInputStream().readNBytes(Header.LENGTH);
            if (TlsFailure.isOpenFlowHello(header, 0, header.length)) {
                version = Version.ofWire(Header.version(header, 0)).orElseThrow();
                return new Finding(HELLO, Outcome.OK, "the peer speaks OpenFlow %s".formatted(version));
            }
            return failedHello(
                    header.length == 0
                            ? "the peer closed the connection; look for the reason in its log"
                            : "the peer speaks another protocol (it sent %s); check the port"
                                    .formatted(HexFormat.of().formatHex(header)));
        } catch (SocketTimeoutException _) {
            return failedHello(
                    "no OpenFlow HELLO within %s; check whether the port is that of a controller".formatted(seconds()));
        } catch (IOException e) {
            return failedHello(TlsFailure.explain(e));
        }
    }

    private static Finding failedHello(String text) {
        return new Finding(HELLO, Outcome.FAILED, text);
    }

    private SSLContext context() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {own}, new TrustManager[] {peer}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static X509TrustManager trust(Path authorities) throws IOException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(PemKeyStore.readAuthorities(authorities));
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException e) {
            throw new IOException("%s: %s".formatted(authorities, e.getMessage()), e);
        }
    }
}
