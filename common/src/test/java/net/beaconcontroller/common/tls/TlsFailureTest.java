package net.beaconcontroller.common.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

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

    @Test
    void anythingElseIsOneLine() {
        assertThat(TlsFailure.explain(new IOException("strange\r\nforged log line")))
                .isEqualTo("java.io.IOException: strange forged log line");
    }
}
