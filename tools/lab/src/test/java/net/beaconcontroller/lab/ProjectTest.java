package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The projects that {@code app new} writes: Maven builds and tests them, {@code app run} runs and reloads them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ProjectTest {
    private static final List<String> TEMPLATES = List.of("hub", "learningswitch", "service");
    private static final String NAME = "my-app";

    @TempDir
    private Path folder;

    private ProjectLab lab;

    @BeforeEach
    void makeLab() {
        lab = new ProjectLab(folder);
    }

    @Test
    void mavenBuildsEachTemplateAndRunsItsTests() throws Exception {
        for (String template : TEMPLATES) {
            lab.appNew("my-" + template, "--from", template);
        }
        String output = lab.mavenPackage(TEMPLATES.stream().map("my-"::concat).toList());
        assertThat(output).doesNotContain(".java:[").containsOnlyOnce("BUILD SUCCESS");
        for (String template : TEMPLATES) {
            assertThat(folder.resolve("my-%s/target/my-%1$s-1.0.jar".formatted(template)))
                    .exists();
            assertThat(folder.resolve("my-%s/target/surefire-reports".formatted(template)))
                    .isNotEmptyDirectory();
        }
    }

    @Test
    void appRunReloadsTheApplicationAtEachSave() throws Exception {
        lab.appNew(NAME);
        try (var session = lab.appRun(NAME, "--emulate", "tree,2,2")) {
            session.await("Connected: 3 of 3 switches");
            session.enter("pingall");
            session.await("12 of 12 pings answered");

            edit("sw.packetOut(in).flood().send();", "sw.drop(it);");
            session.await("src/main/java/org/example/MyApp.java:17: cannot find symbol");
            session.enter("ping h1 h2");
            session.await("h2 answered h1");

            edit("sw.drop(it);", "sw.drop(in);");
            session.await("updated in ");
            session.enter("pingall");
            session.await("\n0 of 12 pings answered");
        }
    }

    private void edit(String old, String replacement) throws IOException {
        Path source = folder.resolve(NAME + "/src/main/java/org/example/MyApp.java");
        String code = Files.readString(source);
        assertThat(code).contains(old);
        Files.writeString(source, code.replace(old, replacement));
    }
}
