package net.beaconcontroller.core.io;

import java.util.List;
import net.beaconcontroller.core.pipeline.PipelineRegistry;

/**
 * The loop that reads a message runs its listeners, and writes the output of all messages at the end of an iteration.
 */
public class RunToCompletion implements Design {
    /**
     * The loops as the threads that call the listeners. Each informs new listeners of its switches when it adopts them.
     */
    private record LoopCallers(List<Loop> threads) implements PipelineRegistry.Callers {}

    @Override
    public PipelineRegistry.Callers callers(List<Loop> loops) {
        return new LoopCallers(loops);
    }

    @Override
    public InboundHandler open(Connection connection, InboundHandler.Factory sessions) {
        return sessions.open(connection, connection.output(), connection.executor());
    }

    @Override
    public boolean canMove() {
        return true;
    }
}
