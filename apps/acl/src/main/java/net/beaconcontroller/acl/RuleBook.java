package net.beaconcontroller.acl;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import net.beaconcontroller.acl.FlowCompiler.Profile;
import net.beaconcontroller.acl.RuleList.Entry;
import net.beaconcontroller.acl.RuleSet.ActiveRule;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.Watcher;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.Version;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The rules: their list, which is a document of the store, and the {@link RuleSet} of those that apply now. Changes of
 * the list are atomic. Thread-safe; methods that change the list block.
 */
@Component(service = RuleBook.class)
public final class RuleBook {
    static final int MAX_RULES = 1_000;
    static final int MAX_FLOWS = 5_000;

    private static final String NAMESPACE = "acl";
    private static final String KEY = "rules";
    private static final Duration CLOCK_INTERVAL = Duration.ofSeconds(1);
    private static final System.Logger LOG = System.getLogger(RuleBook.class.getPackageName());

    /** The kinds of switches, each of which can need a different number of flows. */
    private static final List<Profile> PROFILES = List.of(
            new Profile(Version.OF10, false, false),
            new Profile(Version.OF13, true, false),
            new Profile(Version.OF13, true, true));

    /** A rule of the list with its parsed text. */
    record NamedRule(Entry entry, Rule rule) {
        private boolean isActive(ZonedDateTime now) {
            return entry.enabled()
                    && (rule.schedule() == null || rule.schedule().isActive(now));
        }
    }

    private final Store store;
    private final Documents<RuleList> documents;
    private final Clock clock;
    private final Verdict defaultVerdict;
    private final Hits defaultHits = new Hits();
    private final Registration watch;
    /** Read without the lock, on the loops of switches. */
    private final Map<Integer, Hits> hits = new ConcurrentHashMap<>();

    private final List<Consumer<RuleSet>> listeners = new ArrayList<>();
    private long version;
    private List<NamedRule> rules = List.of();
    private volatile RuleSet active;

    @Activate
    public RuleBook(@Reference ApplicationSettings settings, @Reference Controller controller, @Reference Store store) {
        this(settings, controller, store, Clock.system(ZoneId.systemDefault()));
    }

    RuleBook(ApplicationSettings settings, Controller controller, Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
        documents = store.documents(NAMESPACE, RuleList.class);
        defaultVerdict = settings.choice("default", Verdict.ALLOW, "what happens to packets that no rule matches");
        active = new RuleSet(List.of(), defaultVerdict, defaultHits);
        documents.get(KEY).ifPresent(document -> adopt(document.version(), document.value()));
        watch = documents.watch(new Watcher<>() {
            @Override
            public void snapshot(long revision, List<Document<RuleList>> found) {
                changed(revision, found, List.of());
            }

            @Override
            public void changed(long revision, List<Document<RuleList>> put, List<String> deleted) {
                put.stream()
                        .filter(document -> document.key().equals(KEY))
                        .forEach(document -> adopt(document.version(), document.value()));
                if (deleted.contains(KEY)) {
                    adopt(revision, RuleList.EMPTY);
                }
            }
        });
        controller.every(CLOCK_INTERVAL, this::activate);
    }

    @Deactivate
    public void close() {
        watch.close();
    }

    /** Returns the rules that apply now. */
    RuleSet active() {
        return active;
    }

    /** Returns all rules in their order. */
    synchronized List<NamedRule> rules() {
        return rules;
    }

    /** Returns whether a rule applies now. */
    boolean isActive(NamedRule rule) {
        return rule.isActive(ZonedDateTime.now(clock));
    }

    Verdict defaultVerdict() {
        return defaultVerdict;
    }

    Hits defaultHits() {
        return defaultHits;
    }

    /** Returns the counters of a rule, or of the default; empty if there is no such rule. */
    Optional<Hits> hits(int id) {
        return id == AclFlow.DEFAULT ? Optional.of(defaultHits) : Optional.ofNullable(hits.get(id));
    }

    /**
     * Calls a listener with the rules that apply, now and after each change, under the lock, on a thread that is no
     * loop.
     */
    synchronized Registration onChange(Consumer<RuleSet> listener) {
        listeners.add(listener);
        listener.accept(active);
        return () -> remove(listener);
    }

    private synchronized void remove(Consumer<RuleSet> listener) {
        listeners.remove(listener);
    }

    private synchronized void adopt(long newVersion, RuleList list) {
        if (newVersion <= version) {
            return;
        }
        version = newVersion;
        rules = parse(list);
        hits.keySet().retainAll(list.rules().stream().map(Entry::id).toList());
        activate();
    }

    private static List<NamedRule> parse(RuleList list) {
        var parsed = new ArrayList<NamedRule>();
        for (Entry entry : list.rules()) {
            try {
                parsed.add(new NamedRule(entry, RuleParser.parse(entry.rule())));
            } catch (Problem e) {
                LOG.log(Level.ERROR, "rule %s is not applied: %s".formatted(entry.name(), e.getMessage()));
            }
        }
        return List.copyOf(parsed);
    }

