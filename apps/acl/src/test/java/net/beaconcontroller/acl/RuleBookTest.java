package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RuleBookTest {
    private static final int END = Integer.MAX_VALUE;

    /** A clock that a test sets. It begins on a Tuesday. */
    private static final class SetClock extends Clock {
        private Instant now = Instant.parse("2026-11-24T07:59:59Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private final TestStore store = new TestStore();
    private final TestController controller = new TestController();
    private final SetClock clock = new SetClock();
    private final RuleBook book = new RuleBook(ApplicationSettings.none(), controller, store, clock);

    @AfterEach
    void close() {
        book.close();
        store.close();
    }

    private static List<String> names(RuleBook book) {
        return book.rules().stream().map(named -> named.entry().name()).toList();
    }

    private static Draft named(String name, String rule) {
        return new Draft(name, rule, "", true);
    }

    private List<String> active() {
        return book.active().rules().stream()
                .map(active -> active.rule().toString())
                .toList();
    }

    @Test
    void rulesAreAddedMovedDeletedAndKeptOverARestart() {
        book.add(Draft.of("deny tcp"), END);
        book.add(named("web", "allow tcp port 80"), 1);
        book.add(Draft.of("deny udp"), 2);
        assertThat(names(book)).containsExactly("web", "r3", "r1");
        book.move("web", 3);
        book.delete("r3");
        assertThat(names(book)).containsExactly("r1", "web");
        var restarted = new RuleBook(ApplicationSettings.none(), controller, store, clock);
        assertThat(restarted.rules()).isEqualTo(book.rules());
        assertThat(restarted.active().rules()).hasSize(2);
        restarted.close();
    }

    @Test
    void aDisabledRuleStaysInItsPlaceAndDoesNotApply() {
        book.add(Draft.of("deny tcp"), END);
        book.add(Draft.of("deny udp"), END);
        book.setEnabled("r1", false);
        assertThat(names(book)).containsExactly("r1", "r2");
        assertThat(active()).containsExactly("deny udp");
        assertThat(book.active().rules().getFirst().rank()).isOne();
        book.setEnabled("r1", true);
        assertThat(active()).containsExactly("deny tcp", "deny udp");
    }

    @Test
    void aRuleWithATimeAppliesOnlyThen() {
        book.add(Draft.of("deny tcp on mon-fri 08:00-18:00"), END);
        book.add(Draft.of("deny udp on tue 22:00-06:00"), END);
        assertThat(active()).isEmpty();
        for (String[] moment : new String[][] {
            {"2026-11-24T08:00:00Z", "tcp"},
            {"2026-11-24T17:59:59Z", "tcp"},
            {"2026-11-24T18:00:00Z", ""},
            {"2026-11-24T22:00:00Z", "udp"},
            {"2026-11-25T05:59:59Z", "udp"},
            {"2026-11-25T06:00:00Z", ""},
            {"2026-11-25T22:00:00Z", ""},
            {"2026-11-28T12:00:00Z", ""},
        }) {
            clock.now = Instant.parse(moment[0]);
            controller.elapse(Duration.ofSeconds(1));
            assertThat(book.active().rules().stream()
                            .map(active -> active.rule().protocol().toString()))
                    .as(moment[0])
                    .isEqualTo(moment[1].isEmpty() ? List.of() : List.of(moment[1]));
        }
    }

    @Test
    void listenersAreCalledOnlyIfTheRulesThatApplyChange() {
        var calls = new ArrayList<RuleSet>();
        book.onChange(calls::add);
        book.add(new Draft(null, "deny tcp", "", false), END);
        controller.elapse(Duration.ofSeconds(5));
        assertThat(calls).hasSize(1);
        book.setEnabled("r1", true);
        assertThat(calls).hasSize(2);
    }

    @Test
    void replacingAllRulesKeepsTheCountersOfTheirNames() {
        book.add(named("web", "allow tcp port 80"), END);
        book.hits(1).orElseThrow().packetIn();
        book.replaceAll(List.of(named("rest", "deny tcp"), named("web", "allow tcp port 443")));
        assertThat(names(book)).containsExactly("rest", "web");
        int id = book.rules().get(1).entry().id();
        assertThat(book.hits(id).orElseThrow().packetIns()).isOne();
    }

    @Test
    void refusesAWrongOrExcessiveChangeAndKeepsTheRules() {
        book.add(named("web", "allow tcp port 80"), END);
        assertThatThrownBy(() -> book.add(named("web", "deny tcp"), END))
                .hasMessage("name web: there is such a rule; needs another name");
        assertThatThrownBy(() -> book.replaceAll(List.of(named("a", "deny tcp"), named("a", "deny udp"))))
                .hasMessage("name a: there is such a rule; needs another name");
        assertThatThrownBy(() -> named("7", "deny tcp"))
                .hasMessage("name 7: needs 1 to 32 lower-case letters, digits and hyphens, the first of them a letter");
        assertThatThrownBy(() -> book.move("web", 0)).hasMessage("position 0: needs 1 or more");
        assertThatThrownBy(() -> book.delete("other"))
                .isInstanceOf(Problem.class)
                .hasMessage("no rule is named other");
        List<Draft> tooMany = IntStream.range(0, RuleBook.MAX_RULES + 1)
                .mapToObj(_ -> Draft.of("deny tcp"))
                .toList();
        assertThatThrownBy(() -> book.replaceAll(tooMany)).hasMessage("1001 rules: at most 1000 are valid");
        List<Draft> tooManyFlows = IntStream.range(0, 200)
                .mapToObj(_ -> Draft.of("deny tcp from 10.0.0.0/8 port 1-15 to any port 1-15"))
                .toList();
        assertThatThrownBy(() -> book.replaceAll(tooManyFlows))
                .hasMessage("the rules need 45002 flows in a switch of OpenFlow 1.0 without masks of ports: "
                        + "at most 5000 are valid");
        assertThat(names(book)).containsExactly("web");
    }

    @Test
    void findsRulesThatAnEarlierRuleCovers() {
        book.add(Draft.of("deny tcp from 10.0.0.0/8"), END);
        book.add(Draft.of("allow tcp from 10.1.0.0/16 to any port 80"), END);
        book.add(Draft.of("allow tcp from 11.0.0.0/8"), END);
        assertThat(RuleBook.shadowing(book.rules())).containsOnlyKeys("r2").containsEntry("r2", "r1");
        book.setEnabled("r1", false);
        assertThat(RuleBook.shadowing(book.rules())).isEmpty();
    }
}
