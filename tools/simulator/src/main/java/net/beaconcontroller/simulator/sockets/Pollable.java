package net.beaconcontroller.simulator.sockets;

/** A channel that a {@link SimulatedSelector} observes. */
interface Pollable {
    /** Tells a selector that the channel may have become ready. */
    final class Signal implements Runnable {
        private Runnable observer = () -> {};

        void observe(Runnable selector) {
            observer = selector;
        }

        @Override
        public void run() {
            observer.run();
        }
    }

    Signal signal();

    /** Returns the operations that would not block now. */
    int readyOperations();
}
