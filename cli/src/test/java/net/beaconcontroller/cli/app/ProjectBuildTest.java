package net.beaconcontroller.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The build of {@code app run}, with the class path of this test in place of that of Maven. */
class ProjectBuildTest {
    private static final List<Path> CLASS_PATH = Stream.of(
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();

    @TempDir
    private Path folder;

    private ProjectBuild newProject(ProjectTemplate template) throws IOException {
        for (Map.Entry<Path, String> file :
                template.files("my-app", "org.example").entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        return new ProjectBuild(MavenProject.read(folder), CLASS_PATH);
    }

    private Path source() {
        return folder.resolve("src/main/java/org/example/MyApp.java");
    }

    @ParameterizedTest
    @EnumSource
    void buildsABundleWithItsComponent(ProjectTemplate template) throws Exception {
        try (var jar = new JarFile(newProject(template).build().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Bundle-SymbolicName")).isEqualTo("my-app");
            assertThat(manifest.getValue("Bundle-Version")).isEqualTo("1.0.0");
            assertThat(manifest.getValue("Service-Component"))
                    .isEqualTo(
                            template == ProjectTemplate.WEB
                                    ? "OSGI-INF/org.example.MyApp.xml,OSGI-INF/org.example.MyAppPage.xml"
                                    : "OSGI-INF/org.example.MyApp.xml");
            assertThat(manifest.getValue("Import-Package")).contains("net.beaconcontroller.");
            assertThat(jar.getEntry("org/example/MyApp.class")).isNotNull();
        }
    }

    @Test
    void exportsThePackageOfAService() throws Exception {
        try (var jar = new JarFile(newProject(ProjectTemplate.SERVICE).build().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Export-Package"))
                    .startsWith("org.example");
        }
    }

    @Test
    void reportsEachErrorOfTheCompilerAtItsLine() throws IOException {
        ProjectBuild build = newProject(ProjectTemplate.HUB);
        Files.writeString(
                source(), Files.readString(source()).replace("flood()", "fly()").replace("Next.STOP", "STOP"));
        assertThatThrownBy(build::build)
                .isInstanceOf(BuildException.class)
                .message()
                .startsWith("src/main/java/org/example/MyApp.java:17: cannot find symbol\n")
                .contains("fly()", "\nsrc/main/java/org/example/MyApp.java:18: cannot find symbol\n");
    }

    @Test
    void buildsAgainAfterAnErrorAndWithoutDeletedClasses() throws Exception {
        ProjectBuild build = newProject(ProjectTemplate.HUB);
        Path other = source().resolveSibling("Other.java");
        Files.writeString(other, "package org.example; class Other {");
        assertThatThrownBy(build::build).isInstanceOf(BuildException.class);
        Files.writeString(other, "package org.example; class Other {}");
        try (var jar = new JarFile(build.build().toFile())) {
            assertThat(jar.getEntry("org/example/Other.class")).isNotNull();
        }
        Files.delete(other);
        try (var jar = new JarFile(build.build().toFile())) {
            assertThat(jar.getEntry("org/example/Other.class")).isNull();
        }
    }

    @Test
    void copiesResourcesAndReportsErrorsOfBnd() throws Exception {
        ProjectBuild build = newProject(ProjectTemplate.HUB);
        Path resources = Files.createDirectories(folder.resolve("src/main/resources/data"));
        Files.writeString(resources.resolve("a.txt"), "a");
        try (var jar = new JarFile(build.build().toFile())) {
            assertThat(jar.getEntry("data/a.txt")).isNotNull();
        }
        Files.writeString(folder.resolve("bnd.bnd"), "-includeresource: nosuch.txt\n");
        assertThatThrownBy(build::build)
                .isInstanceOf(BuildException.class)
                .hasMessageStartingWith("bnd.bnd: ")
                .hasMessageContaining("nosuch.txt");
    }

    @Test
    void refusesAFolderWithoutAProject() {
        assertThatThrownBy(() -> MavenProject.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessage("%s has no pom.xml; run this command in the folder of an application's project, which "
                                .formatted(folder)
                        + "'beacon app new NAME' writes");
    }
}
