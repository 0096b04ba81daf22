package net.beaconcontroller.openflow;

/**
 * The answer to a {@link MultipartRequest}, or a part of it, OpenFlow 1.5.1 section 7.3.5 (OFPT_MULTIPART_REPLY);
 * OFPT_STATS_REPLY before 1.3. {@link MultipartType} says since when there is which.
 */
public sealed interface MultipartReply extends Message
        permits SwitchDescription,
                FlowStats.Reply,
                AggregateStats,
                TableStats.Reply,
                PortStats.Reply,
                QueueStats.Reply,
                GroupStats.Reply,
                Group.Reply,
                GroupFeatures,
                MeterStats.Reply,
                Meter.Reply,
                MeterFeatures,
                TableFeatures.Reply,
                Port.Reply,
                TableDesc.Reply,
                Queue.Reply,
                FlowMonitor.Reply,
                FlowCounters.Reply,
                ControllerStatus.Reply,
                BundleFeatures,
                ExperimenterMultipart.Reply {}
