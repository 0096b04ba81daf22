package net.beaconcontroller.designs;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.io.Connection;
import net.beaconcontroller.core.io.Design;
import net.beaconcontroller.core.io.InboundHandler;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.RunToCompletion;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.PipelineRegistry;

/** The designs that the Beacon paper compares with its own (section 5): Table 2 of the paper. */
public final class ComparedDesigns implements Design.Provider {
    @Override
    public Design of(ControllerOptions.Io options, Threads threads) {
        return options.read() == ControllerOptions.Read.SHARED_QUEUE
                ? new SharedQueueDesign(options, threads)
                : new ImmediateWrites();
    }

    /** Run to completion, with a write for each message. */
    private static final class ImmediateWrites extends RunToCompletion {
        @Override
        public Optional<Runnable> afterMessage(Connection connection) {
            return Optional.of(connection::writeImmediately);
        }
    }

    /** The loops only read and write; the threads of a {@link SharedQueue} call the listeners. */
    private static final class SharedQueueDesign implements Design {
        private final ControllerOptions.Io options;
        private final SharedQueue queue;

        SharedQueueDesign(ControllerOptions.Io options, Threads threads) {
            this.options = options;
            int count = options.pipelineThreads() == 0 ? options.loopCount() : options.pipelineThreads();
            this.queue = new SharedQueue(count, threads);
        }

        @Override
        public PipelineRegistry.Callers callers(List<Loop> loops) {
            return queue;
        }

        @Override
        public InboundHandler open(Connection connection, InboundHandler.Factory sessions) {
            return new SharedQueueBridge(connection, queue, options, sessions);
        }

        @Override
        public boolean canMove() {
            return false;
        }

        @Override
        public void start() {
            queue.start();
        }

        @Override
        public void stop(long timeoutMillis) throws InterruptedException {
            queue.stop(timeoutMillis);
        }
    }
}
