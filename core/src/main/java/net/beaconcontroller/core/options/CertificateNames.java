package net.beaconcontroller.core.options;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import net.beaconcontroller.openflow.DatapathId;

/**
 * The names in a certificate: the common name, and the alternative names of hosts and as URIs (RFC 5280, section
 * 4.2.1.6). A URI {@code openflow:DATAPATH-ID}, with 16 hexadecimal digits, binds the certificate to this datapath id.
 */
public final class CertificateNames {
    public static final CertificateNames NONE = new CertificateNames(Set.of());

    private static final Pattern DATAPATH = Pattern.compile("openflow:(\\p{XDigit}{16})");

    /** The types of alternative names of {@link X509Certificate#getSubjectAlternativeNames}. */
    private static final Set<Integer> HOST_AND_URI = Set.of(2, 6);

    private final Set<String> names;

    private CertificateNames(Set<String> names) {
        this.names = names;
    }

    /** Returns the names in a certificate, of which those that are malformed are left out. */
    public static CertificateNames of(X509Certificate certificate) {
        var names = new LinkedHashSet<String>();
        try {
            new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .forEach(part -> names.add(part.getValue().toString()));
        } catch (InvalidNameException _) {
            // No common name.
        }
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                alternatives.stream()
                        .filter(name -> HOST_AND_URI.contains(name.get(0)))
                        .forEach(name -> names.add(name.get(1).toString()));
            }
        } catch (CertificateParsingException _) {
            // No alternative names.
        }
        return new CertificateNames(names);
    }

    public boolean contains(String name) {
        return names.contains(name);
    }

    /** Returns the datapath ids to which the certificate is bound; empty if it is not bound to any. */
    public Set<Long> datapathIds() {
        return names.stream()
                .map(DATAPATH::matcher)
                .filter(Matcher::matches)
                .map(matcher -> DatapathId.parse(matcher.group(1)))
                .collect(Collectors.toSet());
    }

    /** Returns the first name, without characters that could forge lines of a log; "none" if there is none. */
    @Override
    public String toString() {
        return names.stream()
                .findFirst()
                .map(name -> name.replaceAll("\\p{C}", "?"))
                .orElse("none");
    }
}
