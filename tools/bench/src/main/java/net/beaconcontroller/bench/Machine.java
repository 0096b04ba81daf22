package net.beaconcontroller.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The machine on which measurements were made.
 *
 * @param processors the processors available to this JVM
 * @param processor the processor model
 * @param kernel the name and version of the operating system
 * @param jvm the name and version of the JVM
 * @param date the start of the measurements
 * @param settings what else changes rates, in order: the memory, whether the machine is virtual, huge pages, the
 *     governor of the processors' frequency, and the kernel's settings of TCP; without what the system does not have
 */
public record Machine(
        int processors,
        String processor,
        String kernel,
        String jvm,
        ZonedDateTime date,
        SequencedMap<String, String> settings) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Files with a setting each, by the names of the settings. */
    private static final SequencedMap<String, Path> FILES = new LinkedHashMap<>();

    static {
        FILES.put("transparent_hugepage", Path.of("/sys/kernel/mm/transparent_hugepage/enabled"));
        FILES.put("nr_hugepages", Path.of("/proc/sys/vm/nr_hugepages"));
        FILES.put("scaling_governor", Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
        for (String tcp : List.of("tcp_rmem", "tcp_wmem", "tcp_congestion_control")) {
            FILES.put(tcp, Path.of("/proc/sys/net/ipv4", tcp));
        }
    }

    /** Returns this machine and the current time. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processorModel(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ZonedDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS),
                kernelSettings());
    }

    private static String processorModel() {
        return value(CPU_INFO, "model name").orElse(System.getProperty("os.arch"));
    }

    private static SequencedMap<String, String> kernelSettings() {
        var settings = new LinkedHashMap<String, String>();
        value(Path.of("/proc/meminfo"), "MemTotal").ifPresent(memory -> settings.put("memory", memory));
        value(CPU_INFO, "flags")
                .ifPresent(flags -> settings.put(
                        "virtual_machine", List.of(flags.split(" ")).contains("hypervisor") ? "yes" : "no"));
        FILES.forEach((name, file) -> lines(file).stream()
                .findFirst()
                .ifPresent(line -> settings.put(name, line.strip().replaceAll("\\s+", " "))));
        return settings;
    }

    /** Returns what follows a name and a colon in a file. */
    private static Optional<String> value(Path file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip());
    }

    /** Returns the lines of a file; none if the system does not have it. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException _) {
            return List.of();
        }
    }
}
