package net.beaconcontroller.labkit;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs code of this JVM in a network namespace, see setns(2): a socket belongs to the namespace of the thread that
 * opens it. Linux only, as root.
 */
public final class Namespace {
    private static final int CLONE_NEWNET = 0x40000000;
    private static final MethodHandle OPEN =
            function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle SETNS = function("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private Namespace() {}

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
    }

    /** Runs a task on a thread that enters the namespace of a name, which ip-netns(8) knows, and ends with the task. */
    static <T> T call(String name, Callable<T> task) throws Exception {
        var result = new FutureTask<T>(() -> {
            enter(name);
            return task.call();
        });
        Thread.ofPlatform().name("namespace-" + name).start(result);
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static void enter(String name) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            int file = (int) OPEN.invokeExact(arena.allocateFrom("/run/netns/" + name), 0);
            int result = (int) SETNS.invokeExact(file, CLONE_NEWNET);
            int _ = (int) CLOSE.invokeExact(file);
            if (result != 0) {
                throw new IllegalStateException("the network namespace %s cannot be entered".formatted(name));
            }
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** A task of this JVM in a network namespace of the machine: the sockets that it opens are there. */
    @FunctionalInterface
    public interface Task {
        /** Runs the task. */
        void run() throws Exception;
    }

    /** Runs a task in a namespace, on a thread of its own. */
    static CompletableFuture<Void> run(String namespace, Task task) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        call(namespace, () -> {
                            task.run();
                            return namespace;
                        });
                    } catch (Exception e) {
                        throw new CompletionException("a task in namespace %s failed".formatted(namespace), e);
                    }
                },
                Thread.ofVirtual()::start);
    }
}
