package net.beaconcontroller.probe;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A Java file with a {@link Scenario}, compiled in this process. The file needs no package and no
 * project; its class has the name of the file and a constructor without parameters. Closing it deletes the classes.
 */
public final class ScenarioFile implements AutoCloseable {
    /** A file has an error; the message names the line. */
    public static final class CompilationFailedException extends Exception {
        private static final long serialVersionUID = 1;

        CompilationFailedException(String message) {
            super(message);
        }
    }

    private final Path classes;
    private final URLClassLoader loader;
    private final Scenario scenario;

    private ScenarioFile(Path classes, URLClassLoader loader, Scenario scenario) {
        this.classes = classes;
        this.loader = loader;
        this.scenario = scenario;
    }

    /**
     * Compiles a file and creates its scenario.
     *
     * @param classPath of the compiler; usually that of this process
     * @throws CompilationFailedException if the file cannot be compiled, or has no scenario
     * @throws IOException if the file cannot be read, or this process runs on a Java runtime without a compiler
     */
    public static ScenarioFile compile(Path file, String classPath) throws CompilationFailedException, IOException {
        if (!Files.isReadable(file)) {
            throw new CompilationFailedException("%s: no such file".formatted(file));
        }
        Path classes = Files.createTempDirectory("beacon-scenario");
        try {
            compile(file, classPath, classes);
            var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, ScenarioFile.class.getClassLoader());
            return new ScenarioFile(classes, loader, scenarioOf(file, loader));
        } catch (CompilationFailedException | IOException | RuntimeException e) {
            delete(classes);
            throw e;
        }
    }

    private static void compile(Path file, String classPath, Path classes)
            throws CompilationFailedException, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("%s has no compiler; install a JDK, or set JAVA_HOME to one"
                    .formatted(System.getProperty("java.home")));
        }
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            List<String> options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none");
            boolean isCompiled = compiler.getTask(
                            null, files, diagnostics, options, null, files.getJavaFileObjects(file))
                    .call();
            if (!isCompiled) {
                throw new CompilationFailedException(diagnostics.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                        .map(diagnostic -> "%s:%d: %s"
                                .formatted(file, diagnostic.getLineNumber(), diagnostic.getMessage(Locale.ROOT)))
                        .collect(Collectors.joining("\n")));
            }
        }
    }

    private static Scenario scenarioOf(Path file, ClassLoader loader) throws CompilationFailedException {
        String name = file.getFileName().toString().replaceFirst("\\.java$", "");
        try {
            var constructor = loader.loadClass(name).asSubclass(Scenario.class).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new CompilationFailedException(
                    "%s: needs a class %s that implements Scenario and has a constructor without parameters: %s"
                            .formatted(file, name, e));
        }
    }

    /** Returns the scenario of the file. */
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public void close() throws IOException {
        loader.close();
        delete(classes);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
