package net.beaconcontroller.io.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a private key and its certificate chain from files in PEM (RFC 7468) into a key store in memory, for TLS
 * servers and clients. Keys are RSA, EC or EdDSA, in PKCS #8 without encryption.
 */
public final class PemKeyStore {
    /** The password of the key store and of its entry. It protects nothing, because the store is in memory only. */
    public static final String PASSWORD = "in memory";

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final String CONVERT = "convert it with: openssl pkcs8 -topk8 -nodes -in FILE -out NEWFILE";

    /** The algorithm of signatures with a key, by the algorithm of the key. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private record Block(String label, ByteArrayInputStream content) {}

    private PemKeyStore() {}

    /**
     * Reads a key and its certificates.
     *
     * @param certificates a file with the certificate of the key, followed by those of the authorities that signed it
     * @param key a file with the private key
     * @throws IOException if a file cannot be read or has other content; the message names the file
     */
    public static KeyStore read(Path certificates, Path key) throws IOException {
        List<X509Certificate> chain = certificates(certificates);
        PrivateKey privateKey = privateKey(key);
        try {
            if (!belongTogether(privateKey, chain.getFirst().getPublicKey())) {
                throw new IOException(
                        "%s: the key does not belong to the first certificate of %s".formatted(key, certificates));
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("beacon", privateKey, PASSWORD.toCharArray(), chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException("%s and %s: %s".formatted(certificates, key, e.getMessage()), e);
        }
    }

    /**
     * Reads the certificates of the authorities that an end of a connection trusts.
     *
     * @throws IOException if the file cannot be read or has no certificates; the message names the file
     */
    public static KeyStore readAuthorities(Path file) throws IOException {
        List<X509Certificate> authorities = certificates(file);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority" + i, authorities.get(i));
            }
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /**
     * Reads the certificates of a file, in their order.
     *
     * @throws IOException if the file cannot be read or has no certificates; the message names the file
     */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        var chain = new ArrayList<X509Certificate>();
        for (Block block : blocks(file)) {
            if (block.label.equals("CERTIFICATE")) {
                try {
                    chain.add((X509Certificate)
                            CertificateFactory.getInstance("X.509").generateCertificate(block.content));
                } catch (CertificateException e) {
                    throw new IOException("%s: a certificate is malformed: %s".formatted(file, e.getMessage()), e);
                }
            }
        }
        if (chain.isEmpty()) {
            throw new IOException("%s: has no certificate; needs a block BEGIN CERTIFICATE".formatted(file));
        }
        return chain;
    }

    /**
     * Reads a private key.
     *
     * @throws IOException if the file cannot be read or has no key; the message names the file
     */
    public static PrivateKey privateKey(Path file) throws IOException {
        List<String> labels = new ArrayList<>();
        for (Block block : blocks(file)) {
            switch (block.label) {
                case "PRIVATE KEY" -> {
                    return privateKey(file, block.content.readAllBytes());
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw new IOException("%s: the key is encrypted; %s".formatted(file, CONVERT));
                case "RSA PRIVATE KEY", "EC PRIVATE KEY" ->
                    throw new IOException("%s: the key is not in PKCS #8; %s".formatted(file, CONVERT));
                default -> labels.add(block.label);
            }
        }
        throw new IOException("%s: has no private key (%s); needs a block BEGIN PRIVATE KEY"
                .formatted(file, labels.isEmpty() ? "no PEM blocks" : String.join(", ", labels)));
    }

    private static PrivateKey privateKey(Path file, byte[] encoded) throws IOException {
        for (String algorithm : SIGNATURES.keySet()) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException _) {
                // A key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
            }
        }
        throw new IOException(
                "%s: the key is malformed, or its algorithm is none of RSA, EC and EdDSA".formatted(file));
    }

    /** Returns whether a private key is that of a public key, which a certificate has. */
    public static boolean belongTogether(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String keyAlgorithm = SIGNATURES.getOrDefault(key.getAlgorithm(), "");
        if (!keyAlgorithm.equals(SIGNATURES.getOrDefault(certified.getAlgorithm(), ""))) {
            return false;
        }
        byte[] message = {1, 2, 3};
        Signature signer = Signature.getInstance(keyAlgorithm);
        signer.initSign(key);
        signer.update(message);
        byte[] signature = signer.sign();
        Signature verifier = Signature.getInstance(keyAlgorithm);
        verifier.initVerify(certified);
        verifier.update(message);
        return verifier.verify(signature);
    }

    private static List<Block> blocks(Path file) throws IOException {
        Matcher matcher = BLOCK.matcher(text(file));
        var blocks = new ArrayList<Block>();
        while (matcher.find()) {
            try {
                byte[] content = Base64.getMimeDecoder().decode(matcher.group(2));
                blocks.add(new Block(matcher.group(1), new ByteArrayInputStream(content)));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "%s: the block %s is malformed: %s".formatted(file, matcher.group(1), e.getMessage()), e);
            }
        }
        return blocks;
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException("%s: the file does not exist".formatted(file), e);
        } catch (AccessDeniedException e) {
            throw new IOException("%s: this account may not read the file".formatted(file), e);
        }
    }
}
