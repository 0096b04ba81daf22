package net.beaconcontroller.core.session;

import net.beaconcontroller.core.options.CertificateNames;
import net.beaconcontroller.io.tls.TlsTransport;

/**
 * The properties of a connection with TLS.
 *
 * @param protocol the version of the protocol and the cipher suite, such as {@code TLSv1.3 TLS_AES_256_GCM_SHA384}
 * @param certificate the first name in the certificate of the switch; "none" if it has no certificate
 */
public record SwitchTls(String protocol, String certificate) {
    static SwitchTls of(TlsTransport transport) {
        return new SwitchTls(
                String.valueOf(transport.protocol()),
                transport
                        .peerCertificate()
                        .map(CertificateNames::of)
                        .orElse(CertificateNames.NONE)
                        .toString());
    }
}
