package net.beaconcontroller.openflow;

/**
 * Asks a switch for something that it may have much of, OpenFlow 1.5.1 section 7.3.5 (OFPT_MULTIPART_REQUEST);
 * OFPT_STATS_REQUEST before 1.3. {@link MultipartType} says since when there is which.
 *
 * @param <R> the answer; where it comes in parts, all of them as one
 */
public sealed interface MultipartRequest<R extends MultipartReply> extends Request<R>
        permits SwitchDescription.Request,
                FlowStats.Request,
                AggregateStats.Request,
                TableStats.Request,
                PortStats.Request,
                QueueStats.Request,
                GroupStats.Request,
                Group.Request,
                GroupFeatures.Request,
                MeterStats.Request,
                Meter.Request,
                MeterFeatures.Request,
                TableFeatures.Request,
                Port.Request,
                TableDesc.Request,
                Queue.Request,
                FlowMonitor.Request,
                FlowCounters.Request,
                ControllerStatus.Request,
                BundleFeatures.Request,
                ExperimenterMultipart.Request {

    @Override
    default Class<R> replyType() {
        return Messages.replyTypeOf(this);
    }
}
