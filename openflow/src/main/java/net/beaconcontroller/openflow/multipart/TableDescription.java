package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.TableDesc;

/** The configuration of flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); OpenFlow 1.4 and later. */
public final class TableDescription {
    private TableDescription() {}

    /**
     * Requests the configuration of the flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); OpenFlow 1.4 and
     * later.
     */
    public record Request() implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.TABLE_DESC, new Request(), Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /**
     * The configuration of each flow table, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); OpenFlow 1.4 and later.
     */
    public record Reply(List<TableDesc> tables) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.TABLE_DESC, Reply.class, "tables", Reply::tables, TableDesc::visit, Reply::new);

        public Reply {
            tables = List.copyOf(tables);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
