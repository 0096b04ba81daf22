package net.beaconcontroller.cli.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** Records the certificates of a server and accepts any, so that one connection shows everything that is wrong. */
final class PeerCertificate extends X509ExtendedTrustManager {
    private List<X509Certificate> chain = List.of();
    private String authType = "";

    /** Returns the certificates that the server has sent; none if the handshake failed before. */
    List<X509Certificate> chain() {
        return chain;
    }

    /** Checks the recorded certificates, without their names. */
    void check(X509TrustManager trust) throws CertificateException {
        trust.checkServerTrusted(chain.toArray(X509Certificate[]::new), authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        this.chain = List.of(chain);
        this.authType = authType;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this end is not a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
