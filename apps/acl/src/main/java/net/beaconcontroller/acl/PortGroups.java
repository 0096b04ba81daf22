package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.PortNumber;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The isolation of access ports, as in a private VLAN (RFC 5517): hosts at ports of different groups cannot reach each
 * other, and those at ports of the group {@link #ISOLATED} reach no other grouped port. Ports in no group reach all
 * ports: routers, servers and links to other networks are there. Kept in the store. Thread-safe; changes block.
 */
@Component(service = PortGroups.class)
public final class PortGroups {
    /** The group whose ports do not reach each other. */
    static final String ISOLATED = "isolated";

    static final int MAX_PORTS = 10_000;

    private static final String NAMESPACE = "acl-isolation";
    private static final String KEY = "ports";
    private static final Pattern PORT = Pattern.compile("([0-9a-f]{16}):([1-9][0-9]{0,9}|LOCAL)");
    private static final Pattern GROUP = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    /**
     * The groups by their ports, such as {@code 0000000000000001:3}. Immutable.
     *
     * @param groups sorted by ports
     */
    record Groups(Map<String, String> groups) {
        static final Groups NONE = new Groups(Map.of());

        Groups {
            groups = Map.copyOf(groups);
        }
    }

    private final Store store;
    private final Documents<Groups> documents;
    private final List<Consumer<Map<String, String>>> listeners = new ArrayList<>();
    private Map<String, String> groups;

    @Activate
    public PortGroups(@Reference Store store) {
        this.store = store;
        documents = store.documents(NAMESPACE, Groups.class);
        groups = documents.get(KEY).map(Document::value).orElse(Groups.NONE).groups();
    }

    /** Returns the groups by their ports, ordered by ports. */
    synchronized Map<String, String> all() {
        return new TreeMap<>(groups);
    }

    /**
     * Calls a listener with all groups, now and after each change, under the lock, on a thread that is not an event
     * loop.
     */
    synchronized Registration onChange(Consumer<Map<String, String>> listener) {
        listeners.add(listener);
        listener.accept(groups);
        return () -> remove(listener);
    }

    private synchronized void remove(Consumer<Map<String, String>> listener) {
        listeners.remove(listener);
    }

    /** Returns whether ports of these groups may exchange packets; empty for no group. */
    static boolean mayReach(Optional<String> from, Optional<String> to) {
        return from.isEmpty() || to.isEmpty() || (from.equals(to) && !from.get().equals(ISOLATED));
    }

    /** Returns the only name of a port: the local port can also be given by its number. */
    private static String nameOf(String port) {
        Matcher matcher = PORT.matcher(port);
        if (!matcher.matches()) {
            throw Problem.of(
                            400,
                            ("port %s: needs the datapath id in 16 hexadecimal digits and the port, such as "
                                            + "0000000000000001:3")
                                    .formatted(port))
                    .at("port", port);
        }
        try {
            return matcher.group(1) + ":" + PortNumber.toString(PortNumber.parse(matcher.group(2)));
        } catch (IllegalArgumentException e) {
            throw Problem.of(400, String.valueOf(e.getMessage())).at("port", port);
        }
    }

    /**
     * Puts a port into a group.
     *
     * @return the name of the port
     * @throws Problem if a name is wrong, or there are too many ports
     */
    String put(String port, String group) {
        String name = nameOf(port);
        if (!GROUP.matcher(group).matches()) {
            throw Problem.of(
                            400,
                            "group %s: needs 1 to 32 lower-case letters, digits and hyphens, the first of them a letter"
                                    .formatted(group))
                    .at("group", group);
        }
        change(all -> {
            var changed = new TreeMap<>(all);
            changed.put(name, group);
            if (changed.size() > MAX_PORTS) {
                throw Problem.of(400, "%d ports: at most %d are valid".formatted(changed.size(), MAX_PORTS));
            }
            return changed;
        });
        return name;
    }

    /**
     * Removes a port from its group.
     *
     * @throws Problem if its name is wrong, or it is in none
     */
    void remove(String port) {
        String name = nameOf(port);
        change(all -> {
            var changed = new TreeMap<>(all);
            if (changed.remove(name) == null) {
                throw Problem.of(404, "port %s is in no group".formatted(name));
            }
            return changed;
        });
    }

    private void change(UnaryOperator<Map<String, String>> operation) {
        while (true) {
            Optional<Document<Groups>> read = documents.get(KEY);
            Map<String, String> changed = operation.apply(
                    read.map(Document::value).orElse(Groups.NONE).groups());
            try {
                synchronized (this) {
                    store.commit(List.of(documents
                            .put(KEY, new Groups(changed))
                            .ifVersion(read.map(Document::version).orElse(0L))));
                    groups = Map.copyOf(changed);
                    listeners.forEach(listener -> listener.accept(groups));
                }
                return;
            } catch (ConflictException _) {
                // Another request has changed the groups meanwhile.
            }
        }
    }
}
