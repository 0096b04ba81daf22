import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints where the time of a run of all tests went: the phases, the slowest test classes and the reasons of their waits,
 * and the processes and controllers that the tests started; at last, what failed. Ends with exit code 1 if a test class
 * was in no phase, or if one slept or was parked for more than five seconds and is not in the list of {@code
 * .ci/waiting.txt}.
 *
 * <pre>
 * java .ci/Report.java MAVEN-LOG [PHASE=SECONDS ...]
 * </pre>
 *
 * <p>Reads the log of Maven with the time before each line, the reports of Surefire and Failsafe, and the flight
 * recordings of the profile "recording".
 */
final class Report {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final int SLOWEST = 30;
    private static final int LINES_OF_OUTPUT = 40;
    private static final int LINES_OF_ERRORS = 40;
    private static final double MOST_WAITED = 5;

    /** A line of Maven at which a goal begins, with the name of its module. */
    private static final Pattern GOAL =
            Pattern.compile("^(\\S+) \\[INFO] --- (?:maven-)?(\\w+)(?:-maven)?(?:-plugin)?:\\S+:(\\S+) \\(\\S+\\) @ (\\S+) ---");

    /** A line of the summary: the name of a module, and the time that all its goals took. */
    private static final Pattern SUMMARY =
            Pattern.compile("\\[INFO] (\\S+) \\.+ (?:SUCCESS|FAILURE) \\[ *(?:(\\d+):)?([\\d.]+) (?:s|min)]");
    private static final Pattern DOWNLOADED = Pattern.compile("^(\\S+) \\[INFO] Downloaded from \\S+ \\S+ \\(([\\d.]+) (\\S?B) at ");
    private static final Pattern DOWNLOADING = Pattern.compile("^(\\S+) \\[INFO] Downloading from ");
    private static final Pattern TEST_METHOD =
            Pattern.compile("^\\s*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|EachVersion)\\b", Pattern.MULTILINE);

    private final Map<String, Double> seconds = new TreeMap<>();
    private final Map<String, Waiting> waiting = new HashMap<>();
    private final Map<String, Integer> starts = new LinkedHashMap<>();
    /** The tests that failed, and the files with the output of their classes. */
    private final Map<String, Path> failures = new TreeMap<>();

    /** For how long a class waited, in all and by place, in seconds. */
    private static final class Waiting {
        double all;
        final Map<String, Double> places = new HashMap<>();

        void add(String place, double time) {
            all += time;
            places.merge(place, time, Double::sum);
        }

