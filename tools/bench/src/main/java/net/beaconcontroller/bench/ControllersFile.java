package net.beaconcontroller.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.Version;

/** Reads the list of controllers to compare from a HOCON file. Unknown keys and invalid values are errors. */
public final class ControllersFile {
    private static final List<String> KEYS = List.of(
            "name",
            "command",
            "address",
            "port",
            "openflow",
            "folder",
            "environment",
            "cpus",
            "about",
            "files",
            "missing");

    /** The keys of a controller that the comparison names but cannot measure. */
    private static final Set<String> MISSING_KEYS = Set.of("name", "missing");

    private final List<String> errors = new ArrayList<>();
    private final Set<String> names = Arrays.stream(Baseline.values())
            .map(Baseline::controllerName)
            .collect(Collectors.toCollection(HashSet::new));

    /**
     * An entry of the file.
     *
     * @param versions the supported OpenFlow versions, at least one
     * @param ofLoops returns the controller with a number of event loops; empty if its command has no {@code {loops}}
     * @param about what a comparison says of the controller, by heading
     * @param files the files and folders that the controller needs on the disk
     */
    public record Entry(
            ControllerUnderTest controller,
            Set<Version> versions,
            Optional<IntFunction<ControllerUnderTest>> ofLoops,
            SequencedMap<String, String> about,
            List<Path> files) {
        /** Returns the requested version if supported, else the highest supported version. */
        public Version version(Version wanted) {
            return versions.contains(wanted)
                    ? wanted
                    : EnumSet.copyOf(versions).stream().reduce(wanted, (_, higher) -> higher);
        }
    }

    /** A controller that could not be obtained, with the reason. */
    public record Missing(String name, String why) {}

