package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ListenerListTest {
    private final ListenerList<Consumer<String>> listeners =
            new ListenerList<>(System.getLogger(ListenerListTest.class.getPackageName()));
    private final List<String> received = new ArrayList<>();

    @Test
    void callsTheOtherListenersWhenOneFails() {
        listeners.add(event -> received.add("first " + event));
        listeners.add(event -> {
            throw new NoClassDefFoundError("as tested: " + event);
        });
        listeners.add(event -> received.add("last " + event));
        listeners.callAll(listener -> listener.accept("event"));
        assertThat(received).containsExactly("first event", "last event");
    }

    @Test
    void aListenerMayRemoveItselfDuringACall() {
        var once = new ArrayList<Consumer<String>>();
        once.add(event -> {
            received.add("once " + event);
            listeners.remove(once.getFirst());
        });
        listeners.add(once.getFirst());
        listeners.add(event -> received.add("always " + event));
        listeners.callAll(listener -> listener.accept("1"));
        listeners.callAll(listener -> listener.accept("2"));
        assertThat(received).containsExactly("once 1", "always 1", "always 2");
    }
}
