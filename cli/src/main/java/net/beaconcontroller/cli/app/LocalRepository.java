package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Maven repository on this machine, in which the projects of applications find Beacon's artifacts.
 *
 * @param folder the folder of the repository, which may be missing
 */
record LocalRepository(Path folder) {
    private static final Pattern OPTION = Pattern.compile("-Dmaven\\.repo\\.local=(\\S+)");
    private static final Pattern SETTING = Pattern.compile("<localRepository>\\s*([^<]+?)\\s*</localRepository>");

    /** Finds the repository of Maven's options, else of the user's settings, else the default. */
    static LocalRepository ofUser(Map<String, String> environment, Path home) throws IOException {
        for (String variable : List.of("MAVEN_ARGS", "MAVEN_OPTS")) {
            Matcher option = OPTION.matcher(environment.getOrDefault(variable, ""));
            if (option.find()) {
                return new LocalRepository(Path.of(option.group(1)));
            }
        }
        Path settings = home.resolve(".m2/settings.xml");
        if (Files.exists(settings)) {
            Matcher setting = SETTING.matcher(Files.readString(settings));
            if (setting.find()) {
                return new LocalRepository(Path.of(setting.group(1).replace("${user.home}", home.toString())));
            }
        }
        return new LocalRepository(home.resolve(".m2/repository"));
    }

    /**
     * Copies the artifacts of the image that are missing or different here.
     *
     * @param artifacts a folder in the layout of a Maven repository; if it does not exist, there are none
     */
    void install(Path artifacts) throws IOException {
        if (!Files.isDirectory(artifacts)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> found = Files.walk(artifacts)) {
            files = found.filter(file -> file.toString().matches(".*\\.(jar|pom)"))
                    .toList();
        }
        for (Path file : files) {
            Path target = folder.resolve(artifacts.relativize(file));
            if (!Files.exists(target) || Files.mismatch(file, target) >= 0) {
                Files.createDirectories(target.getParent());
                // A build that runs at the same time sees the old file or the new one, not a part.
                Path complete = Files.createTempFile(target.getParent(), "beacon", ".new");
                Files.copy(file, complete, StandardCopyOption.REPLACE_EXISTING);
                Files.move(complete, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }
}
