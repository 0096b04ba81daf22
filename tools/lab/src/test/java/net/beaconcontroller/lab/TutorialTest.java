package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The steps of docs/tutorial.md, as a reader executes them: {@code app new}, the files that the reader replaces, and
 * {@code app run} with the lines of the console, each of whose answers has the text of the page, and with the changes
 * "Change X to Y". Then Maven builds the projects, and they run with Open vSwitch. The Java code of the page is also
 * tested in module runtime.
 */
@Order(1)
class TutorialTest {
    private static final Pattern STEP = Pattern.compile("(?ms)^## Step (.*?)(?=^## )");
    private static final Pattern NEW = Pattern.compile("(?m)^    \\./beacon app new (.*)$");
    private static final Pattern RUN = Pattern.compile("(?m)^    \\.\\./beacon app run (.*)$");
    private static final Pattern FILE = Pattern.compile("(?s)```java\\n(package .*?)```");
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern ACTION =
            Pattern.compile("hange `(?<old>.*?)` to `(?<new>.*?)`|(?s)```console\\n(?<console>.*?)```");

    private static final String PROTOCOL = "OpenFlow13";

    /** A step of the tutorial, which prints as its title. */
    record Step(String text) {
        /** Returns the words after a command. */
        String[] arguments(Pattern command) {
            Matcher matcher = command.matcher(text);
            assertThat(matcher.find()).as(command.pattern()).isTrue();
            return matcher.group(1).split(" ", -1);
        }

        String name() {
            return arguments(NEW)[0];
        }

        /** Returns the applications of the step: those of its option, and the one that Maven built. */
        String applications(Path folder) {
            List<String> options = List.of(arguments(RUN));
            int others = options.indexOf("--apps");
            Path jar = folder.resolve("%s/target/%1$s-1.0.jar".formatted(name()));
            return others < 0 ? jar.toString() : options.get(others + 1) + "," + jar;
        }

        List<String> blocks(Pattern block) {
            return block.matcher(text).results().map(result -> result.group(1)).toList();
        }

        @Override
        public String toString() {
            return text.lines().findFirst().orElseThrow();
        }
    }

    @TempDir
    private Path folder;

    private ProjectLab lab;

    @BeforeEach
    void makeLab() {
        lab = new ProjectLab(folder);
    }

    private static Stream<Step> steps() throws IOException {
        String page = Files.readString(ProjectLab.ROOT.resolve("docs/tutorial.md"));
        return STEP.matcher(page).results().map(MatchResult::group).map(Step::new);
    }

    @Test
    void hasFourSteps() throws IOException {
        assertThat(steps()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void runsWithTheEmulatedNetwork(Step step) throws Exception {
        makeProject(step);
        try (var session = lab.appRun(step.name(), step.arguments(RUN))) {
            session.await("Connected: 3 of 3 switches");
            for (MatchResult action : ACTION.matcher(step.text()).results().toList()) {
                String console = action.group("console");
                if (console == null) {
                    lab.edit(step.name(), action.group("old"), action.group("new"));
                } else {
                    converse(session, console.lines().toList());
                }
            }
        }
    }

    private static void converse(ProjectLab.Session session, List<String> lines) throws IOException {
        for (String line : lines) {
            if (line.startsWith("> ")) {
                session.enter(line.substring(2));
            } else {
                session.await(line);
            }
        }
    }

    @Test
    @NeedsOpenVSwitch
    void runsWithOpenVSwitch() throws Exception {
        for (Step step : steps().toList()) {
            makeProject(step);
        }
        lab.mavenPackage(steps().map(Step::name).toList());
        try (var network = OvsLab.build("single,3", PROTOCOL)) {
            for (Step step : steps().toList()) {
                try (var beacon = BeaconProcess.startIn(network, step.applications(folder))) {
                    beacon.control(network);
                    assertThat(network.ping(1, 2)).as("%s: %s", step, beacon).isTrue();
                    if (step.name().equals("my-firewall")) {
                        assertThat(network.attemptInHost(2, "ping -n -c1 -W1 " + network.address(3))
                                        .succeeded())
                                .as("%s: %s", step, beacon)
                                .isFalse();
                    } else {
                        assertThat(network.ping(2, 3))
                                .as("%s: %s", step, beacon)
                                .isTrue();
                    }
                }
                network.replaceSwitches(PROTOCOL);
            }
        }
    }

    private void makeProject(Step step) throws IOException, InterruptedException {
        lab.appNew(step.arguments(NEW));
        for (String file : step.blocks(FILE)) {
            Matcher type = CLASS.matcher(file);
            assertThat(type.find()).as(file).isTrue();
            String name = type.group(1);
            String sources = name.endsWith("Test") ? "src/test/java" : "src/main/java";
            Files.writeString(
                    folder.resolve(step.name()).resolve(sources).resolve("org/example/%s.java".formatted(name)), file);
        }
    }
}
