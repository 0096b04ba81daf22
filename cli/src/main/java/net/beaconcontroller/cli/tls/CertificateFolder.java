package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import net.beaconcontroller.pki.IssuedCertificate;

/** A folder with a CA and the certificates that it has issued. Files that exist are kept, and are an error if wrong. */
final class CertificateFolder {
    private static final int NAME_BYTES = 4;
    /** The extended key usage of TLS servers: RFC 5280, section 4.2.1.12. */
    private static final String SERVER_PURPOSE = "1.3.6.1.5.5.7.3.1";

    private final Path folder;
    private final CertificateAuthority authority;
    private final boolean isNew;

    /** A certificate in the folder, and whether this process has made it. */
    record Entry(TlsFiles files, X509Certificate certificate, boolean isNew) {}

    private CertificateFolder(Path folder, CertificateAuthority authority, boolean isNew) {
        this.folder = folder;
        this.authority = authority;
        this.isNew = isNew;
    }

    /** Reads the CA of a folder, or makes one. */
    static CertificateFolder open(Path folder) throws IOException {
        Path certificate = folder.resolve(CertificateAuthority.CERTIFICATE_FILE);
        if (exist(certificate, folder.resolve(CertificateAuthority.KEY_FILE))) {
            requireValid(certificate, PemKeyStore.certificates(certificate).getFirst());
            return new CertificateFolder(folder, CertificateAuthority.read(folder), false);
        }
        // Two authorities with the same name would be confused when the certificates of one are checked with the other.
        byte[] random = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(random);
        CertificateAuthority authority =
                CertificateAuthority.create("Beacon CA " + HexFormat.of().formatHex(random));
        authority.write(folder);
        return new CertificateFolder(folder, authority, true);
    }

    X509Certificate authority() {
        return authority.certificate();
    }

    boolean isNew() {
        return isNew;
    }

    /**
     * Returns the certificate of the folder with a name, or issues it.
     *
     * @param name the beginning of the names of files
     * @param required the alternative names that it must have if it exists
     * @throws IOException if the files that exist do not fit; the message names the file and the remedy
     */
    Entry provide(String name, CertificateRequest request, List<String> required) throws IOException {
        TlsFiles files = TlsFiles.in(folder, name);
        if (!exist(files.certificate(), files.key())) {
            Instant end = authority.certificate().getNotAfter().toInstant();
            CertificateRequest limited =
                    request.notAfter().isAfter(end) ? request.valid(request.notBefore(), end) : request;
            IssuedCertificate issued = authority.issue(limited);
            return new Entry(issued.write(folder, name), issued.certificate(), true);
        }
        PemKeyStore.read(files.certificate(), files.key());
        X509Certificate certificate =
                PemKeyStore.certificates(files.certificate()).getFirst();
        requireValid(files.certificate(), certificate);
        requireIssued(files, certificate);
        List<String> names = CertificateSummary.of(certificate).names();
        for (String host : required) {
            if (!names.contains(CertificateSummary.host(host))) {
                throw new IOException("%s exists, and does not have the name %s; to issue it again, move it and %s away"
                        .formatted(files.certificate(), host, files.key()));
            }
        }
        if (request.mayListen() && !mayListen(certificate)) {
            throw new IOException(
                    "%s exists, and is not for a switch that listens; to issue it again, move it and %s away"
                            .formatted(files.certificate(), files.key()));
        }
        return new Entry(files, certificate, false);
    }

    private void requireIssued(TlsFiles files, X509Certificate certificate) throws IOException {
        try {
            certificate.verify(authority.certificate().getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "%s exists, and is not issued by %s; move it and %s away, or give another folder"
                            .formatted(files.certificate(), files.authorities(), files.key()),
                    e);
        }
    }

    private static boolean mayListen(X509Certificate certificate) {
        try {
            List<String> purposes = certificate.getExtendedKeyUsage();
            return purposes == null || purposes.contains(SERVER_PURPOSE);
        } catch (CertificateParsingException _) {
            return false;
        }
    }

    private static void requireValid(Path file, X509Certificate certificate) throws IOException {
        if (CertificateSummary.of(certificate).isExpired(Instant.now())) {
            throw new IOException("%s exists, and has expired; move it and its key away, and repeat".formatted(file));
        }
    }

    /** Returns whether both files exist. One without the other is an error. */
    private static boolean exist(Path certificate, Path key) throws IOException {
        List<Path> existing = Stream.of(certificate, key).filter(Files::exists).toList();
        if (existing.size() == 1) {
            throw new IOException("%s exists, but %s does not; move the former away, or bring the latter back"
                    .formatted(existing.getFirst(), existing.getFirst().equals(key) ? certificate : key));
        }
        return !existing.isEmpty();
    }
}
