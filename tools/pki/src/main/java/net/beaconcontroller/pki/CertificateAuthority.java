package net.beaconcontroller.pki;

import static java.time.temporal.ChronoUnit.DAYS;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import net.beaconcontroller.io.tls.PemKeyStore;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority (CA) for one network: a key and a self-signed certificate, which issues certificates of the
 * controller and of switches, but none of further authorities. Keys are EC P-256, signatures ECDSA with SHA-256. Any
 * thread may use it.
 */
public final class CertificateAuthority {
    /** The names of the files of {@link #write}. */
    public static final String CERTIFICATE_FILE = PemFiles.certificateName("ca");

    public static final String KEY_FILE = PemFiles.keyName("ca");

    private static final int DAYS_VALID = 3650;
    private static final int SERIAL_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X509Certificate certificate;
    private final PrivateKey key;

    private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** Creates an authority that is valid for ten years from now. */
    public static CertificateAuthority create(String name) {
        Instant from = validFrom();
        return create(name, from, from.plus(DAYS_VALID, DAYS));
    }

    /** Creates an authority. */
    public static CertificateAuthority create(String name, Instant notBefore, Instant notAfter) {
        try {
            KeyPair keys = newKeys();
            X500Name subject = subject(name);
            var builder = new JcaX509v3CertificateBuilder(
                    subject, serial(), Date.from(notBefore), Date.from(notAfter), subject, keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            addKeyIdentifiers(builder, keys.getPublic(), keys.getPublic());
            return new CertificateAuthority(sign(builder, keys.getPrivate()), keys.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads an authority from the files that {@link #write} has written to a folder.
     *
     * @throws IOException if a file cannot be read or has other content; the message names the file
     */
    public static CertificateAuthority read(Path folder) throws IOException {
        KeyStore store = PemKeyStore.read(folder.resolve(CERTIFICATE_FILE), folder.resolve(KEY_FILE));
        try {
            String alias = Collections.list(store.aliases()).getFirst();
            return new CertificateAuthority((X509Certificate) store.getCertificate(alias), (PrivateKey)
                    store.getKey(alias, PemKeyStore.PASSWORD.toCharArray()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the certificate. */
    public X509Certificate certificate() {
        return certificate;
    }

    /** Issues a certificate with a new key. */
    public IssuedCertificate issue(CertificateRequest request) {
        try {
            KeyPair keys = newKeys();
            var builder = new JcaX509v3CertificateBuilder(
                    X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                    serial(),
                    Date.from(request.notBefore()),
                    Date.from(request.notAfter()),
                    subject(request.name()),
                    keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(roles(request)));
            GeneralName[] names = names(request);
            if (names.length > 0) {
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
            }
            addKeyIdentifiers(builder, keys.getPublic(), certificate.getPublicKey());
            return new IssuedCertificate(sign(builder, key), keys.getPrivate(), certificate);
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Writes the certificate and the key to a folder, which is created if it does not exist. Only this account may read
     * the key.
     *
     * @throws java.nio.file.FileAlreadyExistsException if one of the files exists
     */
    public void write(Path folder) throws IOException {
        PemFiles.createFolder(folder);
        PemFiles.writeKey(folder.resolve(KEY_FILE), key);
        PemFiles.writeCertificate(folder.resolve(CERTIFICATE_FILE), certificate);
    }

    /** Returns the start of validity: a day ago, because clocks and time zones of machines differ. */
    static Instant validFrom() {
        return Instant.now().minus(1, DAYS);
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    private static BigInteger serial() {
        return new BigInteger(SERIAL_BITS, RANDOM);
    }

    private static X500Name subject(String name) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    }

    private static KeyPurposeId[] roles(CertificateRequest request) {
        return request.mayListen()
                ? new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}
                : new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth};
    }

    private static GeneralName[] names(CertificateRequest request) {
        var names = new ArrayList<GeneralName>();
        for (String host : request.hosts()) {
            names.add(hostName(host));
        }
        for (String uri : request.uris()) {
            names.add(new GeneralName(GeneralName.uniformResourceIdentifier, uri));
        }
        return names.toArray(GeneralName[]::new);
    }

    private static GeneralName hostName(String host) {
        try {
            return new GeneralName(
                    GeneralName.iPAddress,
                    new DEROctetString(InetAddress.ofLiteral(host).getAddress()));
        } catch (IllegalArgumentException _) {
            return new GeneralName(GeneralName.dNSName, host);
        }
    }

    private static void addKeyIdentifiers(X509v3CertificateBuilder builder, PublicKey subject, PublicKey issuer)
            throws GeneralSecurityException, CertIOException {
        var identifiers = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subject));
        builder.addExtension(Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(issuer));
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }
}
