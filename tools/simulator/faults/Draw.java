import module java.base;

import com.sun.source.tree.*;
import com.sun.source.util.*;
import javax.tools.*;

/**
 * Draws forty mechanical changes of the main sources of the core and of four applications, and writes each as a patch
 * that {@code git apply} takes. They measure whether a simulator finds faults.
 *
 * <p>Build once with {@code mvn -o -Pquick -DskipTests package}, so that each changed source can be compiled alone.
 * Then, from the root of the repository: {@code java tools/simulator/faults/Draw.java [--seed N] [--out FOLDER]}. The
 * same seed and sources give the same patches. A change that does not compile is replaced by the next draw of its kind,
 * so a condition is not negated if it binds a pattern variable that is used later.
 */
final class Draw {
    private static final int CHANGES = 40;
    private static final List<String> MODULES =
            List.of("core", "apps/topology", "apps/devices", "apps/routing", "apps/learningswitch");

    /** The files that only show what the controller does, or say what the user configured. */
    private static final Pattern LEFT_OUT_FILES = Pattern.compile(
            ".*(Resource|View|Page|Panel|Metric|Health|Statistics|Options|Log).*|.*Event\\.java|package-info\\.java");

    /** The calls that log, that check an argument, or that a constructor begins with. */
    private static final Pattern KEPT_CALLS =
            Pattern.compile("(?s)(.*\\.)?\\s*((LOG|log|\\w*Log|\\w*LIMITED\\w*)\\.\\w+"
                    + "|(log|warn)([A-Z]\\w*)?|\\w*(Log|Warn)\\w*|this|super|requireNonNull)");

    private static final Map<String, String> OTHER_BOUND = Map.of("<", "<=", "<=", "<", ">", ">=", ">=", ">");
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** A condition is negated, a call is left out, or a bound is off by one. */
    private enum Kind { CONDITION, CALL, BOUND }

    private Draw() {}

    public static void main(String[] args) throws IOException {
        long seed = Long.parseLong(option(args, "--seed", "37"));
        Path out = Path.of(option(args, "--out", "tools/simulator/faults/drawn"));
        Map<Kind, List<Change>> remaining = collect();
        List<String> options = compilerOptions();
        Files.createDirectories(out);
        for (Path earlier : find(out, ".*\\d\\d-\\w+-(condition|call|bound)\\.patch")) {
            Files.delete(earlier);
        }
        var random = new SplittableRandom(seed);
        System.out.println("| Number | Place | Kind | Before | After |\n|---|---|---|---|---|");
        for (int number = 1; number <= CHANGES; number++) {
            Kind kind = Kind.values()[(number - 1) % Kind.values().length];
            Change change = draw(remaining.get(kind), random, options);
            String simpleName = change.file.replaceAll(".*/|\\.java", "");
            String patch = "%02d-%s-%s.patch".formatted(number, simpleName, kind.name().toLowerCase(Locale.ROOT));
            Files.writeString(out.resolve(patch), change.patch());
            System.out.println("| " + number + change.cells());
        }
    }

    private static String option(String[] args, String name, String otherwise) {
        int at = Arrays.asList(args).indexOf(name);
        return at < 0 ? otherwise : args[at + 1];
    }

    private static List<Path> find(Path root, String pattern) throws IOException {
        try (Stream<Path> paths = Files.find(root, 99, (path, _) -> path.toString().matches(pattern))) {
            return paths.sorted().toList();
        }
    }

    /** All changes that the sources allow, by kind, each in the order of file and position. */
    private static Map<Kind, List<Change>> collect() throws IOException {
        var files = new ArrayList<Path>();
        for (String module : MODULES) {
            files.addAll(find(Path.of(module, "src/main/java"), ".*\\.java"));
        }
        files.removeIf(file -> LEFT_OUT_FILES.matcher(file.getFileName().toString()).matches());
        var changes = new EnumMap<Kind, List<Change>>(Kind.class);
        Stream.of(Kind.values()).forEach(kind -> changes.put(kind, new ArrayList<>()));
        try (var manager = COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            var sources = manager.getJavaFileObjectsFromPaths(files);
            var task = (JavacTask) COMPILER.getTask(null, manager, null, List.of("-proc:none"), null, sources);
            for (CompilationUnitTree unit : task.parse()) {
                new Collector(unit, Trees.instance(task).getSourcePositions(), changes).scan(unit, false);
            }
        }
        var order = Comparator.comparing(Change::file).thenComparing(Change::start).thenComparing(Change::end);
        changes.values().forEach(each -> each.sort(order));
        return changes;
    }

    /** The options that compile one source alone, against the classes of the build. */
    private static List<String> compilerOptions() throws IOException {
        var classPath = new ArrayList<Path>(find(Path.of("dist/target/beacon/lib"), ".*\\.jar"));
        for (String parent : List.of(".", "apps", "tools")) {
            try (Stream<Path> modules = Files.list(Path.of(parent))) {
                modules.map(module -> module.resolve("target/classes")).forEach(classPath::addFirst);
            }
        }
        // the only library that the sources need and the package leaves out
        Path annotations = Path.of(System.getProperty("user.home"), ".m2/repository/org/osgi");
        classPath.addAll(find(annotations, ".*component\\.annotations-[0-9.]+\\.jar"));
        String joined = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return List.of("--release", "25", "-proc:none", "-implicit:none", "-nowarn", "-cp", joined);
    }

