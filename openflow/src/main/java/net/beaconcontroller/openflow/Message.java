package net.beaconcontroller.openflow;

/**
 * What one OpenFlow message says, without its header: the version and the transaction id belong to the connection.
 * Values are immutable and the same for every version; {@link Messages} writes them for one. An {@link Envelope} is a
 * message with its header. OpenFlow 1.5.1 sections 7.3 to 7.5.
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
                GroupMod,
                PortMod,
                TableMod,
                MultipartReply,
                BarrierReply,
                QueueConfigReply,
                RoleReply,
                GetAsyncReply,
                SetAsync,
                MeterMod,
                RoleStatus,
                TableStatus,
                RequestForward,
                BundleControl,
                BundleAdd,
                ControllerStatus,
                Opaque,
                Request {

    /** What kind of message this is. */
    default MessageType type() {
        return Messages.typeOf(this);
    }
}
