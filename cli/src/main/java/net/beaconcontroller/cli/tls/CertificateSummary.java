package net.beaconcontroller.cli.tls;

import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.net.Ipv6Address;

/**
 * The properties of a certificate that commands print.
 *
 * @param names the subject alternative names: host names, addresses and URIs
 */
record CertificateSummary(
        String subject, String issuer, List<String> names, Instant notBefore, Instant notAfter, String key) {
    private static final int DNS_NAME = 2;
    private static final int URI = 6;
    private static final int IP_ADDRESS = 7;

    static CertificateSummary of(X509Certificate certificate) {
        return new CertificateSummary(
                printable(certificate.getSubjectX500Principal().getName()),
                printable(certificate.getIssuerX500Principal().getName()),
                names(certificate),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant(),
                key(certificate.getPublicKey()));
    }

    private static List<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream()
                            .filter(name -> name.getFirst() instanceof Integer type
                                    && (type == DNS_NAME || type == URI || type == IP_ADDRESS))
                            .map(name -> host(printable(String.valueOf(name.get(1)))))
                            .toList();
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }

    /** Returns a host name, or an address in its usual form: the JDK does not shorten those of IPv6. */
    static String host(String text) {
        try {
            return Ipv6Address.parse(text).toString();
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    /** Replaces characters that could control a terminal. A peer chooses the names in its certificate. */
    static String printable(String text) {
        return text.replaceAll("\\p{C}", "?");
    }

    private static String key(PublicKey key) {
        return switch (key) {
            case ECPublicKey ec ->
                "EC %d bits".formatted(ec.getParams().getOrder().bitLength());
            case RSAPublicKey rsa -> "RSA %d bits".formatted(rsa.getModulus().bitLength());
            case EdECPublicKey edwards -> edwards.getParams().getName();
            default -> key.getAlgorithm();
        };
    }

    boolean isExpired(Instant now) {
        return now.isAfter(notAfter);
    }

    long daysLeft(Instant now) {
        return ChronoUnit.DAYS.between(now, notAfter);
    }

    /** Returns the last day, and how far away it is. */
    String validity(Instant now) {
        LocalDate last = LocalDate.ofInstant(notAfter, ZoneOffset.UTC);
        if (isExpired(now)) {
            return "%s (expired)".formatted(last);
        }
        return now.isBefore(notBefore)
                ? "%s (not before %s)".formatted(last, notBefore)
                : "%s (%,d days)".formatted(last, daysLeft(now));
    }

    String namesText() {
        return names.isEmpty() ? "-" : String.join(", ", names);
    }

    /** Returns the properties for JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("subject", subject);
        fields.put("names", names);
        fields.put("issuer", issuer);
        fields.put("notBefore", notBefore);
        fields.put("notAfter", notAfter);
        fields.put("key", key);
        return fields;
    }
}