    /** The file is invalid. The message has a line per error: the key, the value, its line, and the valid values. */
    public static final class InvalidFileException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InvalidFileException(String message) {
            super(message);
        }
    }

    private final List<Missing> missing = new ArrayList<>();
    private final String defaultCpus;

    private ControllersFile(String defaultCpus) {
        this.defaultCpus = defaultCpus;
    }

    /**
     * Reads a file.
     *
     * @param defaultCpus the CPUs of controllers without the key {@code cpus}, see {@link LaunchSpec#cpus}
     * @throws InvalidFileException if the file is invalid
     */
    public static List<Entry> read(Path file, String defaultCpus) {
        return new ControllersFile(defaultCpus).validEntries(file);
    }

    /**
     * Reads the controllers of a file that could not be obtained.
     *
     * @throws InvalidFileException if the file is invalid
     */
    public static List<Missing> missing(Path file) {
        var reader = new ControllersFile("");
        reader.validEntries(file);
        return reader.missing;
    }

    private List<Entry> validEntries(Path file) {
        List<Entry> entries = entries(file);
        if (!errors.isEmpty()) {
            throw new InvalidFileException(String.join(System.lineSeparator(), errors));
        }
        return entries;
    }

    private List<Entry> entries(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new InvalidFileException(
                    "%s is not a readable file; needs a HOCON file that lists controllers".formatted(file));
        }
        ConfigObject root;
        try {
            root = ConfigFactory.parseFile(
                            file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false))
                    .resolve()
                    .root();
        } catch (ConfigException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
        root.forEach((key, value) -> {
            if (!key.equals("controllers")) {
                errors.add(
                        "%s: unknown key; needs controllers = [ { name = ..., ... } ]".formatted(describe(key, value)));
            }
        });
        ConfigValue list = root.get("controllers");
        if (!(list instanceof ConfigList controllers) || controllers.isEmpty()) {
            errors.add("%s: needs controllers = [ { name = ..., command = ..., port = ... } ], at least one"
                    .formatted(list == null ? file.toString() : describe("controllers", list)));
            return List.of();
        }
        var entries = new ArrayList<Entry>();
        for (ConfigValue element : controllers) {
            if (element instanceof ConfigObject controller) {
                entry(controller).ifPresent(entries::add);
            } else {
                errors.add("%s: needs { name = ..., command = ..., port = ... }"
                        .formatted(describe("controllers", element)));
            }
        }
        return entries;
    }

    private Optional<Entry> entry(ConfigObject all) {
        int before = errors.size();
        all.forEach((key, value) -> {
            if (!KEYS.contains(key)) {
                errors.add("%s: unknown key; needs one of %s".formatted(describe(key, value), String.join(", ", KEYS)));
            }
        });
        Optional<String> name = value(all, "name", "a name", ControllersFile::text);
        if (name.isEmpty() && !all.containsKey("name")) {
            errors.add("a controller without a name (%s); needs name = ..."
                    .formatted(all.origin().description()));
        }
        name.filter(text -> !names.add(text))
                .ifPresent(_ -> errors.add("%s: duplicate name; needs a unique name".formatted(describe(all, "name"))));
        if (all.containsKey("missing")) {
            missing(all, name);
            return Optional.empty();
        }
        Optional<List<String>> command =
                value(all, "command", "a list of arguments, or a string for the shell", ControllersFile::command);
        Optional<InetSocketAddress> address =
                value(all, "address", "HOST:PORT, such as 127.0.0.1:6653", (c, key) -> address(text(c, key)));
        Optional<InetSocketAddress> port =
                value(all, "port", "a number of 1 to 65535", (c, key) -> address("127.0.0.1:" + text(c, key)));
        if (all.containsKey("address") == all.containsKey("port")) {
            errors.add("controller %s (%s): needs address = \"HOST:PORT\" or port = NUMBER, one of both"
                    .formatted(name.orElse("?"), all.origin().description()));
        }
        Set<Version> versions = value(
                        all, "openflow", "a list of versions among " + Load.versions(), ControllersFile::versions)
                .orElse(Set.of(Version.OF10));
        Optional<Path> folder = value(all, "folder", "a folder that is there", (config, key) -> {
            Path path = Path.of(text(config, key));
            require(Files.isDirectory(path));
            return path;
        });
        Map<String, String> environment = value(all, "environment", "{ NAME = value, ... }", ControllersFile::texts)
                .orElse(new LinkedHashMap<>());
        String cpus = value(
                        all, "cpus", "a list of CPUs as taskset takes it, such as \"1\" or \"0-2\"", (config, key) -> {
                            String list = text(config, key);
                            require(list.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*"));
                            return list;
                        })
                .orElse(defaultCpus);
        SequencedMap<String, String> about = value(all, "about", "{ heading = text, ... }", ControllersFile::texts)
                .orElse(new LinkedHashMap<>());
        List<Path> files = value(all, "files", "a list of files and folders that are there", (config, key) -> {
                    List<Path> paths =
                            config.getStringList(key).stream().map(Path::of).toList();
                    require(paths.stream().allMatch(Files::exists));
                    return paths;
                })
                .orElse(List.of());
        if (errors.size() > before) {
            return Optional.empty();
        }
        InetSocketAddress where = address.or(() -> port).orElseThrow();
        String label = name.orElseThrow();
        return Optional.of(
                command.map(arguments -> new LaunchSpec(arguments, where, cpus, folder, environment, Optional.empty()))
                        .map(launch -> launch.hasLoops()
                                ? new Entry(
                                        started(label, launch, 1),
                                        versions,
                                        Optional.of(n -> withLoops(label, launch, n)),
                                        about,
                                        files)
                                : new Entry(started(label, launch, 0), versions, Optional.empty(), about, files))
                        .orElseGet(() -> new Entry(
                                ControllerUnderTest.running(label, new Target(where, OptionalLong.empty())),
                                versions,
                                Optional.empty(),
                                about,
                                files)));
    }

    private void missing(ConfigObject all, Optional<String> name) {
        all.keySet().stream()
                .filter(key -> !MISSING_KEYS.contains(key))
                .sorted()
                .forEach(key -> errors.add("%s: not allowed beside missing, which says why there is no such controller"
                        .formatted(describe(all, key))));
        Optional<String> why = value(all, "missing", "a reason", ControllersFile::text);
        if (name.isPresent() && why.isPresent()) {
            missing.add(new Missing(name.get(), why.get()));
        }
    }

    private static ControllerUnderTest started(String name, LaunchSpec launch, int loops) {
        LaunchSpec withLoops = launch.withLoops(loops);
        return new ControllerUnderTest(name, "default", loops, () -> ControllerProcess.start(withLoops));
    }

    private static ControllerUnderTest withLoops(String name, LaunchSpec launch, int loops) {
        return new ControllerUnderTest(
                name, "default", loops, () -> ControllerProcess.start(launch.withLoops(loops), loops));
    }

    private <T> Optional<T> value(ConfigObject all, String key, String needs, BiFunction<Config, String, T> reader) {
        if (!all.containsKey(key)) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(all.toConfig(), key));
        } catch (ConfigException | IllegalArgumentException _) {
            errors.add("%s: needs %s".formatted(describe(all, key), needs));
            return Optional.empty();
        }
    }

    private static String text(Config config, String key) {
        String text = config.getString(key).strip();
        require(!text.isEmpty());
        return text;
    }

    private static List<String> command(Config config, String key) {
        if (config.getValue(key).valueType() != ConfigValueType.LIST) {
            return List.of("sh", "-c", text(config, key));
        }
        List<String> arguments = config.getStringList(key);
        require(!arguments.isEmpty());
        return arguments;
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        require(colon > 0);
        var address = new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        require(!address.isUnresolved() && address.getPort() > 0);
        return address;
    }

    private static Set<Version> versions(Config config, String key) {
        var versions = EnumSet.noneOf(Version.class);
        for (String number : config.getStringList(key)) {
            versions.add(Version.ofNumber(number)
                    .filter(Load.VERSIONS::contains)
                    .orElseThrow(IllegalArgumentException::new));
        }
        require(!versions.isEmpty());
        return versions;
    }

    private static SequencedMap<String, String> texts(Config config, String key) {
        var texts = new LinkedHashMap<String, String>();
        Config values = config.getConfig(key);
        values.root().entrySet().stream()
                .sorted(Comparator.comparingInt(
                        entry -> entry.getValue().origin().lineNumber()))
                .forEach(entry -> texts.put(entry.getKey(), values.getString(ConfigUtil.joinPath(entry.getKey()))));
        return texts;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }

    private static String describe(ConfigObject all, String key) {
        return describe(key, all.getOrDefault(key, all));
    }

    private static String describe(String key, ConfigValue value) {
        return "%s = %s (%s)"
                .formatted(
                        key,
                        value.render(ConfigRenderOptions.concise()),
                        value.origin().description());
    }
}
