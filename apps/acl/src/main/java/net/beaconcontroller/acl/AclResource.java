package net.beaconcontroller.acl;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.acl.RuleBook.NamedRule;
import net.beaconcontroller.acl.Views.AclView;
import net.beaconcontroller.acl.Views.NewGroup;
import net.beaconcontroller.acl.Views.NewPosition;
import net.beaconcontroller.acl.Views.NewRule;
import net.beaconcontroller.acl.Views.NewState;
import net.beaconcontroller.acl.Views.PortGroup;
import net.beaconcontroller.acl.Views.RuleView;
import net.beaconcontroller.acl.Views.SwitchView;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
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
        FlowCount count = FlowCount.read(controller).getOrDefault(AclFlow.DEFAULT, FlowCount.NONE);
        Hits hits = book.defaultHits();
        return new AclView(
                book.defaultVerdict().toString(),
                count.packets() + hits.removedPackets(),
                hits.packetIns(),
                book.rules().size(),
                book.active().rules().size(),
                enforcement.statuses().entrySet().stream()
                        .sorted(Comparator.comparing(entry -> entry.getKey().datapathId(), Long::compareUnsigned))
                        .map(entry -> SwitchView.of(entry.getKey(), entry.getValue()))
                        .toList());
    }

    @GET
    @Path("rules")
    @Description("Returns the rules in their order, with counters. The first rule that matches a packet decides.")
    public List<RuleView> rules() {
        Map<Integer, FlowCount> counts = FlowCount.read(controller);
        List<NamedRule> rules = book.rules();
        Map<String, String> shadowing = RuleBook.shadowing(rules);
        var views = new ArrayList<RuleView>();
        for (NamedRule named : rules) {
            RuleList.Entry entry = named.entry();
            Hits hits = book.hits(entry.id()).orElseGet(Hits::new);
            FlowCount count = counts.getOrDefault(entry.id(), FlowCount.NONE);
            views.add(RuleView.of(
                    views.size() + 1, entry, book.isActive(named), shadowing.get(entry.name()), count, hits));
        }
        return views;
    }

    @POST
    @Path("rules")
    @Description("Adds a rule.")
    public RuleView add(
            @Example("{\"name\": \"web\", \"rule\": \"deny tcp to 10.0.9.1 port 22\", \"position\": 1}") NewRule rule) {
        int position = rule.position() == null ? Integer.MAX_VALUE : rule.position();
        return view(book.add(rule.draft(), position).name());
    }

    @PUT
    @Path("rules")
    @Description("Replaces all rules at once, so that no moment has a part of them. Rules whose names stay keep their "
            + "counters. Positions are those in the list.")
    public List<RuleView> replace(
            @Example("[{\"name\": \"web\", \"rule\": \"allow tcp to 10.0.9.1 port 80\"}, "
                            + "{\"name\": \"rest\", \"rule\": \"deny ip to 10.0.9.1\"}]")
                    List<NewRule> rules) {
        if (rules.contains(null)) {
            throw Problem.of(400, "a rule is null; needs an object").withCode(Problem.MISSING);
        }
        book.replaceAll(rules.stream().map(NewRule::draft).toList());
        return rules();
    }

    @DELETE
    @Path("rules/{name}")
    @Description("Deletes a rule.")
    public void delete(@PathParam("name") @Description(NAME) @Example("web") String name) {
        book.delete(name);
    }

    @PUT
    @Path("rules/{name}/position")
    @Description("Moves a rule.")
    public RuleView move(
            @PathParam("name") @Description(NAME) @Example("web") String name,
            @Example("{\"position\": 1}") NewPosition to) {
        book.move(name, to.position());
        return view(name);
    }

    @PUT
    @Path("rules/{name}/enabled")
    @Description("Enables or disables a rule.")
    public RuleView enable(
            @PathParam("name") @Description(NAME) @Example("web") String name,
            @Example("{\"enabled\": true}") NewState state) {
        book.setEnabled(name, require("enabled", state.enabled(), "true or false"));
        return view(name);
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
        int tag = Party.vlan(vlan);
        Party sender = Party.of("from", requireText("from", from), tag, hosts);
        Party receiver = Party.of("to", requireText("to", to), tag, hosts);
        PacketHeaders headers = PacketSpec.parse(requireText("packet", packet)).headers(sender, receiver, tag);
        return Explanation.of(book, enforcement.statuses(), headers)
                .withIsolation(isolation(sender), isolation(receiver));
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
        String name = groups.put(port, group.group() == null ? "" : group.group());
        return new PortGroup(name, groups.all().getOrDefault(name, ""));
    }

    @DELETE
    @Path("isolation/{port}")
    @Description("Removes an access port from its group.")
    public void release(@PathParam("port") @Description(PORT) @Example("0000000000000001:9") String port) {
        groups.remove(port);
    }

    private static String requireText(String name, @Nullable String value) {
        return require(name, value == null || value.isBlank() ? null : value, "a value");
    }

    private static <T> T require(String name, @Nullable T value, String valid) {
        if (value == null) {
            throw Problem.of(400, "%s is missing; needs %s".formatted(name, valid))
                    .withCode(Problem.MISSING)
                    .at(name, null);
        }
        return value;
    }

    private RuleView view(String name) {
        return rules().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.of(404, "rule %s has been deleted meanwhile".formatted(name)));
    }
}
