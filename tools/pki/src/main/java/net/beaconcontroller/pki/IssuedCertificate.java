package net.beaconcontroller.pki;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import net.beaconcontroller.io.tls.TlsFiles;

/**
 * A certificate, its private key, and the certificate of the authority that has issued it. It has no text form, so that
 * a log cannot contain the key.
 */
public final class IssuedCertificate {
    private final X509Certificate certificate;
    private final PrivateKey key;
    private final X509Certificate authority;

    IssuedCertificate(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
        this.certificate = certificate;
        this.key = key;
        this.authority = authority;
    }

    /** Returns the certificate. */
    public X509Certificate certificate() {
        return certificate;
    }

    /**
     * Writes the files {@code NAME-cert.pem}, {@code NAME-key.pem} and {@code ca-cert.pem} to a folder, which is
     * created if it does not exist. Only this account may read the key. The file of the authority may exist.
     *
     * @param name the beginning of the names of files
     * @throws FileAlreadyExistsException if one of the files exists, or that of the authority has another certificate
     */
    public TlsFiles write(Path folder, String name) throws IOException {
        TlsFiles files = TlsFiles.in(folder, name);
        PemFiles.createFolder(folder);
        if (!Files.exists(files.authorities())) {
            PemFiles.writeCertificate(files.authorities(), authority);
        } else if (!Files.readString(files.authorities()).equals(PemFiles.text(authority))) {
            throw new FileAlreadyExistsException(
                    files.authorities().toString(), null, "the certificate of another authority");
        }
        PemFiles.writeKey(files.key(), key);
        PemFiles.writeCertificate(files.certificate(), certificate);
        return files;
    }
}
