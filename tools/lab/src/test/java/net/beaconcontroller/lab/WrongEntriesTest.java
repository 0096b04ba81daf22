package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every kind of wrong static entry is refused by REST and by the commands, with its field, and nothing is stored. */
class WrongEntriesTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        beacon = BeaconProcess.startEmulated(folder.resolve("data"), "single,2");
        client = HttpClient.newHttpClient();
        await().untilAsserted(
                        () -> assertThat(send("GET", "switches", "").body()).contains("in sync"));
    }

    @AfterAll
    static void stop() {
        client.close();
        beacon.close();
    }

    private static HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(beacon.url()).resolve("/api/staticflows/" + path))
                        .header(
                                "Authorization",
                                "Bearer "
                                        + Files.readString(folder.resolve("data/token"))
                                                .strip())
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # the notation
            flow  |     | tcp,tp_dst=80,actions=output               | actions
            flow  |     | priority=1                                 | actions
            flow  |     | nw_dst=10.0.0.1,actions=drop               | nw_dst
            flow  |     | ip,nw_dst=10.0.0.300,actions=drop          | nw_dst
            flow  |     | tcp_dst=80,actions=drop                    | tcp_dst
            flow  |     | colour=red,actions=drop                    | colour
            flow  |     | priority=65536,actions=drop                | priority
            flow  |     | table=256,actions=drop                     | table
            flow  |     | idle_timeout=5,actions=drop                | idle_timeout
            flow  |     | cookie=5,actions=drop                      | cookie
            # prerequisites, masks and values
            flow  |     | oxm_tcp_dst=80,actions=drop                | match.tcp_dst
            flow  |     | oxm_nw_dst=10.0.0.1,actions=drop           | match.ipv4_dst
            flow  |     | dl_type=0x0800,oxm_tcp_dst=80,actions=drop | match.tcp_dst
            flow  |     | oxm_ip_dscp=64,actions=drop                | match.ip_dscp
            # versions
            flow  | 1.0 | ipv6,actions=output:1,goto_table:1         | instructions.goto_table
            flow  | 1.0 | table=1,actions=drop                       | table_id
            flow  | 1.2 | actions=meter:1,output:1                   | instructions.meter
            flow  | 1.3 | importance=1,actions=drop                  | importance
            flow  | 1.3 | actions=enqueue:1:2                        | actions[0].enqueue
            group | 1.0 | group_id=1,bucket=output:1                 | group_id
            meter | 1.2 | meter=1,kbps,bands=type=drop,rate=1        | meter_id
            # tables, groups and meters
            flow  |     | table=255,actions=drop                     | table_id
            flow  | 1.3 | table=200,actions=drop                     | table_id
            flow  |     | table=3,actions=goto_table:3               | instructions.goto_table
            flow  |     | actions=group:7                            | actions[0].group
            flow  | 1.3 | actions=meter:7,output:1                   | instructions.meter
            flow  | 1.5 | actions=meter:7,output:1                   | actions[0].meter
            flow  |     | actions=push_vlan:0x0800,output:1          | actions[0].push_vlan
            flow  |     | udp,actions=set_field:80->tcp_dst,output:1 | actions[0].set_field
            group |     | group_id=1,type=all,bucket=group:1         | buckets[0].actions[0].group
            group |     | group_id=1,type=indirect,bucket=output:1,bucket=output:2 | buckets
            group |     | group_id=1,type=ff,bucket=output:1         | buckets[0]
            meter |     | meter=0,kbps,bands=type=drop,rate=1        | meter
            """)
    void aWrongEntryIsRefusedWithItsField(String kind, String version, String text, String field) throws Exception {
        String body = MAPPER.writeValueAsString(Map.of(
                "entries",
                List.of(
                        Map.of("name", "good", "text", "priority=1,actions=output:1"),
                        Map.of(
                                "name",
                                "wrong",
                                "kind",
                                kind,
                                "text",
                                text,
                                "versions",
                                version == null ? List.of() : List.of(version)))));
        HttpResponse<String> response = send("POST", "entries", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        JsonNode problem = MAPPER.readTree(response.body());
        assertThat(problem.get("field").asString()).as(response.body()).startsWith(field);
        assertThat(problem.get("detail").asString()).startsWith("wrong: " + field);
        assertThat(MAPPER.readTree(send("GET", "entries", "").body())).isEmpty();
    }

    @Test
    void theCommandsNameLineAndField() throws Exception {
        Path file = Files.writeString(folder.resolve("flows.conf"), """
                flow a: actions=group:1
                group g: group_id=1,bucket=group:2
                group h: group_id=2,bucket=group:1
                """);
        for (String command : List.of("check", "load")) {
            CommandResult result = BeaconProcess.command(List.of(
                    "flows",
                    command,
                    "--url",
                    beacon.url(),
                    "--token-file",
                    folder.resolve("data/token").toString(),
                    file.toString()));
            assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
            assertThat(result.output())
                    .contains("line 3: h: buckets[0].actions[0].group=1: group loop 1 -> 2 -> 1; needs no loop");
        }
    }

    @Test
    void twoRequestsCannotChangeTheSameVersion() throws Exception {
        assertThat(send("PUT", "entries/one?version=0", "{\"text\": \"priority=3,actions=drop\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(send("PUT", "entries/one?version=0", "{\"text\": \"priority=4,actions=drop\"}")
                        .body())
                .contains("entry one has version ", "; the request requires 0");
        assertThat(send("DELETE", "entries/one", "").statusCode()).isEqualTo(200);
        assertThat(send("DELETE", "entries/one", "").statusCode()).isEqualTo(404);
    }
}
