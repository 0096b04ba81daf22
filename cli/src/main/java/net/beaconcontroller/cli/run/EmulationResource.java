package net.beaconcontroller.cli.run;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.console.CommandResult;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/** The emulated network of {@code beacon run --emulate}, and its console. */
@Path("emulation")
@Produces("application/json")
public final class EmulationResource {
    /** Commands that concern the console itself, or files of the controller's account. */
    private static final Set<String> NOT_HERE = Set.of("source", "quit", "wait", "sleep");

    private volatile @Nullable Network network;
    private volatile String topology = "";

    /** The emulated network. */
    public record EmulationView(
            @Description("name of the topology; null if no network is emulated") @Nullable
            String topology,

            List<EmulatedSwitchView> switches,
            List<EmulatedHostView> hosts,
            List<EmulatedLinkView> links) {}

    /** An emulated switch. */
    public record EmulatedSwitchView(
            @Description("name in commands") String name,
            @Description("datapath id") String id,
            @Description("whether it has power") boolean isRunning) {}

    /** An emulated host. */
    public record EmulatedHostView(
            @Description("name in commands") String name,
            @Description("MAC address") String mac,

            @Description("IPv4 address; null while it has none") @Nullable
            String ip) {}

    /** A cable. */
    public record EmulatedLinkView(
            @Description("a switch") EndView a,
            @Description("a switch or host") EndView b,
            @Description("whether it is plugged in") boolean isUp,

            @Description("whether both ends have power, too")
            boolean hasCarrier) {}

    /** An end of a cable. */
    public record EndView(
            @Description("name of the switch or host") String node,
            @Description("port number; 0 for a host") long port) {}

    /** A command. */
    public record NewCommand(
            @Description("a command of the console, such as link s1 s2 down; help lists them") @Nullable
            String command) {}

    /** The result of a command. */
    public record ResultView(
            @Description("ok, failed or invalid") String status,
            @Description("the result for people") String text,
            @Description("the result for programs") Map<String, Object> values) {}

    /**
     * Sets the network.
     *
     * @param newTopology its name
     */
    void setNetwork(Network newNetwork, String newTopology) {
        topology = newTopology;
        network = newNetwork;
    }

    @GET
    @Description("Returns the emulated network. There is one if the controller was started with --emulate.")
    public EmulationView get() {
        Network current = network;
        if (current == null) {
            return new EmulationView(null, List.of(), List.of(), List.of());
        }
        return new EmulationView(
                topology,
                current.switchNames().stream()
                        .map(name -> current.query(
                                name,
                                sw -> new EmulatedSwitchView(
                                        name, DatapathId.toString(sw.datapathId()), sw.isRunning())))
                        .toList(),
                current.hosts().stream().map(EmulationResource::describe).toList(),
                current.links().stream()
                        .map(link -> new EmulatedLinkView(
                                describe(link.place().a()),
                                describe(link.place().b()),
                                link.isUp(),
                                link.hasCarrier()))
                        .toList());
    }

    private static EmulatedHostView describe(EmulatedHost host) {
        return new EmulatedHostView(
                host.name(),
                MacAddress.toString(host.mac()),
                host.address().isEmpty()
                        ? null
                        : Ipv4Address.toString(host.address().getAsLong()));
    }

    private static EndView describe(NetworkSpec.End end) {
        return new EndView(end.node(), end.port());
    }

    @POST
    @Path("commands")
    @Consumes("application/json")
    @Description("Executes a command of the console, and returns its result when it has ended.")
    public ResultView execute(@Example("{\"command\": \"ping h1 h3\"}") NewCommand body) throws InterruptedException {
        Network current = network;
        if (current == null) {
            throw Problem.of(404, "no network is emulated; start the controller with: beacon run --emulate TOPOLOGY");
        }
        String command = Body.require("command", Body.require(body).command);
        String word = command.strip().split("\\s+", 2)[0].toLowerCase(Locale.ROOT);
        if (NOT_HERE.contains(word)) {
            throw Problem.ofField(
                    "command",
                    command,
                    "needs a command to the network, not "
                            + NOT_HERE.stream().sorted().collect(Collectors.joining(", ")));
        }
        CommandResult result = new CommandInterpreter(current).execute(command);
        return new ResultView(Words.of(result.status()), result.text(), result.values());
    }
}
