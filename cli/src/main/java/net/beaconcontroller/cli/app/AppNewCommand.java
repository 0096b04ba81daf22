package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon app new}: writes the project of a new application. */
@Command(
        name = "new",
        description = "Writes a Maven project of a new application: a class, its test and a README. Installs the"
                + " artifacts that the project needs into the local Maven repository.",
        footer = {
            "",
            "Templates:",
            "  hub             floods each packet",
            "  learningswitch  learns the ports of hosts, and installs flows",
            "  service         uses the application devices, and provides a service",
            "  rest            contributes a REST resource",
            "  web             contributes a REST resource, and a page that shows it",
            "",
            "Examples:",
            "  beacon app new my-app",
            "  beacon app new host-count --from service --package com.example.hosts"
        })
final class AppNewCommand implements Callable<Integer> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the application.")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "TEMPLATE",
            description = "The template: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ProjectTemplate template = ProjectTemplate.HUB;

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "The Java package of the class. Default: ${DEFAULT-VALUE}.")
    private String packageName = "org.example";

    @Option(names = "--folder", paramLabel = "DIR", description = "The folder to create. Default: NAME.")
    private @Nullable Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkName();
        checkPackage();
        Path target = folder == null ? Path.of(name) : folder;
        checkFolder(target);
        Map<Path, String> files = template.files(name, packageName);
        LocalRepository.ofUser(System.getenv(), Path.of(System.getProperty("user.home")))
                .install(Image.repository());
        for (Map.Entry<Path, String> file : files.entrySet()) {
            Path path = target.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        PrintWriter out = spec.commandLine().getOut();
        files.keySet().forEach(file -> out.println("wrote " + target.resolve(file)));
        out.println("Run it with an emulated network, and reload it at each save:");
        out.println("  cd " + target);
        out.printf("  %s app run %s%n", Image.launcher(target), template.runOptions());
        return 0;
    }

    private void checkName() throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new UsageException(("application name '%s': needs lower-case letters and digits, in words separated "
                            + "by hyphens, such as my-app")
                    .formatted(name));
        }
        List<String> bundled = Image.appNames();
        if (bundled.contains(name)) {
            throw new UsageException("application name '%s': a built-in application has this name; built in are: %s"
                    .formatted(name, String.join(", ", bundled)));
        }
    }

    private void checkPackage() {
        if (!SourceVersion.isName(packageName) || packageName.startsWith("java.")) {
            throw new UsageException(
                    "--package %s: needs the name of a Java package, such as org.example".formatted(packageName));
        }
    }

    private static void checkFolder(Path target) throws IOException {
        if (Files.isDirectory(target)) {
            try (Stream<Path> content = Files.list(target)) {
                if (content.findAny().isEmpty()) {
                    return;
                }
            }
        }
        if (Files.exists(target)) {
            throw new UsageException("folder %s exists; give a new one with --folder DIR".formatted(target));
        }
    }
}
