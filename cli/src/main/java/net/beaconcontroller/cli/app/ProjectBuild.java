package net.beaconcontroller.cli.app;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Constants;
import aQute.bnd.osgi.Jar;
import aQute.bnd.version.MavenVersion;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds the JAR file of an application in this process, in tenths of a second where Maven needs several seconds: the
 * sources with the compiler of the JDK, the manifest and the component descriptions with bnd, as bnd-maven-plugin makes
 * them. Tests are not run, resources are copied without filtering, and other plugins of the POM have no effect.
 */
final class ProjectBuild {
    private final MavenProject project;
    private final List<Path> classPath;
    private final JavaCompiler compiler;
    private final Path output;

    /**
     * @param classPath of the compiler and of bnd
     * @throws IOException if this process runs on a Java runtime without a compiler
     */
    ProjectBuild(MavenProject project, List<Path> classPath) throws IOException {
        this.project = project;
        this.classPath = classPath;
        compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("%s has no compiler; install a JDK, or set JAVA_HOME to one"
                    .formatted(System.getProperty("java.home")));
        }
        output = project.folder().resolve("target/run");
    }

    /** Returns the folder of everything that is built. */
    Path output() {
        return output;
    }

    /**
     * Compiles all sources and writes the JAR file.
     *
     * @throws BuildException if the sources or the instructions for bnd have errors
     */
    Path build() throws BuildException, IOException {
        Path classes = output.resolve("classes");
        Folders.delete(classes);
        Files.createDirectories(classes);
        compile(classes);
        Folders.copy(project.resources(), classes);
        return assemble(classes);
    }

    /** Returns the name of the application in a JAR file. */
    static String nameOf(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            Attributes manifest = file.getManifest().getMainAttributes();
            // Directives may follow the name, OSGi Core section 3.5.2.
            return manifest.getValue(Constants.BUNDLE_SYMBOLICNAME).replaceFirst(";.*", "");
        }
    }

    private void compile(Path classes) throws BuildException, IOException {
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            List<Path> sources = Folders.files(List.of(project.sources())).stream()
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            if (sources.isEmpty()) {
                throw new BuildException(project.sources() + ": has no Java file");
            }
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-cp",
                    classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                    "-g",
                    "-proc:none");
            boolean isCompiled = compiler.getTask(
                            null, files, diagnostics, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!isCompiled) {
                throw new BuildException(diagnostics.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                        .map(this::describe)
                        .collect(Collectors.joining("\n")));
            }
        }
    }

    /** Returns the location in the form that editors and terminals recognize, and the error. */
    private String describe(Diagnostic<? extends JavaFileObject> diagnostic) {
        String message = diagnostic.getMessage(Locale.ROOT);
        JavaFileObject source = diagnostic.getSource();
        if (source == null) {
            return message;
        }
        Path file = project.folder().toAbsolutePath().relativize(Path.of(source.toUri()));
        return "%s:%d: %s".formatted(file, diagnostic.getLineNumber(), message);
    }

    private Path assemble(Path classes) throws BuildException, IOException {
        Path jar = output.resolve("%s-%s.jar".formatted(project.artifactId(), project.version()));
        Path complete = output.resolve("new.jar");
        try (var builder = new Builder()) {
            builder.setBase(project.folder().toFile());
            builder.setBundleSymbolicName(project.artifactId());
            builder.setBundleVersion(
                    MavenVersion.parseMavenString(project.version()).getOSGiVersion());
            if (Files.exists(project.instructions())) {
                builder.setProperties(project.instructions().toFile());
            }
            builder.setClasspath(classPath.stream().map(Path::toFile).toArray(File[]::new));
            builder.setJar(new Jar(project.artifactId(), classes.toFile()));
            builder.build().write(complete.toFile());
            if (!builder.isOk()) {
                throw new BuildException(builder.getErrors().stream()
                        .map(error -> "bnd.bnd: " + error)
                        .collect(Collectors.joining("\n")));
            }
        } catch (IOException | BuildException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("bnd cannot make the bundle: " + e, e);
        }
        return Files.move(complete, jar, StandardCopyOption.REPLACE_EXISTING);
    }
}
