package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.FlowCompiler.Profile;
import net.beaconcontroller.acl.RandomRules.Made;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import net.beaconcontroller.openflow.check.Entries;
import net.beaconcontroller.openflow.check.EntryChecker;
import net.beaconcontroller.openflow.check.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowCompilerTest {
    private static final long SEED = 20261124;
    private static final int HIGHEST = 0xffff;

    private static final Profile OF10 = new Profile(Version.OF10, false, false);
    private static final Profile OF13 = new Profile(Version.OF13, true, false);
    private static final Profile WITH_MASKS = new Profile(Version.OF13, true, true);
    private static final Profile ONE_TABLE = new Profile(Version.OF13, false, false);

    private static List<AclFlow> compile(RuleSet rules, Profile profile) {
        return FlowCompiler.compile(rules, profile).stream()
                .map(flow -> flow.in(HIGHEST))
                .toList();
    }

    private static List<String> flows(Profile profile, String... rules) {
        return compile(RuleSetTest.rules(Verdict.ALLOW, rules), profile).stream()
                .filter(flow -> AclFlow.number(flow.cookie()) != AclFlow.PROBES)
                .map(flow -> flow.match() + " " + flow.effect())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"OF10,false,false", "OF12,true,false", "OF13,true,true", "OF13,false,false", "OF15,true,false"})
    void flowsAndControllerDecideRandomPacketsAsTheReferenceInterpreter(Version version, boolean next, boolean masks) {
        var random = new RandomRules(SEED);
        var profile = new Profile(version, next, masks);
        Map<Effect, Integer> effects = new EnumMap<>(Effect.class);
        for (int i = 0; i < 150; i++) {
            RuleSet rules = random.ruleSet(8);
            List<AclFlow> flows = compile(rules, profile);
            for (int j = 0; j < 30; j++) {
                Made packet = random.packet();
                Effect effect = FlowModel.effect(flows, FlowModel.exactly(packet, version));
                effects.merge(effect, 1, Integer::sum);
                Verdict expected = RandomRules.verdict(rules, packet);
                switch (effect) {
                    case DROP ->
                        assertThat(expected).as("%s, %s", rules, packet).isEqualTo(Verdict.DENY);
                    case CONTINUE ->
                        assertThat(expected).as("%s, %s", rules, packet).isEqualTo(Verdict.ALLOW);
                    default -> assertThat(effect).isEqualTo(Effect.TO_CONTROLLER);
                }
            }
        }
        assertThat(effects.get(Effect.DROP)).as("dropped").isGreaterThan(500);
        assertThat(effects.get(Effect.CONTINUE)).as("continued").isGreaterThan(500);
        if (masks) {
            assertThat(effects).as("with masks, a switch decides all packets").doesNotContainKey(Effect.TO_CONTROLLER);
        }
    }

    @Test
    void aSwitchCanHaveAllFlows() {
        var random = new RandomRules(SEED);
        for (Profile profile : List.of(OF10, OF13, ONE_TABLE, new Profile(Version.OF15, true, false))) {
            for (int i = 0; i < 100; i++) {
                var flows = compile(random.ruleSet(8), profile).stream()
                        .map(AclFlow::add)
                        .toList();
                assertThat(EntryChecker.check(
                                new Entries(flows, List.of(), List.of()), Capabilities.of(profile.version())))
                        .filteredOn(problem -> problem.severity() == Problem.Severity.ERROR)
                        .isEmpty();
            }
        }
    }

    @Test
    void anAllowRuleNeedsAFlowOnlyBeforeARuleThatDeniesSomeOfItsPackets() {
        assertThat(flows(OF13, "allow tcp", "deny udp"))
                .containsExactly("dl_type=0x0800,nw_proto=17 DROP", "dl_type=0x86dd,nw_proto=17 DROP");
        assertThat(flows(OF13, "allow icmp", "deny ip"))
                .containsExactly("dl_type=0x0800,nw_proto=1 CONTINUE", "dl_type=0x0800 DROP");
        assertThat(flows(OF13, "deny icmp", "allow ip")).containsExactly("dl_type=0x0800,nw_proto=1 DROP");
    }

    @Test
    void rulesThatAllowAllNeedNoFlow() {
        assertThat(compile(RuleSetTest.rules(Verdict.ALLOW, "allow tcp", "allow ip"), OF13))
                .isEmpty();
    }

    @Test
    void whereThereIsNoNextTableTheControllerForwardsWhatIsAllowed() {
        assertThat(flows(OF10, "allow icmp", "deny ip"))
                .containsExactly("dl_type=0x0800,nw_proto=1 TO_CONTROLLER", "dl_type=0x0800 DROP");
        assertThat(flows(ONE_TABLE, "allow icmp", "deny ip"))
                .containsExactly("dl_type=0x0800,nw_proto=1 TO_CONTROLLER", "dl_type=0x0800 DROP");
    }

    @Test
    void theControllerDecidesWhatTheVersionCannotMatch() {
        assertThat(flows(OF10, "deny tcp port 80"))
                .containsExactly("dl_type=0x0800,nw_proto=6,tcp_dst=80 DROP", "dl_type=0x86dd TO_CONTROLLER");
        assertThat(flows(OF10, "deny ipv6 from 2001:db8::/32")).containsExactly("dl_type=0x86dd TO_CONTROLLER");
    }

    @Test
    void aRangeOfPortsNeedsMasksOrTheController() {
        assertThat(flows(WITH_MASKS, "deny tcp from 0.0.0.0/0 port 1024-65535")).hasSize(6);
        assertThat(flows(OF13, "deny udp from 10.0.0.1 port 1024-65535"))
                .containsExactly("dl_type=0x0800,nw_proto=17,nw_src=10.0.0.1 TO_CONTROLLER");
        assertThat(flows(OF13, "deny udp from 10.0.0.1 port 80-81"))
                .containsExactly(
                        "dl_type=0x0800,nw_proto=17,nw_src=10.0.0.1,udp_src=80 DROP",
                        "dl_type=0x0800,nw_proto=17,nw_src=10.0.0.1,udp_src=81 DROP");
    }

    @Test
    void theProbesOfTheTopologyDiscoveryReachTheController() {
        List<AclFlow> flows = compile(RuleSetTest.rules(Verdict.DENY), OF13);
        assertThat(flows).hasSize(3);
        assertThat(flows.getFirst().match()).hasToString("dl_type=0x88cc");
        assertThat(flows.getFirst().effect()).isEqualTo(Effect.TO_CONTROLLER);
        assertThat(flows.getLast().match()).hasToString("");
        assertThat(flows.getLast().effect()).isEqualTo(Effect.DROP);
    }
}
