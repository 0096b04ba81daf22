package net.beaconcontroller.acl;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import net.beaconcontroller.acl.RuleBook.NamedRule;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The REST resource {@code /api/acl}. */
@Component(service = AclResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
@Consumes("application/json")
public final class AclResource {
    private static final String ADDRESS = "MAC, IPv4 or IPv6 address of a host";
    private static final String PORT = "datapath id and port, such as 0000000000000001:3";
    private static final String NAME = "name of the rule";

    private final Controller controller;
    private final RuleBook book;
    private final Enforcement enforcement;
    private final PortGroups groups;
    private volatile HostDirectory hosts = HostDirectory.EMPTY;

    /** The state of the enforcement. */
    public record AclView(
            @Description("what happens to packets that no rule matches: allow or deny") @JsonProperty("default")
            String defaultVerdict,

            @Description("number of packets that no rule has matched, in flows")
            long defaultPackets,

            @Description("number of packet-ins that no rule has matched")
            long defaultPacketIns,

            @Description("number of rules") int rules,
            @Description("number of rules that apply now") int active,
            @Description("the connected switches") List<SwitchView> switches) {}

    /** The flows of the rules in a switch. */
    public record SwitchView(
            @Description("datapath id") String id,
            @Description("version of OpenFlow") String version,

            @Description("installed; changing; or refused: it has the flows of earlier rules")
            String state,

            @Description("number of flows of the rules") int flows,

            @Description("how many of them send packets to the controller, which then decides each packet")
            int byController,

            @Description("why the switch has refused a flow; null if it has not") @Nullable
            String error) {}

    /** A rule. */
    public record RuleView(
            @Description("place of the rule, from 1 on; the first rule that matches decides")
            int position,

            @Description("unique name") String name,
            @Description("text of the rule") String rule,
            @Description("why the rule exists") String comment,
            @Description("whether it may apply") boolean enabled,

            @Description("whether it applies now: it is enabled, and it is its time")
            boolean active,

            @Description("name of an earlier rule that matches all of its packets, so that it never decides; or null")
            @Nullable
            String shadowedBy,

            @Description("packets that its flows have matched, in each switch that they passed")
            long packets,

            @Description("bytes of these packets") long bytes,

            @Description("packet-ins that it has decided; some of them are counted in packets, too")
            long packetIns) {}

    /** A rule to add. */
    public record NewRule(
            @Description("unique name of lower-case letters, digits and hyphens; null for r and a number") @Nullable
            String name,

            @Description("(allow|deny) PROTOCOL [from ENDPOINT [port PORTS]] [to ENDPOINT [port PORTS]] [vlan VLAN] "
                    + "[on DAYS [HH:MM-HH:MM]]")
            @Nullable
            String rule,

            @Description("why the rule exists, at most 200 characters") @Nullable
            String comment,

            @Description("false for a rule that does not apply now; null for true") @Nullable
            Boolean enabled,

            @Description("place of the rule, from 1 on; null for the end") @Nullable
            Integer position) {
        private Draft draft() {
            return new Draft(
                    name, rule == null ? "" : rule, comment == null ? "" : comment, !Boolean.FALSE.equals(enabled));
        }
    }

    /** A position. */
    public record NewPosition(
            @Description("place of the rule, from 1 on") int position) {}

    /** Whether a rule may apply. */
    public record NewState(
            @Description("whether the rule may apply") @Nullable
            Boolean enabled) {}

    /** An access port in a group. */
    public record PortGroup(
            @Description("datapath id and port") String port,
            @Description("name of its group") String group) {}

    /** A group. */
    public record NewGroup(
            @Description("name of the group; isolated for a port that reaches no other grouped port") @Nullable
            String group) {}

    /** Packets and bytes. */
    private record Count(long packets, long bytes) {
        private static final Count NONE = new Count(0, 0);

        private Count plus(Count other) {
            return new Count(packets + other.packets, bytes + other.bytes);
        }
    }

    @Activate
    public AclResource(
            @Reference Controller controller,
            @Reference RuleBook book,
            @Reference Enforcement enforcement,
            @Reference PortGroups groups) {
        this.groups = groups;
        this.controller = controller;
        this.book = book;
        this.enforcement = enforcement;
    }

    /** Sets the hosts whose addresses and ports {@code explain} knows. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setHosts(HostDirectory directory) {
        hosts = directory;
    }

    void unsetHosts(HostDirectory gone) {
        if (hosts == gone) {
            hosts = HostDirectory.EMPTY;
        }
    }

    @GET
    @Description("Returns the default, and whether the rules are installed in the switches.")
    public AclView acl() {
        Count count = counts().getOrDefault(AclFlow.DEFAULT, Count.NONE);
        Hits hits = book.defaultHits();
        return new AclView(
                book.defaultVerdict().toString(),
                count.packets + hits.removedPackets(),
                hits.packetIns(),
                book.rules().size(),
                book.active().rules().size(),
                enforcement.statuses().entrySet().stream()
                        .sorted(Comparator.comparing(entry -> entry.getKey().datapathId(), Long::compareUnsigned))
                        .map(entry -> view(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static SwitchView view(Switch sw, SwitchRules.Status status) {
        return new SwitchView(
                sw.toString(),
                sw.version().toString(),
                status.state().name().toLowerCase(Locale.ROOT),
                status.flows(),
                status.byController(),
                status.error());
    }

    @GET
    @Path("rules")
    @Description("Returns the rules in their order, with counters. The first rule that matches a packet decides.")
    public List<RuleView> rules() {
        Map<Integer, Count> counts = counts();
        List<NamedRule> rules = book.rules();
        Map<String, String> shadowing = RuleBook.shadowing(rules);
        var views = new ArrayList<RuleView>();
        for (NamedRule named : rules) {
            RuleList.Entry entry = named.entry();
            Hits hits = book.hits(entry.id()).orElseGet(Hits::new);
            Count count = counts.getOrDefault(entry.id(), Count.NONE);
            views.add(new RuleView(
                    views.size() + 1,
                    entry.name(),
                    entry.rule(),
                    entry.comment(),
                    entry.enabled(),
                    book.isActive(named),
                    shadowing.get(entry.name()),
                    count.packets + hits.removedPackets(),
                    count.bytes + hits.removedBytes(),
                    hits.packetIns()));
        }
        return views;
    }

    /** Returns what the present flows have counted, by the numbers of the rules. Asks all switches at once. */
    private Map<Integer, Count> counts() {
        List<CompletableFuture<List<FlowStats>>> answers =
                controller.switches().stream().map(SwitchRules::requestFlows).toList();
        var counts = new HashMap<Integer, Count>();
        for (CompletableFuture<List<FlowStats>> answer : answers) {
            try {
                answer.join()
                        .forEach(flow -> counts.merge(
                                AclFlow.number(flow.cookie()), new Count(flow.packets(), flow.bytes()), Count::plus));
            } catch (CompletionException | CancellationException _) {
                // the switch has refused the request, or is gone
            }
        }
        return counts;
    }

    @POST
    @Path("rules")
    @Description("Adds a rule.")
    public RuleView add(
            @Example("{\"name\": \"web\", \"rule\": \"deny tcp to 10.0.9.1 port 22\", \"position\": 1}") NewRule rule) {
        return answer(() -> {
            int position = rule.position() == null ? Integer.MAX_VALUE : rule.position();
            return view(book.add(rule.draft(), position).name());
        });
    }

    @PUT
    @Path("rules")
    @Description("Replaces all rules at once, so that no moment has a part of them. Rules whose names stay keep their "
            + "counters. Positions are those in the list.")
    public List<RuleView> replace(
            @Example("[{\"name\": \"web\", \"rule\": \"allow tcp to 10.0.9.1 port 80\"}, "
                            + "{\"name\": \"rest\", \"rule\": \"deny ip to 10.0.9.1\"}]")
                    List<NewRule> rules) {
        return answer(() -> {
            if (rules.contains(null)) {
                throw new IllegalArgumentException("a rule is null; needs an object");
            }
            book.replaceAll(rules.stream().map(NewRule::draft).toList());
            return rules();
        });
    }

    @DELETE
    @Path("rules/{name}")
    @Description("Deletes a rule.")
    public void delete(@PathParam("name") @Description(NAME) @Example("web") String name) {
        answer(() -> {
            book.delete(name);
            return name;
        });
    }

    @PUT
    @Path("rules/{name}/position")
    @Description("Moves a rule.")
    public RuleView move(
            @PathParam("name") @Description(NAME) @Example("web") String name,
            @Example("{\"position\": 1}") NewPosition to) {
        return answer(() -> {
            book.move(name, to.position());
            return view(name);
        });
    }

    @PUT
    @Path("rules/{name}/enabled")
    @Description("Enables or disables a rule.")
    public RuleView enable(
            @PathParam("name") @Description(NAME) @Example("web") String name,
            @Example("{\"enabled\": true}") NewState state) {
        return answer(() -> {
            if (state.enabled() == null) {
                throw new IllegalArgumentException("enabled is missing; needs true or false");
            }
            book.setEnabled(name, state.enabled());
            return view(name);
        });
    }

    @GET
    @Path("explain")
    @Description("Returns which rule decides about a packet, why the rules before it do not, and what the switches do.")
    public Explanation explain(
            @QueryParam("from") @Description(ADDRESS) @Example("10.0.0.1") @Nullable String from,
            @QueryParam("to") @Description(ADDRESS) @Example("10.0.0.3") @Nullable String to,
            @QueryParam("packet")
                    @Description(
                            "tcp/80 for example: a protocol, and the destination port or the number of the protocol")
                    @Example("tcp/80")
                    @Nullable
                    String packet,
            @QueryParam("vlan") @Description("VLAN of the packet, or none") @Example("none") @Nullable String vlan) {
        return answer(() -> {
            int tag = Party.vlan(vlan);
            Party sender = Party.of(require("from", from), tag, hosts);
            Party receiver = Party.of(require("to", to), tag, hosts);
            PacketHeaders headers = PacketSpec.parse(require("packet", packet)).headers(sender, receiver, tag);
            return Explanation.of(book, enforcement.statuses(), headers)
                    .withIsolation(isolation(sender), isolation(receiver));
        });
    }

    /** Returns the group of the port of a party; empty if it has none or is not attached. */
    private Optional<String> isolation(Party party) {
        return party.host().port().map(groups.all()::get);
    }

    @GET
    @Path("isolation")
    @Description("Returns the access ports that are in groups. Hosts at ports of different groups, or of the group "
            + "isolated, cannot reach each other. Ports in no group reach all ports.")
    public List<PortGroup> isolation() {
        return groups.all().entrySet().stream()
                .map(entry -> new PortGroup(entry.getKey(), entry.getValue()))
                .toList();
    }

    @PUT
    @Path("isolation/{port}")
    @Description("Puts an access port into a group.")
    public PortGroup isolate(
            @PathParam("port") @Description(PORT) @Example("0000000000000001:9") String port,
            @Example("{\"group\": \"tenant-a\"}") NewGroup group) {
        return answer(() -> {
            groups.put(port, group.group() == null ? "" : group.group());
            return new PortGroup(port, groups.all().getOrDefault(port, ""));
        });
    }

    @DELETE
    @Path("isolation/{port}")
    @Description("Removes an access port from its group.")
    public void release(@PathParam("port") @Description(PORT) @Example("0000000000000001:9") String port) {
        answer(() -> {
            groups.remove(port);
            return port;
        });
    }

    private static String require(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is missing; needs a value");
        }
        return value;
    }

    private RuleView view(String name) {
        return rules().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("rule %s has been deleted meanwhile".formatted(name)));
    }

    /** Answers errors of the rules with the status that they have in REST. */
    private static <T> T answer(Supplier<T> operation) {
        try {
            return operation.get();
        } catch (IllegalArgumentException e) {
            throw new WebApplicationException(e.getMessage(), e, 400);
        } catch (NoSuchElementException e) {
            throw new WebApplicationException(e.getMessage(), e, 404);
        }
    }
}
