package net.beaconcontroller.io.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cases that need no certificates; the module pki tests the others. */
class TlsFailureTest {
    private static boolean isHello(int... bytes) {
        return TlsFailure.isOpenFlowHello(toBytes(bytes), 0, bytes.length);
    }

    private static boolean isTls(int... bytes) {
        return TlsFailure.isTlsRecord(toBytes(bytes), 0, bytes.length);
    }

    private static byte[] toBytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void recognisesTheHelloOfEachVersion() {
        for (int version = 1; version <= 6; version++) {
            assertThat(isHello(version, 0, 0, 8)).as("version %d", version).isTrue();
        }
    }

    @Test
    void otherBytesAreNoHello() {
        assertThat(isHello(0, 0)).isFalse();
        assertThat(isHello(7, 0)).isFalse();
        assertThat(isHello(4, 2)).isFalse();
        assertThat(isHello(0x84, 0)).isFalse();
        assertThat(isHello(4)).isFalse();
    }

    @Test
    void recognisesAHandshakeOfTls() {
        assertThat(isTls(0x16, 3, 1)).isTrue();
        assertThat(isTls(0x16, 4)).isFalse();
        assertThat(isTls(4, 0)).isFalse();
        assertThat(isTls(0x16)).isFalse();
    }

    @Test
    void readsFromTheOffset() {
        assertThat(TlsFailure.isOpenFlowHello(new byte[] {9, 4, 0}, 1, 2)).isTrue();
        assertThat(TlsFailure.isTlsRecord(new byte[] {9, 0x16, 3}, 1, 2)).isTrue();
    }

    @Test
    void anUnusualAlertIsNamed() {
        assertThat(TlsFailure.explain(
                        new SSLHandshakeException("(no_renegotiation) Received fatal alert: user_canceled")))
                .isEqualTo("the peer ended the TLS connection with the alert user_canceled; "
                        + "look for the reason in its log");
    }

    @Test
    void anAlertOfOpenSslIsExplained() {
        assertThat(TlsFailure.explain(new SSLHandshakeException("(unknown_ca) Received fatal alert: unknown_ca")))
                .startsWith("the peer does not trust the CA that issued the certificate of this end; ");
    }

    @Test
    void aCertificateThatIsOnlyForServersIsExplained() {
        assertThat(TlsFailure.explain(new SSLHandshakeException("(certificate_unknown) Extended key usage does not "
                        + "permit use for TLS client authentication")))
                .startsWith("the certificate of the peer is not for a client; ");
    }

    @Test
    void aResetConnectionIsExplained() {
        assertThat(TlsFailure.explain(new IOException("Connection reset")))
                .startsWith("the peer closed the connection during the TLS handshake; ");
    }

    /** A ClientHello of SSL 3.0 to TLS 1.1 without extensions, RFC 4346, section 7.4.1.2, and one of SSL 2.0. */
    @ParameterizedTest
    @CsvSource({
        "SSLv3, 16 0300 002d 01 000029 0300",
        "TLSv1, 16 0301 002d 01 000029 0301",
        "TLSv1.1, 16 0301 002d 01 000029 0302",
        "SSLv2Hello, 802e 01 0002 0015 0000 0010 010080"
    })
    void aClientThatOffersOnlyOldVersionsIsExplained(String version, String hello) throws Exception {
        String rest = "00".repeat(33) + "0002 002f 01 00";
        assertThat(TlsFailure.explain(refusalOf(hello + rest)))
                .isEqualTo("the peer offers no TLS version that this end accepts (it offers %s); ".formatted(version)
                        + "enable TLS 1.2 or 1.3 at the peer");
    }

    @ParameterizedTest
    @CsvSource({
        "16 0303 ffff 01 00ffff, (Input record too big: max = ",
        "16 0303 0000, (Handshake packets must not be zero-length)",
        "16 0303 0008 63 000004 00000000, (Unknown handshake type",
        "16 0303 0005 01 000001 00, (decode_error) Illegal handshake message"
    })
    void bytesThatViolateTheProtocolAreExplained(String bytes, String reason) throws Exception {
        assertThat(TlsFailure.explain(refusalOf(bytes))).startsWith("the peer violates the TLS protocol " + reason);
    }

    /** Returns the exception of a server that receives these bytes, in hexadecimal. */
    private static SSLException refusalOf(String bytes) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        var record = ByteBuffer.wrap(HexFormat.of().parseHex(bytes.replace(" ", "")));
        var output = ByteBuffer.allocate(1 << 15);
        return catchThrowableOfType(SSLException.class, () -> {
            engine.unwrap(record, output);
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
            engine.wrap(ByteBuffer.allocate(0), output);
        });
    }

    @Test
    void anythingElseIsOneLine() {
        assertThat(TlsFailure.explain(new IOException("strange\r\nforged log line")))
                .isEqualTo("java.io.IOException: strange forged log line");
    }
}
