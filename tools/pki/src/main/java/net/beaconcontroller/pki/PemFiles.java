package net.beaconcontroller.pki;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;

/** Creates files in PEM (RFC 7468). A file that exists is an error. */
final class PemFiles {
    private static final int LINE_LENGTH = 64;

    private PemFiles() {}

    static String certificateName(String name) {
        return name + "-cert.pem";
    }

    static String keyName(String name) {
        return name + "-key.pem";
    }

    /** Creates a folder, and those above it, for this account alone. Has no effect if it exists. */
    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, permissions(folder, "rwx------"));
    }

    static void writeKey(Path file, PrivateKey key) throws IOException {
        create(file, text("PRIVATE KEY", key.getEncoded()), permissions(file, "rw-------"));
    }

    static void writeCertificate(Path file, X509Certificate certificate) throws IOException {
        create(file, text(certificate));
    }

    static String text(X509Certificate certificate) {
        try {
            return text("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String label, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
                .formatted(
                        label,
                        Base64.getMimeEncoder(LINE_LENGTH, new byte[] {'\n'}).encodeToString(content));
    }

    private static void create(Path file, String text, FileAttribute<?>... permissions) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    private static FileAttribute<?>[] permissions(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
