package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.LauncherJdk;
import org.awaitility.Awaitility;

/** A folder in which a user makes applications, with the launcher and with Maven, which has no network. */
final class ProjectLab {
    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    /** The clone. */
    static final Path ROOT = MODULE.resolve("../..").normalize();

    private static final Path BUILD_REPOSITORY =
            Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
    private static final Path REPOSITORY = makeRepository();
    /** A command that runs, with its console. */
    static final class Session implements AutoCloseable {
        private final Process process;
        private final Path output;
        private final PrintWriter console;
        private int read;

        /** @param output the file to which the process writes */
        Session(Process process, Path output) {
            this.process = process;
            this.output = output;
            console = new PrintWriter(process.outputWriter(), true);
            // For runs that are aborted. To kill a process that has ended does nothing.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        }

        void enter(String line) {
            console.println(line);
        }

        String output() throws IOException {
            return Files.readString(output);
        }

        /** Waits until the output has a text after that for which the previous call waited. */
        void await(String text) throws IOException {
            Awaitility.await(text)
                    .untilAsserted(() -> assertThat(output().substring(read)).contains(text));
            read = output().indexOf(text, read) + text.length();
        }

        /** Ends the command as Ctrl-C does, except that the signal is SIGTERM. */
        void stop() {
            // Process.destroy would close the console first.
            process.toHandle().destroy();
            process.onExit().join();
        }

        @Override
        public void close() {
            stop();
        }
    }

    private final Path folder;

    /** @param folder an empty folder */
    ProjectLab(Path folder) {
        this.folder = folder;
    }

    /** Makes a repository with links to everything of the build's repository except Beacon's own artifacts. */
    private static Path makeRepository() {
        Path repository = MODULE.resolve("target/repository");
        try {
            delete(repository);
            link(BUILD_REPOSITORY, repository, "net");
            link(BUILD_REPOSITORY.resolve("net"), repository.resolve("net"), "beaconcontroller");
            return repository;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Makes a folder with a link to each file and folder of another, except one. */
    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.endsWith(except)) {
                    Files.createSymbolicLink(to.resolve(file.getFileName()), file);
                }
            }
        }
    }

    /** Starts a command in a folder of this one. */
    Session start(String current, String... command) throws IOException {
        Path output = folder.resolve("output");
        var builder = new ProcessBuilder(command)
                .directory(folder.resolve(current).toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", LauncherJdk.HOME);
        // It may select another repository.
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Dmaven.repo.local=" + REPOSITORY);
        return new Session(builder.start(), output);
    }

    /** Runs a command in a folder of this one, requires that it succeeds, and returns its output. */
    String run(String current, String... command) throws IOException, InterruptedException {
        Session session = start(current, command);
        assertThat(session.process.waitFor())
                .as("%s: %s", List.of(command), session.output())
                .isZero();
        return session.output();
    }

    /** Starts the launcher in a folder of this one. */
    Session beacon(String current, String... arguments) throws IOException {
        return start(current, command(List.of(), arguments));
    }

    /** Writes the project of a new application. */
    void appNew(String... arguments) throws IOException, InterruptedException {
        run("", command(List.of("app", "new"), arguments));
    }

    /** Runs {@code mvn package} for several projects in one process, and returns its output. */
    String mavenPackage(List<String> projects) throws IOException, InterruptedException {
        String pom = """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.example</groupId>
                  <artifactId>all</artifactId>
                  <version>1.0</version>
                  <packaging>pom</packaging>
                  <modules><module>%s</module></modules>
                </project>
                """.formatted(String.join("</module><module>", projects));
        Files.writeString(folder.resolve("pom.xml"), pom);
        return run("", "mvn", "-B", "package");
    }

    /** Replaces a text in the file of the project that has it. */
    void edit(String project, String old, String replacement) throws IOException {
        Path sources = folder.resolve(project).resolve("src/main/java/org/example");
        int edited = 0;
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.toList()) {
                String code = Files.readString(file);
                if (code.contains(old)) {
                    Files.writeString(file, code.replace(old, replacement));
                    edited++;
                }
            }
        }
        assertThat(edited).as(old).isEqualTo(1);
    }

    /** Starts the application of a project with an emulated network on a free port. */
    Session appRun(String name, String... arguments) throws IOException {
        List<String> options = List.of("app", "run", "-D", "controller.listen=127.0.0.1:0", "-D", "http.listen=off");
        return start(name, command(options, arguments));
    }

    private static String[] command(List<String> first, String... arguments) {
        var command = new ArrayList<String>();
        command.add(ROOT.resolve("beacon").toString());
        command.addAll(first);
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }
}
