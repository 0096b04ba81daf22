package net.beaconcontroller.cli.remote;

import static net.beaconcontroller.cli.remote.client.ControllerClient.encode;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that explains what the access rules decide about a packet. */
@Command(
        name = "explain",
        description = "Prints which access rule decides about a packet, why the rules before it do not, and what the"
                + " switches do with it. The exit code is 0 in either case.",
        footer = {
            "",
            "Examples:",
            "  beacon acl explain 10.0.0.1 10.0.0.2 tcp/80",
            "  beacon acl explain 00:00:00:00:00:01 00:00:00:00:00:02 arp --vlan 10"
        })
public final class AclExplainCommand extends RemoteCommand {
    @Parameters(index = "0", paramLabel = "FROM", description = "The sender: a MAC, IPv4 or IPv6 address.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "The receiver: a MAC, IPv4 or IPv6 address.")
    private String to = "";

    @Parameters(
            index = "2",
            paramLabel = "PACKET",
            description = "tcp/PORT, udp/PORT, sctp/PORT, tcp/SOURCE/PORT, icmp, icmpv6, arp, ip, ipv6, protocol/NUMBER"
                    + " or ethertype/NUMBER.")
    private String packet = "";

    @Option(names = "--vlan", paramLabel = "VLAN", description = "The VLAN of the packet. Default: none.")
    private String vlan = "none";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/acl/explain?from=%s&to=%s&packet=%s&vlan=%s"
                .formatted(encode(from), encode(to), encode(packet), encode(vlan)));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject explanation = JsonObject.of(answer);
        out.printf("%s: %s%n", explanation.text("verdict"), explanation.text("packet"));
        out.println(explanation.text("reason"));
        if (!explanation.objects("passed").isEmpty()) {
            out.println();
            var rules = new Table("#", "NAME", "RULE", "WHY NOT");
            for (JsonObject rule : explanation.objects("passed")) {
                rules.add(rule.text("position"), rule.text("name"), rule.text("rule"), rule.text("reason"));
            }
            rules.print(out);
        }
        if (!explanation.objects("switches").isEmpty()) {
            out.println();
            var switches = new Table("SWITCH", "ENFORCEMENT");
            explanation.objects("switches").forEach(sw -> switches.add(sw.text("id"), sw.text("enforcement")));
            switches.print(out);
        }
    }
}