        String longest() {
            return places.entrySet().stream()
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .limit(3)
                    .filter(place -> place.getValue() >= 0.1)
                    .map(place -> "%s %.1f".formatted(place.getKey(), place.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(new Report().run(arguments) ? 0 : 1);
    }

    private boolean run(String[] arguments) throws Exception {
        Set<String> sources = testClasses();
        for (Path report : find("**/target/{surefire,failsafe}-reports/TEST-*.xml")) {
            readReport(report);
        }
        for (String kind : List.of(
                "controllers within tests", "controller processes", "other commands of the launcher", "OSGi frameworks",
                "Open vSwitch", "Chromium", "Maven")) {
            starts.put(kind, 0);
        }
        find("**/target/*.jfr").parallelStream().forEach(recording -> readRecording(recording, sources));
        List<String> log = Files.readAllLines(Path.of(arguments[0]));
        printPhases(log, List.of(arguments).subList(1, arguments.length));
        printClasses();
        System.out.println("\nStarts during the tests");
        starts.forEach((kind, count) -> System.out.printf("  %-32s %5d%n", kind, count));
        // A build that failed has not run all classes.
        boolean isBuilt = log.stream().anyMatch(line -> line.contains("BUILD SUCCESS"));
        boolean passed = isWaitingListed() & (!isBuilt || isEachInAPhase(sources));
        printFailures(log);
        return passed;
    }

    /** Prints the end of the output of each class that failed, the errors of Maven, and the names of the tests. */
    private void printFailures(List<String> log) throws IOException {
        for (Path output : new TreeSet<>(failures.values())) {
            if (Files.exists(output)) {
                List<String> lines = Files.readAllLines(output);
                System.out.println("\nThe end of " + ROOT.relativize(output));
                lines.subList(Math.max(0, lines.size() - LINES_OF_OUTPUT), lines.size()).forEach(System.out::println);
            }
        }
        List<String> errors = log.stream()
                .filter(line -> line.contains("[ERROR] "))
                .map(line -> line.substring(line.indexOf("[ERROR] ")))
                .distinct()
                .toList();
        if (!errors.isEmpty()) {
            System.out.println("\nErrors of Maven");
            errors.stream().limit(LINES_OF_ERRORS).forEach(System.out::println);
        }
        failures.keySet().forEach(test -> System.out.println("FAILED: " + test));
    }

    private static List<Path> find(String glob) throws IOException {
        var matcher = ROOT.getFileSystem().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.map(ROOT::relativize)
                    .filter(file -> !file.startsWith("target") && matcher.matches(file))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the names of the classes that have test methods. */
    private static Set<String> testClasses() throws IOException {
        var classes = new TreeSet<String>();
        for (Path source : find("**/src/test/java/**.java")) {
            // Not an annotation that is composed of others.
            String code = Files.readString(ROOT.resolve(source));
            if (TEST_METHOD.matcher(code).find() && !code.contains("\npublic @interface")) {
                String path = source.toString().replaceFirst(".*/?src/test/java/", "");
                classes.add(path.replace(".java", "").replace('/', '.'));
            }
        }
        return classes;
    }

    private void readReport(Path report) throws IOException, XMLStreamException {
        try (var in = Files.newInputStream(ROOT.resolve(report))) {
            var xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
            String test = "";
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                switch (xml.getLocalName()) {
                    case "testcase" -> {
                        String name = xml.getAttributeValue(null, "classname");
                        String time = xml.getAttributeValue(null, "time").replace(",", "");
                        test = name + "." + xml.getAttributeValue(null, "name");
                        seconds.merge(topLevel(name), Double.parseDouble(time), Double::sum);
                    }
                    case "failure", "error" -> failures.put(
                            test,
                            ROOT.resolve(report)
                                    .resolveSibling(report.getFileName()
                                            .toString()
                                            .replaceFirst("TEST-(.*).xml", "$1-output.txt")));
                    default -> {}
                }
            }
        }
    }

    /** Removes the name of a nested class, the number of a parameter, and the suffix of a report. */
    private static String topLevel(String name) {
        return name.replaceFirst("[$\\[(].*", "");
    }

    private void readRecording(Path recording, Set<String> testClasses) {
        try (var file = new RecordingFile(ROOT.resolve(recording))) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                    case "jdk.ProcessStart" -> count(processKind(event.getString("command")));
                    case "jdk.ThreadStart" -> count(threadKind(event.getThread("thread").getJavaName()));
                    default -> addWaiting(event, testClasses);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void count(String kind) {
        if (!kind.isEmpty()) {
            starts.merge(kind, 1, Integer::sum);
        }
    }

    private static String processKind(String command) {
        if (command.contains("ovs-vswitchd ")) {
            return "Open vSwitch";
        } else if (command.matches(".*/node .*run-driver.*")) {
            // The driver of a JVM starts one browser for all its tests.
            return "Chromium";
        } else if (command.matches(".*/beacon run\\b.*")) {
            return "controller processes";
        } else if (command.matches(".*/beacon( .*)?")) {
            return "other commands of the launcher";
        }
        return command.matches("(.*/)?mvn( .*)?") ? "Maven" : "";
    }

    private static String threadKind(String name) {
        return switch (name) {
            case "beacon-acceptor" -> "controllers within tests";
            case "Framework Active Thread" -> "OSGi frameworks";
            case null, default -> name != null && name.startsWith("Active Thread: Equinox") ? "OSGi frameworks" : "";
        };
    }

    /** Adds the event to the test class that waits on its thread. Threads that a test started do not count. */
    private void addWaiting(RecordedEvent event, Set<String> testClasses) {
        String thread = event.getThread() == null ? null : event.getThread().getJavaName();
        if (event.getStackTrace() == null || thread == null || !thread.matches("main|ForkJoinPool-\\d+-worker-\\d+")) {
            return;
        }
        String place = "";
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (place.isEmpty() && type.startsWith("net.beaconcontroller.")) {
                place = topLevel(type).replaceFirst(".*\\.", "") + "." + frame.getMethod().getName().replaceFirst(
                        "lambda\\$(\\w+)\\$\\d+", "$1");
            }
            if (testClasses.contains(topLevel(type))) {
                synchronized (this) {
                    waiting.computeIfAbsent(topLevel(type), _ -> new Waiting())
                            .add(place, event.getDuration().toNanos() / 1e9);
                }
                return;
            }
        }
    }

    // ---- Phases

    /** A goal of a module, from its beginning to that of the next one. */
    private record Goal(String phase, String module, double begin) {}

    /** The time from the first to the last goal of a phase, and the sum of the times of all its goals, in seconds. */
    private static final class Span {
        double first = Double.MAX_VALUE;
        double last;
        double sum;

        void add(double begin, double end) {
            first = Math.min(first, begin);
            last = Math.max(last, end);
            sum += end - begin;
        }
    }

    /** Modules are built in parallel, so that the phases overlap. */
    private static void printPhases(List<String> lines, List<String> others) {
        var goals = new LinkedHashMap<String, List<Goal>>();
        var durations = new HashMap<String, Double>();
        double bytes = 0;
        var spans = new LinkedHashMap<String, Span>();
        for (String phase : List.of("download", "compile", "analyse", "unit", "package", "designtests", "lab", "browser", "measurements")) {
            spans.put(phase, new Span());
        }
        double downloadBegan = -1;
        for (String line : lines) {
            Matcher goal = GOAL.matcher(line);
            Matcher summary = SUMMARY.matcher(line);
            Matcher downloaded = DOWNLOADED.matcher(line);
            Matcher downloading = DOWNLOADING.matcher(line);
            if (goal.find()) {
                goals.computeIfAbsent(goal.group(4), _ -> new ArrayList<>())
                        .add(new Goal(
                                phase(goal.group(2), goal.group(4)), goal.group(4), seconds(goal.group(1))));
            } else if (summary.find()) {
                int minutes = summary.group(2) == null ? 0 : Integer.parseInt(summary.group(2));
                durations.put(summary.group(1), minutes * 60 + Double.parseDouble(summary.group(3)));
            } else if (downloading.find()) {
                downloadBegan = downloadBegan < 0 ? seconds(downloading.group(1)) : downloadBegan;
            } else if (downloaded.find()) {
                bytes += Double.parseDouble(downloaded.group(2))
                        * Map.of("B", 1.0, "kB", 1e3, "MB", 1e6).get(downloaded.group(3));
                if (downloadBegan >= 0) {
                    spans.get("download").add(downloadBegan, seconds(downloaded.group(1)));
                }
                downloadBegan = -1;
            }
        }
        goals.forEach((module, all) -> {
            double end = all.getFirst().begin() + durations.getOrDefault(module, 0.0);
            for (int i = 0; i < all.size(); i++) {
                Goal goal = all.get(i);
                double next = i + 1 < all.size() ? all.get(i + 1).begin() : Math.max(end, goal.begin());
                spans.get(goal.phase()).add(goal.begin(), next);
            }
        });
        System.out.println("\nPhases                    from      to   all goals (s)");
        spans.forEach((phase, span) -> System.out.printf(
                "  %-18s %9s %7s %9.0f%n",
                phase,
                span.sum == 0 ? "-" : text(span.first),
                span.sum == 0 ? "-" : text(span.last),
                span.sum));
        System.out.printf("  %-36s %9.1f MB%n", "downloaded", bytes / 1e6);
        others.forEach(other -> System.out.printf("  %-36s %9s%n", (Object[]) other.split("=", 2)));
    }

    private static String text(double time) {
        return "%d:%02d:%02d".formatted((int) time / 3600, (int) time / 60 % 60, (int) time % 60);
    }

    private static String phase(String plugin, String module) {
        if (module.equals("analysis")) {
            return "analyse";
        }
        return switch (plugin) {
            case "compiler", "resources" -> "compile";
            case "spotless", "checkstyle" -> "analyse";
            case "surefire" -> "unit";
            case "failsafe" -> module;
            default -> "package";
        };
    }

    /** Returns the seconds since midnight of a time such as 13:05:59.123. */
    private static double seconds(String time) {
        String[] parts = time.split(":");
        return Integer.parseInt(parts[0]) * 3600 + Integer.parseInt(parts[1]) * 60 + Double.parseDouble(parts[2]);
    }

    // ---- Classes

    private void printClasses() {
        System.out.printf("%nThe %d slowest test classes    time (s)  waited (s)  longest at%n", SLOWEST);
        seconds.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(SLOWEST)
                .forEach(each -> {
                    Waiting waited = waiting.getOrDefault(each.getKey(), new Waiting());
                    System.out.printf("  %-32s %7.1f  %10.1f  %s%n", simple(each.getKey()), each.getValue(), waited.all, waited.longest());
                });
    }

    private static String simple(String name) {
        String[] parts = name.split("\\.");
        return parts[parts.length - 2] + "." + parts[parts.length - 1];
    }

    private boolean isEachInAPhase(Set<String> sources) {
        var missing = new TreeSet<>(sources);
        missing.removeAll(seconds.keySet());
        missing.forEach(name -> System.out.println("FAILED: no phase ran " + name));
        return missing.isEmpty();
    }

    /** Lines of the list have the simple name of a class, and the reason why it waits. */
    private boolean isWaitingListed() throws IOException {
        Set<String> listed = Files.readAllLines(ROOT.resolve(".ci/waiting.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", 2)[0])
                .collect(Collectors.toSet());
        List<Map.Entry<String, Waiting>> over = waiting.entrySet().stream()
                .filter(each -> each.getValue().all > MOST_WAITED && !listed.contains(simple(each.getKey())))
                .sorted(Map.Entry.comparingByKey())
                .toList();
        System.out.println("\nSeconds in which each class slept or was parked (all above 1 s)");
        waiting.entrySet().stream()
                .filter(each -> each.getValue().all > 1)
                .sorted(Map.Entry.comparingByValue(Comparator.comparingDouble(each -> -each.all)))
                .forEach(each -> System.out.printf("  %-40s %6.1f%n", simple(each.getKey()), each.getValue().all));
        for (var each : over) {
            System.out.printf(
                    "FAILED: %s slept or was parked for %.1f s, at %s; shorten it, or name the reason in .ci/waiting.txt%n",
                    simple(each.getKey()),
                    each.getValue().all,
                    each.getValue().longest());
        }
        return over.isEmpty();
    }
}