    /** Takes changes out of the remaining ones until one compiles. */
    private static Change draw(List<Change> remaining, SplittableRandom random, List<String> options)
            throws IOException {
        while (!remaining.isEmpty()) {
            Change change = remaining.remove(random.nextInt(remaining.size()));
            var found = new DiagnosticCollector<JavaFileObject>();
            var source = SimpleJavaFileObject.forSource(Path.of(change.file).toUri(), change.changedText());
            // analyze() finds all errors and, unlike call(), writes no classes
            ((JavacTask) COMPILER.getTask(null, null, found, options, null, List.of(source))).analyze();
            if (found.getDiagnostics().stream().noneMatch(each -> each.getKind() == Diagnostic.Kind.ERROR)) {
                return change;
            }
            System.err.println("does not compile:" + change.cells() + " " + found.getDiagnostics());
        }
        throw new IllegalStateException("no change of this kind is left");
    }

    /** Another text for the source from start to end, which is shown with the source around it. */
    private record Change(
            Kind kind, String file, String text, int start, int end, String other, int shownStart, int shownEnd) {
        String changedText() {
            return text.substring(0, start) + other + text.substring(end);
        }

        /** The change as a unified diff with three lines of context. */
        String patch() throws IOException {
            Process diff = new ProcessBuilder("diff", "-u", "--label", "a/" + file, "--label", "b/" + file, file, "-")
                    .start();
            try (Writer input = diff.outputWriter(StandardCharsets.UTF_8)) {
                input.write(changedText());
            }
            return new String(diff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        /** The cells of the printed table after the number. */
        String cells() {
            long line = 1 + text.substring(0, start).chars().filter(c -> c == '\n').count();
            String before = text.substring(shownStart, shownEnd);
            String after = text.substring(shownStart, start) + other + text.substring(end, shownEnd);
            return " | %s:%d | %s | `%s` | `%s` |".formatted(
                    file, line, kind.name().toLowerCase(Locale.ROOT), cell(before), cell(after));
        }

        private static String cell(String code) {
            return code.replaceAll("\\s+", " ").replace("|", "\\|");
        }
    }

    /** Collects the changes that one source allows; its parameter says whether a tree is part of a condition. */
    private static final class Collector extends TreeScanner<Void, Boolean> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final String file;
        private final String text;
        private final Map<Kind, List<Change>> changes;
        private final Set<Tree> conditions = new HashSet<>();

        Collector(CompilationUnitTree unit, SourcePositions positions, Map<Kind, List<Change>> changes)
                throws IOException {
            this.unit = unit;
            this.positions = positions;
            this.file = Path.of("").toUri().relativize(unit.getSourceFile().toUri()).getPath();
            this.text = Files.readString(Path.of(file));
            this.changes = changes;
        }

        @Override
        public Void scan(Tree tree, Boolean inCondition) {
            boolean condition = inCondition || conditions.contains(tree);
            switch (tree) {
                case IfTree branch -> negate(branch.getCondition());
                case WhileLoopTree loop -> negate(loop.getCondition());
                case DoWhileLoopTree loop -> negate(loop.getCondition());
                case ConditionalExpressionTree choice -> negate(choice.getCondition());
                case ForLoopTree loop -> conditions.add(loop.getCondition());
                case ExpressionStatementTree statement -> leaveOut(statement);
                case BinaryTree binary -> shift(binary, condition);
                case null, default -> {}
            }
            boolean leftOut = tree instanceof MethodTree method
                    && Set.of("toString", "hashCode", "equals").contains(method.getName().toString());
            return leftOut ? null : super.scan(tree, condition);
        }

        private void negate(ExpressionTree condition) {
            conditions.add(condition);
            Tree inner = condition instanceof ParenthesizedTree brackets ? brackets.getExpression() : condition;
            add(Kind.CONDITION, start(inner), end(inner), "!(" + code(inner) + ")", inner);
        }

        private void leaveOut(ExpressionStatementTree statement) {
            if (statement.getExpression() instanceof MethodInvocationTree call
                    && !KEPT_CALLS.matcher(code(call.getMethodSelect())).matches()) {
                add(Kind.CALL, start(statement), end(statement), "{ }", statement);
            }
        }

        private void shift(BinaryTree binary, boolean inCondition) {
            int afterLeft = end(binary.getLeftOperand());
            String operator = text.substring(afterLeft, start(binary.getRightOperand())).strip();
            int at = text.indexOf(operator, afterLeft);
            if (inCondition && OTHER_BOUND.containsKey(operator)) {
                add(Kind.BOUND, at, at + operator.length(), OTHER_BOUND.get(operator), binary);
            } else if (operator.matches("[+-]") && code(binary.getRightOperand()).matches("1L?")) {
                add(Kind.BOUND, afterLeft, end(binary), "", binary);
            }
        }

        private void add(Kind kind, int start, int end, String other, Tree shown) {
            changes.get(kind).add(new Change(kind, file, text, start, end, other, start(shown), end(shown)));
        }

        private String code(Tree tree) {
            return text.substring(start(tree), end(tree));
        }

        private int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        private int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }
    }
}
