package net.beaconcontroller.io.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The files, in PEM, of one end of TLS connections whose ends both have certificates.
 *
 * @param certificate the certificate of this end, followed by those of the authorities that signed it
 * @param key the private key of the certificate
 * @param authorities the certificates of the authorities (CA) that sign the certificates of the other ends
 */
public record TlsFiles(Path certificate, Path key, Path authorities) {
    /** Returns the files {@code NAME-cert.pem}, {@code NAME-key.pem} and {@code ca-cert.pem} in a folder. */
    public static TlsFiles in(Path folder, String name) {
        return new TlsFiles(
                folder.resolve(name + "-cert.pem"), folder.resolve(name + "-key.pem"), folder.resolve("ca-cert.pem"));
    }

    /**
     * Reads the files.
     *
     * @throws IOException if a file cannot be read or has other content; the message names the file
     */
    public SSLContext load() throws IOException {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(PemKeyStore.read(certificate, key), PemKeyStore.PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(PemKeyStore.readAuthorities(authorities));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("%s and %s: %s".formatted(certificate, authorities, e.getMessage()), e);
        }
    }

    /** Returns the files. */
    public List<Path> all() {
        return List.of(certificate, key, authorities);
    }
}
