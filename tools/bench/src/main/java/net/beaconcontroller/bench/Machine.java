package net.beaconcontroller.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * The machine on which measurements were made.
 *
 * @param processors the processors available to this JVM
 * @param processor the processor model
 * @param kernel the name and version of the operating system
 * @param jvm the name and version of the JVM
 * @param date the start of the measurements
 */
public record Machine(int processors, String processor, String kernel, String jvm, ZonedDateTime date) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Returns this machine and the current time. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processorModel(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ZonedDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS));
    }

    private static String processorModel() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException _) {
            // Not Linux.
            return System.getProperty("os.arch");
        }
    }
}
