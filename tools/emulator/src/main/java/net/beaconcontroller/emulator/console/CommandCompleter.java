package net.beaconcontroller.emulator.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.PortNumber;

/**
 * Completes commands, node names, ports and file names. It has a snapshot of the network, so that completion does not
 * wait for the network's thread. Immutable.
 *
 * @param hosts the names of the hosts
 * @param switches the names of the switches
 * @param links the links with their current ends
 */
public record CommandCompleter(List<String> hosts, List<String> switches, List<NetworkSpec.Link> links) {
    /** Returns a completer for the network as it is now. */
    public static CommandCompleter of(Network network) {
        return new CommandCompleter(
                network.hosts().stream().map(EmulatedHost::name).toList(),
                network.switchNames(),
                network.links().stream().map(Network.LinkState::place).toList());
    }

    /**
     * Returns the candidates for the last word. A candidate that ends in / is a directory.
     *
     * @param words the words of the line, the last of which is to be completed and may be empty
     */
    public List<String> complete(List<String> words) {
        String prefix = words.getLast();
        return candidates(words).stream()
                .filter(candidate -> candidate.startsWith(prefix))
                .toList();
    }

    private List<String> candidates(List<String> words) {
        int first = words.getFirst().equals("!") ? 1 : 0;
        int argument = words.size() - first - 2;
        if (argument < 0) {
            return CommandSyntax.words();
        }
        List<String> kinds = CommandSyntax.find(words.get(first))
                .map(CommandSyntax::argumentKinds)
                .orElse(List.of());
        String kind = argument < kinds.size() ? kinds.get(argument) : "";
        return switch (kind) {
            case "HOST" -> hosts;
            case "SWITCH" -> switches;
            case "NODE" ->
                argument == 0
                        ? Stream.concat(switches.stream(), hosts.stream()).toList()
                        : ends(words.get(words.size() - 2), true);
            case "PORT" -> ends(words.get(words.size() - 2), false);
            case "FILE" -> files(words.getLast());
            default -> kind.contains("|") ? Arrays.asList(kind.split("\\|", -1)) : List.of();
        };
    }

    /** Returns the neighbours of a node, or the node's ports. */
    private List<String> ends(String node, boolean neighbours) {
        var found = new ArrayList<String>();
        for (NetworkSpec.Link link : links) {
            if (link.a().node().equals(node)) {
                found.add(
                        neighbours
                                ? link.b().node()
                                : PortNumber.toString(link.a().port()));
            }
            if (link.b().node().equals(node)) {
                found.add(
                        neighbours
                                ? link.a().node()
                                : PortNumber.toString(link.b().port()));
            }
        }
        return found.stream().distinct().toList();
    }

    private static List<String> files(String prefix) {
        String folder = prefix.substring(0, prefix.lastIndexOf('/') + 1);
        try (Stream<Path> files = Files.list(Path.of(folder.isEmpty() ? "." : folder))) {
            return files.map(file -> folder + file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
