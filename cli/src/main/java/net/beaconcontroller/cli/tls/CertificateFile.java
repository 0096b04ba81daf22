package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.io.tls.PemKeyStore;
import org.jspecify.annotations.Nullable;

/**
 * A certificate in a file, and the file of its key.
 *
 * @param key a key file in the same folder that belongs to the certificate, or has the name of its key file; null if
 *     there is none
 */
record CertificateFile(
        Path file, X509Certificate certificate, @Nullable KeyFile key) {
    private static final int WARNING_DAYS = 30;
    private static final int MAX_SIZE = 1 << 20;

    /** Returns the certificates of a file, or of the files in a folder. */
    static List<CertificateFile> list(Path path) throws IOException {
        List<Path> files = Files.isDirectory(path) ? files(path) : List.of(path);
        List<KeyFile> keys = keys(path);
        var all = new ArrayList<CertificateFile>();
        for (Path file : files) {
            if (!Files.isDirectory(path) || contains(file, "BEGIN CERTIFICATE-----")) {
                List<X509Certificate> chain = PemKeyStore.certificates(file);
                for (X509Certificate certificate : chain) {
                    all.add(new CertificateFile(file, certificate, keyOf(file, certificate, keys)));
                }
            }
        }
        if (all.isEmpty()) {
            throw new IOException("%s has no certificates; 'beacon tls init' makes some".formatted(path));
        }
        return all;
    }

    private static List<KeyFile> keys(Path path) throws IOException {
        var keys = new ArrayList<KeyFile>();
        for (Path file : files(Files.isDirectory(path) ? path : path.resolveSibling(""))) {
            if (!Files.isReadable(file) || contains(file, "PRIVATE KEY-----")) {
                keys.add(KeyFile.read(file));
            }
        }
        return keys;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static boolean contains(Path file, String text) throws IOException {
        return Files.isReadable(file)
                && Files.size(file) <= MAX_SIZE
                && Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    }

    private static @Nullable KeyFile keyOf(Path file, X509Certificate certificate, List<KeyFile> keys) {
        Path expected = file.resolveSibling(file.getFileName().toString().replace("cert", "key"));
        return keys.stream()
                .filter(key -> key.belongsTo(certificate))
                .findFirst()
                .or(() ->
                        keys.stream().filter(key -> key.file().equals(expected)).findFirst())
                .orElse(null);
    }

    CertificateSummary summary() {
        return CertificateSummary.of(certificate);
    }

    /** Returns the name of the key file, its permissions, and whether the key is that of the certificate. */
    String keyText() {
        if (key == null) {
            return "-";
        }
        return "%s %s%s"
                .formatted(
                        key.file().getFileName(),
                        key.permissions(),
                        key.belongsTo(certificate)
                                ? ""
                                : key.key() == null ? ", unusable" : ", of another certificate");
    }

    /** Returns the reasons why the certificate cannot be used now, with their remedies. */
    List<String> errors(Instant now) {
        var errors = new ArrayList<String>();
        CertificateSummary summary = summary();
        if (summary.isExpired(now)) {
            errors.add("%s has expired; move it and its key away, and run 'beacon tls init' again".formatted(file));
        }
        if (now.isBefore(summary.notBefore())) {
            errors.add("%s is not valid before %s; check the clock".formatted(file, summary.notBefore()));
        }
        if (key != null && key.key() == null) {
            errors.add(key.problem());
        } else if (key != null && !key.belongsTo(certificate)) {
            errors.add("%s is not the key of %s; use the key that was made with it".formatted(key.file(), file));
        }
        if (key != null && !key.isPrivate()) {
            errors.add("%s: other accounts may use this key; allow only this account: chmod 600 %1$s"
                    .formatted(key.file()));
        }
        return errors;
    }

    /** Returns what requires attention soon. */
    List<String> warnings(Instant now) {
        CertificateSummary summary = summary();
        return !summary.isExpired(now) && summary.daysLeft(now) < WARNING_DAYS
                ? List.of("%s expires in %d days; then move it and its key away, and run 'beacon tls init' again"
                        .formatted(file, summary.daysLeft(now)))
                : List.of();
    }

    /** Returns the properties for JSON. */
    Map<String, @Nullable Object> fields(Instant now) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("file", file);
        fields.putAll(summary().fields());
        fields.put("daysLeft", summary().daysLeft(now));
        fields.put("keyFile", key == null ? null : key.file());
        fields.put("keyBelongs", key == null ? null : key.belongsTo(certificate));
        fields.put("keyPermissions", key == null ? null : key.permissions());
        fields.put("errors", errors(now));
        fields.put("warnings", warnings(now));
        return fields;
    }
}
