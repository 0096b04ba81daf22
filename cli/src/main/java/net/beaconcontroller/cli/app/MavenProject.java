package net.beaconcontroller.cli.app;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * A Maven project with one application.
 *
 * @param folder contains the pom.xml
 */
record MavenProject(Path folder, String artifactId, String version) {
    /** The version of the plugin with which Beacon is built, and which is therefore in the local repository. */
    private static final String BUILD_CLASS_PATH =
            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

    /**
     * Reads the name and the version from the pom.xml.
     *
     * @throws IOException if pom.xml is missing or invalid; the message says so
     */
    static MavenProject read(Path folder) throws IOException {
        Path pom = folder.resolve("pom.xml");
        if (!Files.exists(pom)) {
            throw new IOException(
                    ("%s has no pom.xml; run this command in the folder of an application's project, which "
                                    + "'beacon app new NAME' writes")
                            .formatted(folder.toAbsolutePath().normalize()));
        }
        try {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            return new MavenProject(folder, text(document, "artifactId"), text(document, "version"));
        } catch (SAXException | ParserConfigurationException | XPathExpressionException e) {
            throw new IOException("cannot read %s: %s".formatted(pom, e.getMessage()), e);
        }
    }

    /** Returns the text of an element of the project, or of its parent if the project has none. */
    private static String text(Document document, String name) throws XPathExpressionException {
        XPath xpath = XPathFactory.newInstance().newXPath();
        String own = xpath.evaluate("/project/" + name, document);
        return (own.isEmpty() ? xpath.evaluate("/project/parent/" + name, document) : own).strip();
    }

    /**
     * Asks Maven for the class path of the compiler. Takes some seconds.
     *
     * @throws IOException if Maven fails; the message has its errors
     */
    List<Path> classPath() throws IOException, InterruptedException {
        Path target = Files.createDirectories(folder.resolve("target"));
        Path list = target.resolve("classpath");
        Path log = target.resolve("maven.log");
        var maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-ntp",
                        "-q",
                        BUILD_CLASS_PATH,
                        "-Dmdep.includeScope=compile",
                        "-Dmdep.outputFile=" + list.toAbsolutePath())
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        maven.environment().merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", "%s %s"::formatted);
        if (start(maven).waitFor() != 0) {
            throw new IOException("Maven cannot find the dependencies of the project:\n"
                    + Files.readAllLines(log).stream()
                            .filter(line -> line.startsWith("[ERROR]"))
                            .limit(5)
                            .collect(Collectors.joining("\n")));
        }
        return Stream.of(Files.readString(list).split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(entry -> Path.of(entry.strip()))
                .toList();
    }

    private static Process start(ProcessBuilder maven) throws IOException {
        try {
            return maven.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot start Maven, which finds the dependencies of the project: install it, and put mvn in PATH",
                    e);
        }
    }

    /** Returns the files and folders of which the application is built. */
    List<Path> watched() {
        return List.of(sources(), resources(), instructions());
    }

    Path sources() {
        return folder.resolve("src/main/java");
    }

    Path resources() {
        return folder.resolve("src/main/resources");
    }

    /** Returns the file with instructions for bnd, which may be missing. */
    Path instructions() {
        return folder.resolve("bnd.bnd");
    }

    @Override
    public String toString() {
        return artifactId + " " + version;
    }
}
