package net.beaconcontroller.openflow;

/**
 * What one OpenFlow message says, without its header: the version and the transaction id belong to the connection. Values
 * are immutable and the same for every version; {@link Messages} writes them for one.
 */
public sealed interface Message
        permits Hello,
                ErrorMessage,
                EchoReply,
                Experimenter,
                FeaturesReply,
                GetConfigReply,
                SetConfig,
                PacketIn,
                FlowRemoved,
                PortStatus,
                PacketOut,
                FlowMod,
                DescReply,
                PortDescReply,
                BarrierReply,
                Opaque,
                Request {

    MessageType type();
}
