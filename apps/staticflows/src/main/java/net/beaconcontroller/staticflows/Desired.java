package net.beaconcontroller.staticflows;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.check.Entries.Kind;

/**
 * The static entries of a switch.
 *
 * @param entries the entries that are for the switch and its version
 * @param claims the groups and meters that are deleted unless there is an entry
 * @param untouched the numbers of flows that are neither changed nor deleted
 */
record Desired(List<KeptEntry> entries, List<Claim> claims, Set<Integer> untouched) {
    Stream<KeptEntry> of(Kind kind) {
        return entries.stream().filter(kept -> kept.entry().kind() == kind);
    }

    boolean has(Kind kind) {
        return of(kind).findAny().isPresent();
    }

    Set<Long> claimed(Kind kind) {
        return claims.stream().filter(claim -> claim.isOf(kind)).map(Claim::id).collect(Collectors.toSet());
    }

    /** Returns whether a group or meter of the switch can be one of these entries, or of the claims. */
    boolean concerns(Kind kind) {
        return has(kind) || !claimed(kind).isEmpty();
    }

    /** Returns this without some entries, which the switch does not get. */
    Desired without(Collection<KeptEntry> refused) {
        Set<String> names = refused.stream().map(KeptEntry::name).collect(Collectors.toSet());
        return new Desired(
                entries.stream().filter(kept -> !names.contains(kept.name())).toList(), claims, untouched);
    }

    boolean isEmpty() {
        return entries.isEmpty() && claims.isEmpty();
    }
}
