package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import net.beaconcontroller.runtime.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTPS with a certificate and a key in PEM. */
@Execution(ExecutionMode.CONCURRENT)
class HttpsTest {
    private static final String PASSWORD = "password";

    @TempDir
    private Path folder;

    /** Makes a key and a self-signed certificate in PEM, {@code NAME.key} and {@code NAME.crt}. */
    private KeyStore makeKey(String name, String algorithm) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "beacon",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1")
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        write(
                name + ".key",
                "PRIVATE KEY",
                store.getKey("beacon", PASSWORD.toCharArray()).getEncoded());
        write(name + ".crt", "CERTIFICATE", store.getCertificate("beacon").getEncoded());
        return store;
    }

    private void write(String name, String label, byte[] content) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                        .formatted(label, Base64.getMimeEncoder().encodeToString(content)));
    }

    private Map<String, String> settings(String certificate, String key) {
        return Map.of(
                "http.certificate", folder.resolve(certificate).toString(),
                "http.key", folder.resolve(key).toString());
    }

    private static SSLContext trusting(KeyStore store) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("beacon", Objects.requireNonNull(store.getCertificate("beacon")));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void servesHttpsWithAKeyInPem(String algorithm) throws Exception {
        KeyStore store = makeKey("server", algorithm);
        try (var controller = Controller.start(folder.resolve("data"), settings("server.crt", "server.key"));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(trusting(store)).build()) {
            assertThat(controller.web.url()).startsWith("https://127.0.0.1:");
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(controller.web.url() + "api/v1/status"))
                            .header("Authorization", "Bearer " + controller.token())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(controller.raw("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .as("without TLS")
                    .doesNotContain("HTTP/1.1 200");
        }
    }

    @Test
    void answersWhileMoreConnectionsAreIdleThanTheLimit() throws Exception {
        KeyStore store = makeKey("server", "EC");
        try (var controller = Controller.start(folder.resolve("data"), settings("server.crt", "server.key"));
                var _ = new IdleConnections(controller.port(), 1_100);
                HttpClient client =
                        HttpClient.newBuilder().sslContext(trusting(store)).build()) {
            HttpResponse<String> response =
                    client.send(controller.request("/api/v1/status").build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void explainsWhichFilesAreRefused() throws Exception {
        makeKey("one", "EC");
        makeKey("two", "EC");
        Path data = folder.resolve("data");
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.crt", "two.key")))
                .withMessage("%s: the key does not belong to the first certificate of %s"
                        .formatted(folder.resolve("two.key"), folder.resolve("one.crt")));
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.key", "one.key")))
                .withMessage(
                        "%s: has no certificate; needs a block BEGIN CERTIFICATE".formatted(folder.resolve("one.key")));
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.crt", "one.crt")))
                .withMessage("%s: has no private key (CERTIFICATE); needs a block BEGIN PRIVATE KEY"
                        .formatted(folder.resolve("one.crt")));
        write("encrypted.key", "ENCRYPTED PRIVATE KEY", new byte[10]);
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.crt", "encrypted.key")))
                .withMessageContaining("the key is encrypted; convert it with: openssl pkcs8 -topk8 -nodes");
        write("old.key", "RSA PRIVATE KEY", new byte[10]);
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.crt", "old.key")))
                .withMessageContaining("the key is not in PKCS #8; convert it with: openssl pkcs8 -topk8 -nodes");
        write("short.key", "PRIVATE KEY", new byte[10]);
        assertThatIOException()
                .isThrownBy(() -> Controller.start(data, settings("one.crt", "short.key")))
                .withMessageContaining("the key is malformed");
        assertThatThrownBy(() -> Controller.start(
                        data, Map.of("http.key", folder.resolve("one.key").toString())))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("needs http.certificate too");
    }
}
