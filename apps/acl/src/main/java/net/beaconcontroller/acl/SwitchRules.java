package net.beaconcontroller.acl;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.FlowCompiler.Profile;
import net.beaconcontroller.acl.FlowCompiler.RankedFlow;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import net.beaconcontroller.openflow.check.Entries;
import net.beaconcontroller.openflow.check.EntryChecker;
import net.beaconcontroller.openflow.check.Problem;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The flows of this application in one switch. It reads them when the switch connects, and changes them to those of the
 * present rules: see {@link Transition}. Rules that change meanwhile are applied after that. It reads them again when
 * others have removed some of them, and to find that out also periodically. Used on the switch's loop, apart from
 * {@link #status}.
 */
final class SwitchRules {
    /** Bounds the messages that wait in the controller. */
    private static final int PRIORITIES_AT_ONCE = 100;

    /** The time between readings because of removals, so that others who remove flows cause no more of them. */
    static final Duration REMOVAL_PAUSE = Duration.ofSeconds(1);

    /** Whether the flows of a switch are those of the present rules. */
    enum State {
        /** The switch has been asked for its flows, or is changing them. */
        CHANGING,
        INSTALLED,
        /** The switch has refused a flow, and keeps those that it had. */
        REFUSED
    }

    /**
     * The state of a switch.
     *
     * @param rules those that are being installed, are installed, or were refused; null before the first
     * @param flows the number of flows in the switch
     * @param byController how many of them send packets to the controller, which decides each; without the probes
     * @param effects what the flows of each rule do, by the number of the rule; {@link Effect#TO_CONTROLLER} if some of
     *     them send packets to the controller
     * @param error why the switch has refused a flow; null if it has not
     */
    record Status(
            State state,
            @Nullable RuleSet rules,
            int flows,
            int byController,
            Map<Integer, Effect> effects,
            @Nullable String error) {
        /** Returns this status, or that of a switch which has to change its flows to those of other rules. */
        Status since(RuleSet present) {
            return rules == present ? this : new Status(State.CHANGING, present, flows, byController, effects, null);
        }
    }

    private final RateLimitedLog log;
    private final Switch sw;
    private final Set<AclFlow> present = new LinkedHashSet<>();
    private final CompletableFuture<Void> firstInstallation = new CompletableFuture<>();
    /** The flows that were deleted last. The report of a removal can arrive after the confirmation of the deletion. */
    private final Set<AclFlow> deleted = new LinkedHashSet<>();

    private @Nullable RuleSet pending;
    private @Nullable RuleSet latest;
    private boolean isBusy;
    /** Whether the flows in the switch may differ from those that are present. */
    private boolean mustRead = true;

    /** Whether others have removed a flow since the last reading began. */
    private boolean isRemoved;

    private boolean isPause;
    /** Null until a rule needs to know it. */
    private @Nullable Boolean hasPortMasks;

    private boolean hasTableMiss;
    private volatile Status status = new Status(State.CHANGING, null, 0, 0, Map.of(), null);

    /** @param log shared by all switches: many can connect at once */
    SwitchRules(Switch sw, RateLimitedLog log) {
        this.log = log;
        this.sw = sw;
    }

    Status status() {
        return status;
    }

    private boolean hasNextTable() {
        return sw.version() != Version.OF10 && sw.features().tables() > AclFlow.FORWARDING_TABLE;
    }

    private Profile profile() {
        return new Profile(sw.version(), hasNextTable(), Boolean.TRUE.equals(hasPortMasks));
    }

    /** Changes the flows to those of these rules. The result completes when the first rules are installed. */
    CompletableFuture<Void> apply(RuleSet rules) {
        pending = rules;
        if (!isBusy) {
            next();
        }
        return firstInstallation;
    }

    /** Compares the flows in the switch with those of the rules, unless there are none or they were refused. */
    void compare() {
        boolean isEmpty = present.isEmpty() && !hasTableMiss && latest != null && latest.allowsAll();
        if (!isBusy && status.state() == State.INSTALLED && !isEmpty) {
            readAgain();
        }
    }

    /** Called when the switch reports that a flow of this application was removed. */
    void removed(FlowRemoved flow) {
        if (AclFlow.number(flow.cookie()) == AclFlow.TABLE_MISS) {
            hasTableMiss = false;
        } else {
            Set<AclFlow> candidates = AclFlow.of(flow, sw.version());
            if (deleted.removeAll(candidates)) {
                return;
            }
            present.removeAll(candidates);
        }
        isRemoved = true;
        if (!isBusy && !isPause) {
            readRemoved();
        }
    }

    private void readRemoved() {
        isRemoved = false;
        isPause = true;
        sw.after(REMOVAL_PAUSE, () -> {
            isPause = false;
            if (isRemoved && !isBusy) {
                readRemoved();
            }
        });
        readAgain();
    }

    private void readAgain() {
        mustRead = true;
        pending = latest;
        next();
    }

    // Reading

    /** Asks a switch for the flows of this application. */
    static CompletableFuture<List<FlowStats>> requestFlows(Switch sw) {
        boolean hasCookies = sw.version() != Version.OF10;
        var request = new FlowStats.Request(
                FlowMod.ALL_TABLES,
                PortNumber.ANY,
                GroupNumber.ANY,
                hasCookies ? AclFlow.COOKIES.first() : 0,
                hasCookies ? AclFlow.COOKIES.mask() : 0,
                Match.ANY);
        return sw.request(request).thenApply(reply -> reply.flows().stream()
                .filter(flow -> AclFlow.COOKIES.contains(flow.cookie()))
                .toList());
    }

    private void readFlows(RuleSet rules) {
        mustRead = false;
        var _ = requestFlows(sw).whenComplete((flows, failure) -> {
            if (failure == null) {
                present.clear();
                hasTableMiss = false;
                flows.forEach(this::found);
            } else if (sw.isConnected()) {
                log.log(
                        Level.WARNING,
                        "switch %s does not report its flows (%s); those of earlier rules stay in it"
                                .formatted(sw, failure.getMessage()));
            }
            readFeatures(rules);
        });
    }

    private void found(FlowStats flow) {
        if (AclFlow.number(flow.cookie()) == AclFlow.TABLE_MISS) {
            hasTableMiss = true;
        } else if (sw.version() == Version.OF10 || flow.tableId() == 0) {
            present.add(AclFlow.of(flow, sw.version()));
        }
    }

    // Changing

    private void next() {
        RuleSet rules = pending;
        pending = null;
        isBusy = rules != null;
        if (rules == null) {
            if (isRemoved && !isPause) {
                readRemoved();
            }
            return;
        }
        if (rules != latest) {
            latest = rules;
            publish(State.CHANGING, rules, null);
        }
        if (mustRead) {
            readFlows(rules);
        } else {
            readFeatures(rules);
        }
    }

    /** Asks for the features of the tables, which many switches do not report; then no mask is assumed. */
    private void readFeatures(RuleSet rules) {
        if (hasPortMasks != null || !FlowCompiler.usesPortMasks(rules)) {
            change(rules);
            return;
        }
        if (!sw.version().isAtLeast(Version.OF13)) {
            hasPortMasks = false;
            change(rules);
            return;
        }
        var _ = sw.request(new TableFeatures.Request()).whenComplete((reply, failure) -> {
            hasPortMasks = failure == null && hasPortMasks(reply.tables());
            change(rules);
        });
    }

    private boolean hasPortMasks(List<TableFeatures> tables) {
        var flow = FlowMod.add()
                .match(Field.ETH_TYPE.is(Ethernet.TYPE_IPV4), Field.IP_PROTO.is(Transport.TCP), Field.TCP_DST.is(0, 1))
                .build();
        return tables.stream().anyMatch(table -> table.tableId() == 0)
                && EntryChecker.check(
                                new Entries(List.of(flow), List.of(), List.of()),
                                Capabilities.of(sw.version()).withTableFeatures(tables))
                        .stream()
                        .noneMatch(problem -> problem.severity() == Problem.Severity.ERROR);
    }

    private void change(RuleSet rules) {
        List<RankedFlow> desired = FlowCompiler.compile(rules, profile());
        Transition transition = Transition.of(present, desired);
        if (status.state() == State.INSTALLED && !(transition.isEmpty() && hasTableMissFor(desired))) {
            log.log(
                    Level.WARNING,
                    "switch %s had other flows than those of the access rules: %d are added, %d deleted"
                            .formatted(
                                    sw,
                                    transition.additions().size(),
                                    transition.deletions().size()));
            publish(State.CHANGING, rules, null);
        }
        var _ = prepare(desired)
                .thenCompose(_ -> add(transition.additions()))
                .thenCompose(_ -> delete(transition.deletions()))
                .whenComplete((_, failure) -> ended(rules, transition, failure));
    }

    /** Adds the table-miss flow of the next table before the first flow that sends packets there. */
    private CompletableFuture<Void> prepare(List<RankedFlow> desired) {
        return hasTableMissFor(desired)
                ? CompletableFuture.completedFuture(null)
                : sw.sendConfirmed(List.of(AclFlow.addTableMiss())).thenRun(() -> hasTableMiss = true);
    }

    /** Returns whether the next table has its table-miss flow, if these flows need it. */
    private boolean hasTableMissFor(List<RankedFlow> desired) {
        return hasTableMiss
                || !sw.version().isAtLeast(Version.OF13)
                || desired.stream().noneMatch(flow -> flow.effect() == Effect.CONTINUE);
    }

    private CompletableFuture<Void> add(List<AclFlow> flows) {
        flows.forEach(deleted::remove);
        return inOrder(Transition.byPriority(flows), group -> sw.sendConfirmed(
                        group.stream().map(AclFlow::add).toList())
                .thenRun(() -> present.addAll(group)));
    }

    private CompletableFuture<Void> delete(List<AclFlow> flows) {
        if (!flows.isEmpty()) {
            deleted.clear();
            deleted.addAll(flows);
        }
        return inOrder(Transition.byPriority(flows), group -> sw.sendConfirmed(
                        group.stream().map(AclFlow::delete).toList())
                .thenRun(() -> group.forEach(present::remove)));
    }

    /** Sends the groups in their order, with a barrier after each, so many at once that the output stays small. */
    private static CompletableFuture<Void> inOrder(
            List<List<AclFlow>> groups, Function<List<AclFlow>, CompletableFuture<Void>> send) {
        var sent = new ArrayList<CompletableFuture<Void>>();
        groups.stream().limit(PRIORITIES_AT_ONCE).forEach(group -> sent.add(send.apply(group)));
        CompletableFuture<Void> all = CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
        return groups.size() <= PRIORITIES_AT_ONCE
                ? all
                : all.thenCompose(_ -> inOrder(groups.subList(PRIORITIES_AT_ONCE, groups.size()), send));
    }

    private void ended(RuleSet rules, Transition transition, @Nullable Throwable failure) {
        if (failure == null) {
            publish(State.INSTALLED, rules, null);
            finish();
        } else if (sw.isConnected()) {
            String error = message(failure, sw.version());
            log.log(Level.WARNING, "switch %s has refused the flows of the access rules: %s".formatted(sw, error));
            // In the reverse order of the additions, which takes the switch back through the same states.
            List<AclFlow> added = transition.additions().reversed();
            var _ = delete(added).whenComplete((_, _) -> {
                publish(State.REFUSED, rules, error);
                finish();
            });
        }
    }

    private void finish() {
        firstInstallation.complete(null);
        next();
    }

    private static String message(Throwable failure, Version version) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RequestRefusedException refused
                ? refused.error().name(version)
                : String.valueOf(cause.getMessage());
    }

    private void publish(State state, RuleSet rules, @Nullable String error) {
        var effects = new HashMap<Integer, Effect>();
        int byController = 0;
        for (AclFlow flow : present) {
            int number = AclFlow.number(flow.cookie());
            effects.merge(number, flow.effect(), (one, other) -> one == Effect.TO_CONTROLLER ? one : other);
            byController += flow.effect() == Effect.TO_CONTROLLER && number != AclFlow.PROBES ? 1 : 0;
        }
        status = new Status(state, rules, present.size(), byController, effects, error);
    }
}
