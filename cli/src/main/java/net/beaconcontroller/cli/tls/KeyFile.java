package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import net.beaconcontroller.io.tls.PemKeyStore;
import org.jspecify.annotations.Nullable;

/**
 * The file of a private key.
 *
 * @param permissions such as {@code rw-------}; empty if the file system has none
 * @param key null if the file cannot be read or has no usable key
 * @param problem why the key is missing
 */
record KeyFile(Path file, String permissions, @Nullable PrivateKey key, String problem) {
    static KeyFile read(Path file) throws IOException {
        String permissions = file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                : "";
        try {
            return new KeyFile(file, permissions, PemKeyStore.privateKey(file), "");
        } catch (IOException e) {
            return new KeyFile(file, permissions, null, String.valueOf(e.getMessage()));
        }
    }

    boolean belongsTo(X509Certificate certificate) {
        try {
            return key != null && PemKeyStore.belongTogether(key, certificate.getPublicKey());
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /** Returns whether only the owner may read and write the file. */
    boolean isPrivate() {
        return permissions.isEmpty() || permissions.endsWith("------");
    }
}
