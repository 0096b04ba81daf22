package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources during a test. */
final class Sources {
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?(?:class|interface) (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private Sources() {}

    /**
     * A compilation unit.
     *
     * @param name the full name of its type
     */
    record Source(String name, String text) {
        /** Returns the compilation unit with this text. */
        static Source of(String text) {
            Matcher type = TYPE.matcher(text);
            Matcher packageName = PACKAGE.matcher(text);
            assertThat(type.find()).as(text).isTrue();
            return new Source((packageName.find() ? packageName.group(1) + "." : "") + type.group(1), text);
        }

        private JavaFileObject asFile() {
            return new SimpleJavaFileObject(
                    URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        }
    }

    /** Compiles sources into a folder. Fails if they have an error. */
    static void compile(List<Source> sources, List<File> classPath, Path folder) {
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        String path = classPath.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        diagnostics,
                        List.of("-d", folder.toString(), "-cp", path, "-proc:none", "-parameters"),
                        null,
                        sources.stream().map(Source::asFile).toList())
                .call();
        assertThat(diagnostics.getDiagnostics())
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        assertThat(compiled).isTrue();
    }
}
