package net.beaconcontroller.pki;

import static java.time.temporal.ChronoUnit.DAYS;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The content of a certificate that an authority issues.
 *
 * @param name the common name (CN) of the subject
 * @param mayListen whether the certificate is for TLS servers, in addition to clients. Peers refuse the certificate of
 *     a server that is only for clients, so that a switch cannot act as a controller
 * @param hosts subject alternative names: host names and IP addresses
 * @param uris subject alternative names: URIs, such as {@code openflow:0000000000000001} for a datapath id
 */
public record CertificateRequest(
        String name, boolean mayListen, List<String> hosts, List<String> uris, Instant notBefore, Instant notAfter) {
    /** The time that a certificate is valid, in days, if the request has no other. */
    public static final int DAYS_VALID = 825;

    /** Creates a request for a controller that switches reach at these host names and IP addresses. */
    public static CertificateRequest forController(String... hosts) {
        return create("controller", true, List.of(hosts), List.of());
    }

    /** Creates a request for a certificate that any switch may use to connect to a controller. */
    public static CertificateRequest forSwitches() {
        return create("switch", false, List.of(), List.of());
    }

    /**
     * Creates a request for a switch that connects to a controller. The certificate is bound to its datapath id.
     *
     * @param others further datapath ids that the certificate is bound to, for bridges that share one certificate
     */
    public static CertificateRequest forSwitch(long datapathId, long... others) {
        return create(
                "switch-" + hex(datapathId),
                false,
                List.of(),
                LongStream.concat(LongStream.of(datapathId), LongStream.of(others))
                        .mapToObj(id -> "openflow:" + hex(id))
                        .toList());
    }

    private static CertificateRequest create(String name, boolean mayListen, List<String> hosts, List<String> uris) {
        Instant from = CertificateAuthority.validFrom();
        return new CertificateRequest(name, mayListen, hosts, uris, from, from.plus(DAYS_VALID, DAYS));
    }

    private static String hex(long datapathId) {
        return "%016x".formatted(datapathId);
    }

    /** Returns a request for a certificate with another time of validity. */
    public CertificateRequest valid(Instant from, Instant until) {
        return new CertificateRequest(name, mayListen, hosts, uris, from, until);
    }

    /** Returns a request for a certificate with which a switch may also listen for controllers. */
    public CertificateRequest listening() {
        return new CertificateRequest(name, true, hosts, uris, notBefore, notAfter);
    }
}
