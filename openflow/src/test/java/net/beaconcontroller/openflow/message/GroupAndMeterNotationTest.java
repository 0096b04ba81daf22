package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.MeterBand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupAndMeterNotationTest {
    @Test
    void readsTheBucketsOfAGroup() {
        assertThat(GroupMod.parse("group_id=7,type=select,bucket=weight:2,actions=output:1,bucket=dec_ttl,output:2"))
                .isEqualTo(new GroupMod(
                        GroupMod.Command.ADD,
                        GroupMod.TYPE_SELECT,
                        7,
                        Bucket.NO_ID,
                        List.of(
                                Bucket.weighted(2, new Action.Output(1)),
                                Bucket.of(new Action.DecrementIpTtl(), new Action.Output(2))),
                        List.of()));
    }

    @Test
    void readsTheWatchedPortsOfAGroup() {
        assertThat(GroupMod.parse(
                                "group_id=1 type=ff bucket=watch_port:1,output:1 bucket=watch_port:2,actions=output:2")
                        .buckets())
                .containsExactly(Bucket.watching(1, new Action.Output(1)), Bucket.watching(2, new Action.Output(2)));
    }

    @Test
    void readsTheBandsOfAMeter() {
        MeterMod meter = MeterMod.parse("meter=3,pktps,burst,stats,bands=type=drop,rate=100,burst_size=10,"
                + "type=dscp_remark,rate=50,prec_level=1");
        assertThat(meter)
                .isEqualTo(new MeterMod(
                        MeterMod.Command.ADD,
                        MeterMod.PACKETS_PER_SECOND | MeterMod.BURST | MeterMod.STATS,
                        3,
                        List.of(new MeterBand.Drop(100, 10), new MeterBand.DscpRemark(50, 0, 1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "group_id=1,type=all",
                "group_id=1,type=all,bucket=actions=drop",
                "group_id=4294967040,type=indirect,bucket=actions=group:2",
                "group_id=0,type=select,bucket=bucket_id:5,weight:3,actions=set_field:10.0.0.1->ip_dst,output:1",
                "group_id=1,type=ff,bucket=watch_port:1,watch_group:2,actions=output:1,bucket=actions=LOCAL"
            })
    void aPrintedGroupIsReadAsAnEqualOne(String text) {
        assertThat(GroupMod.parse(text).notation()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "meter=1,kbps",
                "meter=4294901760,kbps,burst,bands=type=drop,rate=1,burst_size=2",
                "meter=2,pktps,stats,bands=type=dscp_remark,rate=1,prec_level=3,type=drop,rate=9"
            })
    void aPrintedMeterIsReadAsAnEqualOne(String text) {
        assertThat(MeterMod.parse(text).notation()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type=all                                  | needs group_id=
                    group_id=4294967041                       | a number from 0 to 4294967040
                    group_id=1,group_id=2                     | is a duplicate
                    group_id=1,type=best                      | needs all, select, indirect or ff
                    group_id=1,priority=1                     | needs group_id=, type= or bucket=
                    group_id=1,bucket=weight:1                | needs actions
                    group_id=1,bucket=weight:1,weight:2,drop  | is a duplicate
                    group_id=1,bucket=weight:65536,drop       | 65535
                    group_id=1,bucket=fly:1                   | fly
                    """)
    void tellsWhatIsWrongWithAGroup(String text, String reason) {
        assertThatThrownBy(() -> GroupMod.parse(text))
                .isInstanceOf(NotationException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    kbps                                      | needs meter=
                    meter=0                                   | a number from 1 to 4294901760
                    meter=1,mbps                              | needs meter=, kbps, pktps, burst, stats
                    meter=1,kbps=1                            | needs no value
                    meter=1,bands=rate=1                      | needs type= before it
                    meter=1,bands=type=drop                   | needs rate=
                    meter=1,bands=type=slow,rate=1            | needs drop or dscp_remark
                    meter=1,bands=type=drop,rate=1,rate=2     | is a duplicate
                    meter=1,bands=type=drop,rate=1,limit=2    | needs type=, rate=, burst_size= or prec_level=
                    """)
    void tellsWhatIsWrongWithAMeter(String text, String reason) {
        assertThatThrownBy(() -> MeterMod.parse(text))
                .isInstanceOf(NotationException.class)
                .hasMessageContaining(reason);
    }
}
