package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import net.beaconcontroller.acl.RandomRules.Made;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The enforcement of rules in emulated networks, with the learning switch. */
@Execution(ExecutionMode.CONCURRENT)
class EnforcementTest {
    private static final long SEED = 20261124;
    private static final int RULE_SETS = Integer.getInteger("acl.sets", 8);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOST = Duration.ofMillis(100);

    private static boolean canPing(AclNetwork acl, String from, String to, Duration timeout) throws Exception {
        EmulatedHost host = acl.network.host(from);
        try {
            host.ping(acl.network.host(to).address().orElseThrow(), timeout).get();
            return true;
        } catch (ExecutionException _) {
            return false;
        }
    }

    /** Appends the number of a packet to its frame, where protocols do not look. */
    private static byte[] numbered(Made packet, int number) {
        byte[] frame = new byte[packet.frame().length() + Integer.BYTES];
        packet.frame().copyTo(frame, 0);
        ByteAccess.putInt(frame, packet.frame().length(), number);
        return frame;
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF12", "OF13", "OF15"})
    void whatPassesEqualsTheReferenceInterpreter(Version version) throws Exception {
        var random = new RandomRules(SEED + version.ordinal());
        try (var acl = AclNetwork.start("single,3", version, new LearningSwitch())) {
            Set<Integer> arrived = ConcurrentHashMap.newKeySet();
            for (EmulatedHost host : acl.network.hosts()) {
                host.setListener(frame -> {
                    if (ByteAccess.getMac(frame, 0) == host.mac()) {
                        arrived.add(ByteAccess.getInt(frame, frame.length - Integer.BYTES));
                    }
                });
            }
            int number = 1 << 30;
            for (int i = 0; i < RULE_SETS; i++) {
                List<String> rules = new ArrayList<>();
                random.ruleSet(6)
                        .rules()
                        .forEach(active -> rules.add(active.rule().toString()));
                acl.replace(rules);
                RuleSet installed = acl.book.active();
                Set<Integer> expected = ConcurrentHashMap.newKeySet();
                Set<Integer> denied = ConcurrentHashMap.newKeySet();
                for (int j = 0; j < 40; j++) {
                    Made packet = random.packet();
                    if (packet.source() != packet.destination()) {
                        number++;
                        (RandomRules.verdict(installed, packet) == Verdict.ALLOW ? expected : denied).add(number);
                        acl.network.host("h" + packet.source()).send(numbered(packet, number));
                    }
                }
                await().atMost(TIMEOUT).untilAsserted(() -> assertThat(arrived).containsAll(expected));
                // the controller forwards all remaining packets before it receives the reply
                for (int round = 0; round < 2; round++) {
                    acl.controller
                            .switchOf(1)
                            .orElseThrow()
                            .request(new BarrierRequest())
                            .get();
                }
                assertThat(denied).as("%s", rules).noneMatch(arrived::contains);
            }
            assertThat(acl.controller.listenerFailures()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void aRuleAppliesToPacketsThatFlowsForwardAlready(Version version) throws Exception {
        try (var acl = AclNetwork.start("linear,2", version, new LearningSwitch())) {
            assertThat(canPing(acl, "h1", "h2", TIMEOUT)).isTrue();
            acl.add("deny icmp from 10.0.0.1");
            assertThat(canPing(acl, "h1", "h2", LOST)).isFalse();
            acl.book.add(Draft.of("allow icmp to 10.0.0.2"), 1);
            acl.awaitInstalled();
            assertThat(canPing(acl, "h1", "h2", TIMEOUT)).isTrue();
            acl.replace(List.of());
            assertThat(canPing(acl, "h1", "h2", TIMEOUT)).isTrue();
            assertThat(acl.flows("s1")).filteredOn(flow -> flow.tableId() == 0).isEmpty();
        }
    }

    @Test
    void allowedPacketsAreForwardedByFlowsOfTheNextTable() throws Exception {
        try (var acl = AclNetwork.start("single,2", Version.OF13, new LearningSwitch(), Verdict.DENY)) {
            acl.add("allow arp");
            assertThat(canPing(acl, "h1", "h2", LOST)).isFalse();
            acl.add("allow icmp");
            await().atMost(TIMEOUT)
                    .until(() -> canPing(acl, "h1", "h2", TIMEOUT)
                            && acl.network.flows("s1").stream()
                                    .anyMatch(
                                            flow -> flow.tableId() == 1 && flow.priority() > 0 && flow.packets() > 0));
        }
    }

    @Test
    void rulesThatAreInTheSwitchAreNotInstalledAgain() throws Exception {
        try (var acl = AclNetwork.start("linear,2", Version.OF13, new LearningSwitch())) {
            acl.replace(List.of("allow tcp port 80", "deny tcp", "deny udp from 10.0.0.2"));
            long flowMods = acl.flowMods();
            acl.restart();
            acl.awaitInstalled();
            assertThat(acl.flowMods()).isEqualTo(flowMods);
            assertThat(acl.book.rules()).hasSize(3);
        }
    }

    @Test
    void flowsOfRulesThatWereDeletedMeanwhileAreDeleted() throws Exception {
        try (var acl = AclNetwork.start("single,2", Version.OF10, new LearningSwitch())) {
            acl.replace(List.of("deny tcp", "deny udp"));
            int flows = acl.flows("s1").size();
            acl.enforcement.close();
            acl.book.delete(acl.book.rules().getFirst().entry().name());
            acl.restart();
            acl.awaitInstalled();
            assertThat(acl.flows("s1").size()).isLessThan(flows);
        }
    }

    @Test
    void packetsOfDeletedFlowsAreStillCounted() throws Exception {
        try (var acl = AclNetwork.start("single,2", Version.OF13, new LearningSwitch())) {
            assertThat(canPing(acl, "h1", "h2", TIMEOUT)).isTrue();
            acl.add("deny icmp");
            assertThat(canPing(acl, "h1", "h2", LOST)).isFalse();
            Hits hits = acl.book.hits(1).orElseThrow();
            acl.book.setEnabled("r1", false);
            acl.awaitInstalled();
            await().atMost(TIMEOUT).until(() -> hits.removedPackets() == 1);
            assertThat(hits.removedBytes()).isGreaterThanOrEqualTo(60);
        }
    }

    /** Returns what the flows of the access rules in the first switch do, without their counters. */
    private static Set<String> contents(AclNetwork acl) {
        return acl.flows("s1").stream()
                .map(flow -> "%d %d %s %x %s"
                        .formatted(flow.tableId(), flow.priority(), flow.match(), flow.cookie(), flow.instructions()))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF12", "OF13", "OF15"})
    void whatOthersRemoveIsAddedAgainAtOnce(Version version) throws Exception {
        try (var acl = AclNetwork.start("single,2", version, new LearningSwitch())) {
            acl.replace(List.of("allow icmp", "deny tcp", "deny ip"));
            Set<String> installed = contents(acl);
            assertThat(installed).hasSizeGreaterThan(3);
            Switch sw = acl.controller.switchOf(1).orElseThrow();
            for (int time = 0; time < 2; time++) {
                sw.sendConfirmed(List.of(FlowMod.delete().build())).get();
                await().atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(contents(acl)).isEqualTo(installed));
                acl.awaitInstalled();
            }
            assertThat(canPing(acl, "h1", "h2", TIMEOUT)).isTrue();
        }
    }
}
