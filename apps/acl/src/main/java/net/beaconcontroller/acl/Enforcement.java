package net.beaconcontroller.acl;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.acl.SwitchRules.Status;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.FlowReconciler;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The enforcement of the rules: it installs their flows in all switches ({@link SwitchRules}), and decides the packets
 * that switches send to the controller before forwarding applications receive them. Rules that are stored are in a
 * switch before it becomes active. Flows remain in the switches when the application or the controller stops.
 */
@Component(
        service = {
            Enforcement.class,
            MessageListener.class,
            SwitchListener.class,
            Initializer.class,
            FlowReconciler.class
        })
public final class Enforcement implements MessageListener, SwitchListener, Initializer, FlowReconciler {

    private static final Duration COMPARISON_TICK = Duration.ofSeconds(1);
    private static final int COMPARISON_TICKS = 60;

    /** What belongs to one switch. */
    private static final class State {
        private final PacketHeaders headers = new PacketHeaders();
        private volatile @Nullable SwitchRules rules;
    }

    private final RateLimitedLog log;
    private final Controller controller;
    private final RuleBook book;
    private final PerSwitch<State> states = PerSwitch.of(State::new);
    private final LongAdder denied = new LongAdder();
    private final PacketFilter filter;
    private final Registration changes;
    private final Registration comparisons;
    private int ticks;

    @Activate
    public Enforcement(@Reference Controller controller, @Reference RuleBook book) {
        this.controller = controller;
        this.log = new RateLimitedLog(System.getLogger(SwitchRules.class.getPackageName()), 1, controller.threads());
        this.book = book;
        this.filter = new PacketFilter(controller, this::mayPass);
        this.changes = book.onChange(this::changed);
        this.comparisons = controller.every(COMPARISON_TICK, this::compareSome);
    }

    @Deactivate
    public void close() {
        comparisons.close();
        changes.close();
        filter.close();
    }

    private void changed(RuleSet rules) {
        filter.setNeeded(!rules.isEmpty());
        for (Switch sw : controller.switches()) {
            sw.execute(() -> {
                var _ = apply(sw, rules);
            });
        }
    }

    /** Compares the flows of each switch once in {@link #COMPARISON_TICKS} ticks, and not of all switches at once. */
    private void compareSome() {
        ticks = (ticks + 1) % COMPARISON_TICKS;
        for (Switch sw : controller.switches()) {
            if (Math.floorMod(sw.datapathId(), COMPARISON_TICKS) == ticks) {
                sw.execute(() -> {
                    SwitchRules rules = states.of(sw).rules;
                    if (rules != null) {
                        rules.compare();
                    }
                });
            }
        }
    }

    private CompletableFuture<Void> apply(Switch sw, RuleSet rules) {
        State state = states.of(sw);
        SwitchRules installed = state.rules;
        if (installed == null) {
            installed = new SwitchRules(sw, log);
            state.rules = installed;
        }
        return installed.apply(rules);
    }

    /** Installs the rules. If there are none, the flows of earlier ones are deleted while the switch is active. */
    @Override
    public CompletionStage<?> initialize(Switch sw) {
        RuleSet rules = book.active();
        CompletableFuture<Void> installed = apply(sw, rules);
        return rules.allowsAll() ? CompletableFuture.completedFuture(null) : installed;
    }

    /**
     * Installs rules that have changed while the switch was not active, or all if this application has just started.
     */
    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof SwitchEvent.Connected(Switch sw)) {
            var _ = apply(sw, book.active());
        }
    }

    private boolean mayPass(Switch sw, PacketInContext in) {
        PacketHeaders headers = states.of(sw).headers.read(in.frame());
        if (book.active().decideAndCount(headers) == Verdict.ALLOW) {
            return true;
        }
        denied.increment();
        return false;
    }

    @Override
    public Next message(Switch sw, long xid, Message message) {
        if (message instanceof FlowRemoved flow && AclFlow.COOKIES.contains(flow.cookie())) {
            book.hits(AclFlow.number(flow.cookie())).ifPresent(hits -> hits.flowRemoved(flow.packets(), flow.bytes()));
            SwitchRules rules = states.of(sw).rules;
            if (rules != null) {
                rules.removed(flow);
            }
        }
        return Next.PASS;
    }

    @Override
    public CookieRange reconciledFlows() {
        return AclFlow.COOKIES;
    }

    /** Returns the number of packet-ins that were denied. */
    long deniedPacketIns() {
        return denied.sum();
    }

    /** Returns the state of each connected switch. */
    Map<Switch, Status> statuses() {
        RuleSet present = book.active();
        var statuses = new LinkedHashMap<Switch, Status>();
        states.snapshot().forEach((sw, state) -> {
            SwitchRules rules = state.rules;
            if (rules != null) {
                statuses.put(sw, rules.status().since(present));
            }
        });
        return statuses;
    }
}
