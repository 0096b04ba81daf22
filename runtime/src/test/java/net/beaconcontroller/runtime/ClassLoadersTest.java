package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClassLoadersTest {
    private static ClassLoader newLoader() {
        return new URLClassLoader(new URL[0]);
    }

    @Test
    void aLoaderThatIsReachableIsLeakedAfterACollectionOfTheWholeHeap() {
        var clock = new AtomicLong(5_000);
        var collected = new AtomicLong(4_000);
        var loaders = new ClassLoaders(clock::get, collected::get);
        List<ClassLoader> kept = new ArrayList<>(List.of(newLoader(), newLoader()));
        kept.forEach(loader -> loaders.discarded("firewall", loader));
        assertThat(loaders.leaked()).isEmpty();
        collected.set(clock.get() + ClassLoaders.RELEASE_MILLIS);
        assertThat(loaders.leaked())
                .as("while the framework and the compiler may still refer to them")
                .isEmpty();
        collected.incrementAndGet();
        assertThat(loaders.leaked()).isEqualTo(Map.of("firewall", 2));
        assertThat(kept).hasSize(2);
    }

    @Test
    void aLoaderThatWasCollectedIsNotLeaked() {
        var loaders = new ClassLoaders();
        loaders.discarded("firewall", newLoader());
        var marker = new java.lang.ref.WeakReference<>(new Object());
        await().until(() -> {
            System.gc();
            return marker.refersTo(null);
        });
        assertThat(loaders.leaked()).isEmpty();
    }

    @Test
    void aLeakThatEndsIsNotReportedAnyMore() {
        var collected = new AtomicLong();
        var loaders = new ClassLoaders(() -> 0, collected::get);
        List<ClassLoader> kept = new ArrayList<>(List.of(newLoader()));
        loaders.discarded("firewall", kept.getFirst());
        collected.set(ClassLoaders.RELEASE_MILLIS + 1);
        assertThat(loaders.leaked()).isEqualTo(Map.of("firewall", kept.size()));
        kept.clear();
        await().until(() -> {
            System.gc();
            return loaders.leaked().isEmpty();
        });
    }
}