    private synchronized void activate() {
        ZonedDateTime now = ZonedDateTime.now(clock);
        var applying = new ArrayList<ActiveRule>();
        for (int rank = 0; rank < rules.size(); rank++) {
            NamedRule named = rules.get(rank);
            if (named.isActive(now)) {
                int id = named.entry.id();
                applying.add(new ActiveRule(rank, id, named.rule, hits.computeIfAbsent(id, _ -> new Hits())));
            }
        }
        var changed = new RuleSet(applying, defaultVerdict, defaultHits);
        if (!changed.equals(active)) {
            active = changed;
            listeners.forEach(listener -> listener.accept(changed));
        }
    }

    // Changes

    /**
     * Adds a rule at a position from 1 on; at the end if there are fewer rules.
     *
     * @throws Problem if there is a rule of this name, or a limit is exceeded; nothing has changed then
     */
    Entry add(Draft draft, int position) {
        requirePosition(position);
        RuleList changed = change(list -> list.add(position, draft));
        return changed.rules().stream()
                .filter(entry -> entry.id() == changed.lastId())
                .findFirst()
                .orElseThrow();
    }

    /**
     * Replaces all rules. A rule whose name is the same as before keeps its counters.
     *
     * @throws Problem if a name occurs twice, or a limit is exceeded; nothing has changed then
     */
    void replaceAll(List<Draft> drafts) {
        change(list -> list.replaceAll(drafts));
    }

    /**
     * Deletes a rule.
     *
     * @throws Problem if there is no such rule; so do the other changes of one
     */
    void delete(String name) {
        change(list -> list.remove(find(list, name)));
    }

    /** Moves a rule to a position from 1 on; to the end if there are fewer rules. */
    void move(String name, int position) {
        requirePosition(position);
        change(list -> {
            Entry entry = find(list, name);
            return list.remove(entry).insert(position, entry);
        });
    }

    /** Enables or disables a rule. */
    void setEnabled(String name, boolean enabled) {
        change(list -> {
            Entry entry = find(list, name);
            return list.replace(entry, entry.withEnabled(enabled));
        });
    }

    private static void requirePosition(int position) {
        if (position < 1) {
            throw Problem.of(400, "position %d: needs 1 or more".formatted(position))
                    .at("position", position);
        }
    }

    private static Entry find(RuleList list, String name) {
        return list.find(name).orElseThrow(() -> Problem.of(404, "no rule is named %s".formatted(name)));
    }

    private RuleList change(UnaryOperator<RuleList> operation) {
        while (true) {
            Optional<Document<RuleList>> read = documents.get(KEY);
            RuleList changed = operation.apply(read.map(Document::value).orElse(RuleList.EMPTY));
            requireLimits(changed);
            try {
                long revision = store.commit(documents
                        .put(KEY, changed)
                        .ifVersion(read.map(Document::version).orElse(0L)));
                adopt(revision, changed);
                return changed;
            } catch (ConflictException e) {
                // Another request has changed the list meanwhile.
                LOG.log(Level.DEBUG, "the rules have changed meanwhile; trying again", e);
            }
        }
    }

    private void requireLimits(RuleList list) {
        if (list.rules().size() > MAX_RULES) {
            throw Problem.of(
                    400, "%d rules: at most %d are valid".formatted(list.rules().size(), MAX_RULES));
        }
        List<NamedRule> parsed = parse(list);
        var all = new ArrayList<ActiveRule>();
        for (int rank = 0; rank < parsed.size(); rank++) {
            if (parsed.get(rank).entry.enabled()) {
                all.add(new ActiveRule(rank, parsed.get(rank).entry.id(), parsed.get(rank).rule, defaultHits));
            }
        }
        var set = new RuleSet(all, defaultVerdict, defaultHits);
        for (Profile profile : PROFILES) {
            int flows = FlowCompiler.compile(set, profile).size();
            if (flows > MAX_FLOWS) {
                throw Problem.of(
                        400,
                        "the rules need %d flows in a switch of OpenFlow %s %s masks of ports: at most %d are valid"
                                .formatted(
                                        flows,
                                        profile.version(),
                                        profile.hasPortMasks() ? "with" : "without",
                                        MAX_FLOWS));
            }
        }
    }

    /** Returns, for each rule, the name of the first enabled rule before it that matches all of its packets. */
    static Map<String, String> shadowing(List<NamedRule> rules) {
        var shadowed = new HashMap<String, String>();
        for (int i = 0; i < rules.size(); i++) {
            for (NamedRule earlier : rules.subList(0, i)) {
                if (earlier.entry.enabled() && earlier.rule.covers(rules.get(i).rule)) {
                    shadowed.put(rules.get(i).entry.name(), earlier.entry.name());
                    break;
                }
            }
        }
        return shadowed;
    }
}
