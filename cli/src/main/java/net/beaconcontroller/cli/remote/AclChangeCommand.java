package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that changes the access rules, and prints the rule. */
public abstract class AclChangeCommand extends RemoteCommand {
    private static final String RULES = "/api/acl/rules";

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject rule = JsonObject.of(answer);
        out.printf("%s %s: %s%n", rule.text("position"), rule.text("name"), rule.text("rule"));
        if (!rule.text("shadowedBy").isEmpty()) {
            out.printf(
                    "rule %s before it matches all of its packets, so that it never decides%n",
                    rule.text("shadowedBy"));
        }
    }

    /** Adds a rule. */
    @Command(
            name = "add",
            description = "Adds an access rule.",
            footer = {
                "",
                "A rule is: (allow|deny) PROTOCOL [from ENDPOINT [port PORTS]] [to ENDPOINT [port PORTS]]",
                "           [vlan VLAN] [on DAYS [HH:MM-HH:MM]]",
                "",
                "  PROTOCOL  any, ip, ipv6, arp, icmp, icmpv6, tcp, udp, sctp, protocol NUMBER, ethertype NUMBER",
                "  ENDPOINT  any, or a MAC, IPv4 or IPv6 address, or a prefix such as 10.0.0.0/24",
                "  PORTS     one port, or a range such as 8000-8080; without 'to', the destination port",
                "  VLAN      1 to 4094, or none",
                "  DAYS      such as mon-fri or sat,sun or daily",
                "",
                "Examples:",
                "  beacon acl add deny tcp from 10.0.0.0/24 to 10.0.1.1 port 22",
                "  beacon acl add --at 1 --name web allow tcp to 10.0.1.1 port 80",
                "  beacon acl add deny any from 00:00:00:00:00:07 on mon-fri 22:00-06:00"
            })
    public static final class Add extends AclChangeCommand {
        @Parameters(arity = "1..*", paramLabel = "RULE", description = "The rule, in one or more words.")
        private List<String> words = List.of();

        @Option(names = "--at", paramLabel = "POSITION", description = "Its position, from 1 on. Default: the end.")
        private @Nullable Integer position;

        @Option(names = "--name", paramLabel = "NAME", description = "Its name. Default: r and a number.")
        private @Nullable String name;

        @Option(names = "--comment", paramLabel = "TEXT", description = "Why the rule exists.")
        private @Nullable String comment;

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            var rule = new HashMap<String, @Nullable Object>();
            rule.put("rule", String.join(" ", words));
            rule.put("position", position);
            rule.put("name", name);
            rule.put("comment", comment);
            return client.send("POST", RULES, rule);
        }
    }

    /** A command that changes the rule with a name. */
    abstract static class OfRule extends AclChangeCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the rule.")
        private String name = "";

        String name() {
            return name;
        }

        String path() {
            if (!name.matches("[a-z][a-z0-9-]*")) {
                throw new UsageException(
                        "NAME %s: needs the name of a rule; 'beacon acl list' shows it".formatted(name));
            }
            return RULES + "/" + name;
        }
    }

    /** Moves a rule. */
    @Command(
            name = "move",
            description = "Moves an access rule to another position.",
            footer = {"", "Example:", "  beacon acl move web 1"})
    public static final class Move extends OfRule {
        @Parameters(index = "1", paramLabel = "POSITION", description = "Its position, from 1 on.")
        private int position;

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("PUT", path() + "/position", Map.of("position", position));
        }
    }

    /** Deletes a rule. */
    @Command(
            name = "delete",
            description = "Deletes an access rule.",
            footer = {"", "Example:", "  beacon acl delete web"})
    public static final class Delete extends OfRule {
        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("DELETE", path(), Map.of());
        }

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            out.printf("rule %s is deleted%n", name());
        }
    }

    /** A command that enables or disables a rule. */
    abstract static class SetEnabled extends OfRule {
        private final boolean enabled;

        SetEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("PUT", path() + "/enabled", Map.of("enabled", enabled));
        }
    }

    /** Enables a rule. */
    @Command(
            name = "enable",
            description = "Enables an access rule.",
            footer = {"", "Example:", "  beacon acl enable web"})
    public static final class Enable extends SetEnabled {
        Enable() {
            super(true);
        }
    }

    /** Disables a rule. */
    @Command(
            name = "disable",
            description = "Disables an access rule: it stays in the list, but decides nothing.",
            footer = {"", "Example:", "  beacon acl disable web"})
    public static final class Disable extends SetEnabled {
        Disable() {
            super(false);
        }
    }
}
