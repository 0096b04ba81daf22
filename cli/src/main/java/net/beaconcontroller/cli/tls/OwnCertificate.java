package net.beaconcontroller.cli.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of this end of a connection as client, and a record of the request of the server. It is sent even if
 * the server does not list its CA, as OpenSSL and Open vSwitch do. The key managers of the JDK would send none.
 */
final class OwnCertificate extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final List<X509Certificate> chain;
    private final @Nullable PrivateKey key;
    private @Nullable List<Principal> requestedIssuers;

    /** Creates the end without a certificate if the chain is empty. */
    OwnCertificate(List<X509Certificate> chain, @Nullable PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /** Returns the certificate, unless there is none. */
    Optional<X509Certificate> certificate() {
        return chain.stream().findFirst();
    }

    /** Returns the issuers that the server accepts, none for any, or empty if it did not request a certificate. */
    Optional<List<Principal>> requestedIssuers() {
        return Optional.ofNullable(requestedIssuers);
    }

    /** Returns whether the server requested a certificate of this issuer, or of any. */
    boolean isAcceptable() {
        return requestedIssuers != null
                && (requestedIssuers.isEmpty()
                        || chain.stream()
                                .anyMatch(certificate ->
                                        requestedIssuers.contains(certificate.getIssuerX500Principal())));
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        requestedIssuers = issuers == null ? List.of() : Arrays.asList(issuers);
        return chain.isEmpty() ? null : ALIAS;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return key;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
