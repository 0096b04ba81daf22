package net.beaconcontroller.pki;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.io.tls.TlsFiles;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The explanations at both ends of handshakes that fail. This test is not in the module of {@link TlsFailure}, because
 * it needs certificates.
 */
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class TlsFailureTest {
    private static final char[] PASSWORD = PemKeyStore.PASSWORD.toCharArray();

    private static final CertificateAuthority CA = CertificateAuthority.create("ours");
    private static final CertificateAuthority OTHER_CA = CertificateAuthority.create("other");
    private static final CertificateRequest CONTROLLER = CertificateRequest.forController("localhost");
    private static final CertificateRequest SWITCH = CertificateRequest.forSwitches();

    @Parameter
    private String version = "";

    @TempDir
    private Path folder;

    private int folders;

    @Test
    void aHandshakeWithTheRightCertificatesSucceeds() throws Exception {
        assertThat(handshake(CA.issue(SWITCH), CA.issue(CONTROLLER))).isEqualTo(new Handshake(null, null));
    }

    @Test
    void theCertificateOfTheServerHasExpired() throws Exception {
        Handshake failed = handshake(CA.issue(SWITCH), CA.issue(expired(CONTROLLER)));
        assertThat(client(failed)).matches("the certificate of the peer has expired \\(NotAfter: .*\\); renew it, .*");
        assertThat(server(failed))
                .startsWith("the peer refused the certificate of this end, because it has expired; renew it");
    }

    @Test
    void theCertificateOfTheClientHasExpired() throws Exception {
        Handshake failed = handshake(CA.issue(expired(SWITCH)), CA.issue(CONTROLLER));
        assertThat(server(failed)).matches("the certificate of the peer has expired \\(NotAfter: .*\\); renew it, .*");
        assertThat(client(failed)).startsWith("the peer refused the certificate of this end; check its CA, its dates");
    }

    @Test
    void theCertificateOfTheServerIsNotValidYet() throws Exception {
        Handshake failed = handshake(CA.issue(SWITCH), CA.issue(future(CONTROLLER)));
        assertThat(client(failed))
                .matches("the certificate of the peer is not valid yet \\(NotBefore: .*\\); check the clocks .*");
        assertThat(server(failed)).startsWith("the peer refused the certificate of this end: it is not valid yet");
    }

    @Test
    void theCertificateOfTheClientIsNotValidYet() throws Exception {
        Handshake failed = handshake(CA.issue(future(SWITCH)), CA.issue(CONTROLLER));
        assertThat(server(failed))
                .matches("the certificate of the peer is not valid yet \\(NotBefore: .*\\); check the clocks .*");
        assertThat(client(failed)).startsWith("the peer refused the certificate of this end; check its CA, its dates");
    }

    @Test
    void theClientDoesNotTrustTheAuthorityOfTheServer() throws Exception {
        Handshake failed = handshake(CA.issue(SWITCH), OTHER_CA.issue(CONTROLLER));
        assertThat(client(failed)).startsWith("this end does not trust the CA that issued the certificate of the peer");
        assertThat(server(failed)).startsWith("the peer refused the certificate of this end; check its CA");
    }

    /** A client of the JDK sends no certificate of an authority that the server does not list. */
    @Test
    void theServerDoesNotTrustTheAuthorityOfTheClient() throws Exception {
        Handshake failed = handshake(OTHER_CA.issue(SWITCH), CA.issue(CONTROLLER));
        assertThat(server(failed)).startsWith("the peer has sent no certificate of a CA that this end trusts");
        assertThat(client(failed)).contains("this end has sent no");
    }

    @Test
    void theAuthorityOfTheClientHasTheNameOfATrustedOne() throws Exception {
        CertificateAuthority namesake = CertificateAuthority.create("ours");
        Handshake failed = handshake(namesake.issue(SWITCH), CA.issue(CONTROLLER));
        assertThat(server(failed)).startsWith("this end does not trust the CA that issued the certificate of the peer");
        assertThat(client(failed)).startsWith("the peer refused the certificate of this end; check its CA");
    }

    @Test
    void theClientHasNoCertificate() throws Exception {
        Handshake failed = handshake(contextWithoutCertificate(), context(CA.issue(CONTROLLER)));
        assertThat(server(failed)).startsWith("the peer has sent no certificate of a CA that this end trusts");
        assertThat(client(failed)).contains("this end has sent no");
    }

    @Test
    void theServerHasNoCertificate() throws Exception {
        Handshake failed = handshake(context(CA.issue(SWITCH)), contextWithoutCertificate());
        assertThat(server(failed)).startsWith("the ends have no cipher suite in common that suits the certificates");
        assertThat(client(failed)).startsWith("the peer ended the handshake: ");
    }

    @Test
    void theServerHasTheCertificateOfASwitch() throws Exception {
        Handshake failed = handshake(CA.issue(SWITCH), CA.issue(SWITCH));
        assertThat(client(failed)).startsWith("the certificate of the peer is not for a server; ");
        assertThat(server(failed)).contains("whether it is for this role");
    }

    @Test
    void theCertificateOfTheServerIsForAnotherHost() throws Exception {
        IssuedCertificate elsewhere = CA.issue(CertificateRequest.forController("other.example"));
        SSLEngine client = context(CA.issue(SWITCH)).createSSLEngine("localhost", 0);
        SSLParameters parameters = client.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        client.setSSLParameters(parameters);
        Handshake failed = handshake(client, context(elsewhere).createSSLEngine());
        assertThat(client(failed))
                .startsWith("the certificate of the peer is for another host "
                        + "(No subject alternative DNS name matching localhost found); ");
        assertThat(server(failed)).contains("its names");
    }

    @Test
    void theKeyOfTheClientDoesNotBelongToItsCertificate() throws Exception {
        Handshake failed = handshake(contextWithWrongKey(SWITCH), context(CA.issue(CONTROLLER)));
        assertThat(server(failed)).startsWith("the key of the peer does not belong to its certificate; ");
        assertThat(client(failed)).contains("its key does not belong to its certificate");
    }

    @Test
    void theKeyOfTheServerDoesNotBelongToItsCertificate() throws Exception {
        Handshake failed = handshake(context(CA.issue(SWITCH)), contextWithWrongKey(CONTROLLER));
        assertThat(client(failed)).startsWith("the key of the peer does not belong to its certificate; ");
        assertThat(server(failed)).contains("its key does not belong to its certificate");
    }

    @Test
    void theEndsHaveNoVersionInCommon() throws Exception {
        SSLEngine server = context(CA.issue(CONTROLLER)).createSSLEngine();
        server.setEnabledProtocols(new String[] {version.equals("TLSv1.2") ? "TLSv1.3" : "TLSv1.2"});
        Handshake failed = handshake(context(CA.issue(SWITCH)).createSSLEngine(), server);
        assertThat(client(failed)).startsWith("the ends have no TLS version in common; ");
        assertThat(server(failed)).startsWith("the ends have no TLS version in common; ");
    }

    @Test
    void theEndsHaveNoCipherSuiteInCommon() throws Exception {
        SSLEngine client = context(CA.issue(SWITCH)).createSSLEngine();
        SSLEngine server = context(CA.issue(CONTROLLER)).createSSLEngine();
        client.setEnabledCipherSuites(
                new String[] {"TLS_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"});
        server.setEnabledCipherSuites(
                new String[] {"TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"});
        Handshake failed = handshake(client, server);
        assertThat(server(failed)).startsWith("the ends have no cipher suite in common");
        assertThat(client(failed)).contains("the ends have no cipher suite in common");
    }

    @Test
    void thePeerSpeaksPlainText() throws Exception {
        SSLEngine server = context(CA.issue(CONTROLLER)).createSSLEngine();
        server.setUseClientMode(false);
        byte[] hello = {4, 0, 0, 8, 0, 0, 0, 1};
        assertThat(explanationOf(() -> server.unwrap(ByteBuffer.wrap(hello), ByteBuffer.allocate(1 << 16))))
                .isEqualTo(TlsFailure.PLAIN_TEXT);
    }

    /** As OpenSSL does, also with TLS 1.3. */
    @Test
    void theClientSendsAnAlertWithoutEncryption() throws Exception {
        SSLEngine client = context(CA.issue(SWITCH)).createSSLEngine();
        client.setEnabledProtocols(new String[] {version});
        client.setUseClientMode(true);
        SSLEngine server = context(CA.issue(CONTROLLER)).createSSLEngine();
        server.setUseClientMode(false);
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        client.wrap(ByteBuffer.allocate(0), buffer);
        server.unwrap(buffer.flip(), ByteBuffer.allocate(1 << 16));
        server.getDelegatedTask().run();
        while (server.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            server.wrap(ByteBuffer.allocate(0), buffer.clear());
        }
        byte[] alertUnknownCa = {21, 3, 3, 0, 2, 2, 48};
        assertThat(explanationOf(() -> server.unwrap(ByteBuffer.wrap(alertUnknownCa), ByteBuffer.allocate(1 << 16))))
                .startsWith("the peer does not trust the CA that issued the certificate of this end; ");
    }

    @Test
    void thePeerClosesTheConnectionDuringTheHandshake() throws Exception {
        SSLEngine server = context(CA.issue(CONTROLLER)).createSSLEngine();
        server.setUseClientMode(false);
        server.beginHandshake();
        assertThat(explanationOf(server::closeInbound))
                .startsWith("the peer closed the connection during the TLS handshake; ");
    }

    private static CertificateRequest expired(CertificateRequest request) {
        Instant now = Instant.now();
        return request.valid(now.minus(2, DAYS), now.minus(1, DAYS));
    }

    private static CertificateRequest future(CertificateRequest request) {
        Instant now = Instant.now();
        return request.valid(now.plus(1, DAYS), now.plus(2, DAYS));
    }

    private Handshake handshake(IssuedCertificate client, IssuedCertificate server) throws Exception {
        return handshake(context(client), context(server));
    }

    private Handshake handshake(SSLContext client, SSLContext server) throws SSLException {
        return handshake(client.createSSLEngine(), server.createSSLEngine());
    }

    private Handshake handshake(SSLEngine client, SSLEngine server) throws SSLException {
        client.setEnabledProtocols(new String[] {version});
        server.setNeedClientAuth(true);
        return Handshake.between(client, server);
    }

    private static String client(Handshake failed) {
        return TlsFailure.explain(Objects.requireNonNull(failed.client()));
    }

    private static String server(Handshake failed) {
        return TlsFailure.explain(Objects.requireNonNull(failed.server()));
    }

    private static String explanationOf(ThrowingCallable action) {
        return TlsFailure.explain(catchThrowableOfType(SSLException.class, action));
    }

    private SSLContext context(IssuedCertificate own) throws Exception {
        return contextOf(keyStore(own));
    }

    private SSLContext contextWithoutCertificate() throws Exception {
        return contextOf(null);
    }

    private SSLContext contextWithWrongKey(CertificateRequest request) throws Exception {
        KeyStore store = keyStore(CA.issue(request));
        String alias = store.aliases().nextElement();
        KeyStore other = keyStore(CA.issue(request));
        var key = (PrivateKey) other.getKey(alias, PASSWORD);
        Certificate[] chain = store.getCertificateChain(alias);
        store.setKeyEntry(alias, key, PASSWORD, chain);
        return contextOf(store);
    }

    private KeyStore keyStore(IssuedCertificate own) throws Exception {
        TlsFiles files = own.write(newFolder(), "end");
        return PemKeyStore.read(files.certificate(), files.key());
    }

    /** Returns the TLS settings of an end that trusts {@link #CA}. */
    private SSLContext contextOf(@Nullable KeyStore own) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        Path authority = newFolder();
        CA.write(authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(PemKeyStore.readAuthorities(authority.resolve(CertificateAuthority.CERTIFICATE_FILE)));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private Path newFolder() {
        return folder.resolve("end" + folders++);
    }
}
