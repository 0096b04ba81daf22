package net.beaconcontroller.core.session;

import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.CertificateNames;
import net.beaconcontroller.openflow.DatapathId;

/**
 * The switches that may connect: those of the settings {@code controller.switches} and {@code
 * controller.switches-file}, or all. Immutable.
 *
 * <p>A certificate that belongs to datapath ids, by its own names or because an element with a datapath id has one of
 * its names, is not accepted for another.
 *
 * @param isOpen whether all may connect that no certificate forbids
 */
record AllowedSwitches(List<AllowedSwitch> elements, boolean isOpen) {
    AllowedSwitches {
        elements = List.copyOf(elements);
    }

    /** Returns why a switch may not connect, with a remedy; empty if it may. */
    Optional<String> refusal(long datapathId, SocketAddress remote, CertificateNames certificate) {
        Set<Long> owners = owners(certificate);
        if (!owners.isEmpty() && !owners.contains(datapathId)) {
            return Optional.of("its certificate %s is for %s; give it a certificate of its own"
                    .formatted(
                            certificate,
                            owners.stream().sorted().map(DatapathId::toString).collect(Collectors.joining(", "))));
        }
        if (isOpen || elements.stream().anyMatch(element -> element.matches(datapathId, remote, certificate))) {
            return Optional.empty();
        }
        List<String> names = elements.stream()
                .filter(element -> element.matches(datapathId, remote))
                .flatMap(element -> element.name().stream())
                .toList();
        return Optional.of(
                names.isEmpty()
                        ? "controller.switches does not have it; add \"%x@%s\" to allow it"
                                .formatted(datapathId, Refusals.host(remote))
                        : "controller.switches wants a certificate of %s, and its certificate is %s"
                                .formatted(String.join(" or ", names), certificate));
    }

    /** Returns the datapath ids that a certificate belongs to; empty if it belongs to none. */
    private Set<Long> owners(CertificateNames certificate) {
        Set<Long> own = certificate.datapathIds();
        return own.isEmpty()
                ? elements.stream()
                        .filter(element -> element.name().isPresent()
                                && element.datapathId().isPresent()
                                && certificate.contains(element.name().get()))
                        .map(element -> element.datapathId().getAsLong())
                        .collect(Collectors.toSet())
                : own;
    }
}
