package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The fields whose collections grow, and docs/bounds.md, which says for each of them who removes its entries. A field
 * is found if a class of the controller assigns a new collection, a {@code PerSwitch}, or an extended array to it.
 */
class BoundsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling(".")
            .normalize();

    private static final String PREFIX = "net.beaconcontroller.";
    private static final List<String> LIBRARIES = List.of("java.util.", "java.util.concurrent.");
    private static final Set<String> FACTORIES = Set.of("ConcurrentHashMap.newKeySet", "PerSwitch.of", "Arrays.copyOf");

    /** A class and its fields in a table: {@code `core.Loop`: `tasks`, `connections`}. */
    private static final Pattern CLASS = Pattern.compile("`([\\w.]+)`: (`\\w+`(?:, `\\w+`)*)");

    /** Collects the fields of a compilation unit. */
    private static final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {
        private record Type(String name, Set<String> fields) {}

        private final Set<String> found;
        private final String packageName;
        /** The innermost first. */
        private final Deque<Type> types = new ArrayDeque<>();

        Scanner(CompilationUnitTree unit, Set<String> found) {
            this.found = found;
            this.packageName = String.valueOf(unit.getPackageName()).replaceFirst(Pattern.quote(PREFIX), "");
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void context) {
            String outer = types.isEmpty() ? packageName : types.getFirst().name;
            List<VariableTree> fields = type.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .toList();
            types.addFirst(new Type(
                    outer + "." + type.getSimpleName(),
                    fields.stream().map(field -> field.getName().toString()).collect(Collectors.toSet())));
            fields.forEach(field -> assigned(field.getName().toString(), field.getInitializer()));
            super.visitClass(type, null);
            types.removeFirst();
            return null;
        }

        @Override
        public @Nullable Void visitAssignment(AssignmentTree assignment, @Nullable Void context) {
            assigned(assignment.getVariable().toString().replaceFirst("^this\\.", ""), assignment.getExpression());
            return super.visitAssignment(assignment, null);
        }

        private void assigned(String name, ExpressionTree value) {
            if (grows(value)) {
                types.stream()
                        .filter(type -> type.fields.contains(name))
                        .findFirst()
                        .ifPresent(type -> found.add(type.name + "." + name));
            }
        }

        private static boolean grows(Tree value) {
            return switch (value) {
                case NewClassTree created -> isCollection(created.getIdentifier());
                case MethodInvocationTree call -> {
                    String method = call.getMethodSelect().toString();
                    yield FACTORIES.contains(method)
                            || (method.startsWith("Collections.")
                                    && call.getArguments().stream().anyMatch(Scanner::grows));
                }
                case null, default -> false;
            };
        }

        private static boolean isCollection(Tree type) {
            String name = type instanceof ParameterizedTypeTree generic
                    ? generic.getType().toString()
                    : type.toString();
            return LIBRARIES.stream().anyMatch(library -> isCollection(library + name));
        }

        private static boolean isCollection(String className) {
            try {
                Class<?> type = Class.forName(className);
                boolean isBounded = type == EnumMap.class;
                return (Map.class.isAssignableFrom(type) && !isBounded)
                        || Collection.class.isAssignableFrom(type)
                        || type == BitSet.class;
            } catch (ClassNotFoundException _) {
                return false;
            }
        }
    }

    private static Set<String> growing(Iterable<? extends JavaFileObject> sources) throws IOException {
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, sources);
        var found = new TreeSet<String>();
        for (CompilationUnitTree unit : task.parse()) {
            unit.accept(new Scanner(unit, found), null);
        }
        return found;
    }

    /** Returns the sources of the controller: the modules that a switch, a host or a client reaches. */
    private static List<Path> sources() throws IOException {
        var files = new ArrayList<Path>();
        for (String module : List.of(
                "net", "io", "openflow", "packet", "api", "core", "store", "runtime", "web", "apps", "tools/designs")) {
            try (Stream<Path> all = Files.walk(ROOT.resolve(module))) {
                all.filter(file -> file.toString().contains("/src/main/java/"))
                        .filter(file -> file.toString().endsWith(".java"))
                        .forEach(files::add);
            }
        }
        return files;
    }

    private static List<String> listed() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/bounds.md")).stream()
                .filter(line -> line.startsWith("| "))
                .flatMap(line -> CLASS.matcher(line).results())
                .flatMap(BoundsTest::fields)
                .toList();
    }

    private static Stream<String> fields(MatchResult ofClass) {
        return Stream.of(ofClass.group(2).split(", ")).map(field -> ofClass.group(1) + "." + field.replace("`", ""));
    }

    @Test
    void thePageListsEachFieldWhoseCollectionGrows() throws IOException {
        Set<String> found;
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            found = growing(files.getJavaFileObjectsFromPaths(sources()));
        }
        List<String> listed = listed();
        assertThat(listed).as("fields in docs/bounds.md").doesNotHaveDuplicates();
        assertThat(found.stream().filter(field -> !listed.contains(field)))
                .as("fields that are not in docs/bounds.md: add who removes their entries, and the bound")
                .isEmpty();
        assertThat(listed.stream().filter(field -> !found.contains(field)))
                .as("fields in docs/bounds.md that no longer exist, or whose collections do not grow")
                .isEmpty();
    }

    @Test
    void findsFieldsThatAreInitializedOrAssignedLaterAndNoOthers() throws IOException {
        String source = """
                package net.beaconcontroller.x;
                class A {
                    final Map<Long, String> a = new HashMap<>();
                    static final Set<Long> b = ConcurrentHashMap.newKeySet();
                    final PerSwitch<Object> c = PerSwitch.of(Object::new);
                    Set<Object> d = Collections.newSetFromMap(new WeakHashMap<>());
                    long[] e = new long[4];
                    final Queue<Long> f;
                    final List<Long> none = List.of();
                    final Map<E, Long> bounded = new EnumMap<>(E.class);
                    final Object other = new Foreign(new HashMap<>());
                    A() {
                        this.f = new ArrayDeque<>();
                        var local = new ArrayList<Long>();
                    }
                    class B {
                        final BitSet g = new BitSet();
                        void grow() {
                            e = Arrays.copyOf(e, 8);
                        }
                    }
                }
                """;
        var file = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        assertThat(growing(List.of(file)))
                .containsExactlyInAnyOrder("x.A.a", "x.A.b", "x.A.c", "x.A.d", "x.A.e", "x.A.f", "x.A.B.g");
    }
}
