/* The load: switches that keep a window of packet-ins outstanding. It costs less per packet-in than the controllers that it
 * measures, because packet-ins are encoded once and sent as they are. It speaks OpenFlow 1.0 and 1.3.
 *
 * Usage: flood ADDRESS PORT 1.0|1.3 SWITCHES HOSTS WINDOW WARM-UP SECONDS
 *
 * Each switch has a ring of packet-ins from all its hosts, at port 1, to a host that it has announced at port 2. The id of
 * a packet-in is its place in the ring; it is the buffer id, and the end of the frame, after the switch. An answer is a
 * flow-mod with that buffer, or a packet-out with that buffer or with that frame; one without actions drops the packet and
 * is none. The first answer counts, and one of each kind is valid; a second one of a kind is duplicated, and one of no
 * packet-in is unknown. So controllers that answer with both are not counted twice. The warm-up ends when the rates of
 * three seconds are within 5 % of each other, or after its time. The output is "warm-up SECONDS RATE" and "measured SECONDS
 * RATE" about once a second, "begin" and "end" around the measured seconds, and then "result" with its figures: the rate
 * covers the measured seconds, and the counts cover the whole run.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADER = 8, HELLO = 0, ERROR = 1, ECHO_REQUEST = 2, ECHO_REPLY = 3, EXPERIMENTER = 4, FEATURES_REQUEST = 5,
    FEATURES_REPLY = 6, GET_CONFIG_REQUEST = 7, GET_CONFIG_REPLY = 8, SET_CONFIG = 9, PACKET_IN = 10, PACKET_OUT = 13,
    FLOW_MOD = 14, OF10 = 1, OF13 = 4,
    OF10_MULTIPART = 16, OF10_BARRIER = 18, OF13_MULTIPART = 18, OF13_BARRIER = 20, OF13_ROLE = 24,
    DESCRIPTION = 0, PORT_DESCRIPTION = 13, DESCRIPTION_LENGTH = 1056,
    BAD_REQUEST = 1, BAD_MULTIPART = 2, BAD_EXPERIMENTER = 3,
    OF10_PORT = 48, OF13_PORT = 64, PORTS = 2,
    FRAME = 64, OF10_PACKET_IN = 18 + FRAME, OF13_PACKET_IN = 42 + FRAME,
    UNSENT = 0, WAITING = 1, BY_FLOW_MOD = 2, BY_PACKET_OUT = 4, /* the state of a packet-in */
    INPUT = 1 << 18, OUTPUT = 1 << 17, MOST_EVENTS = 256, ETHERNET = 14, IPV4 = 0x0800
};

/* The id of the packet-in that announces the destination, which has no buffer. */
static const uint32_t ANNOUNCEMENT = 0x7fffffff, NO_BUFFER = UINT32_MAX;

struct datapath { /* a switch */
    int socket, number, connected, served, miss_send_length;
    size_t received, prepared; /* bytes of input, bytes of output that are not packet-ins of the ring */
    long next, outstanding;    /* the place in the ring of the next packet-in; packet-ins without an answer */
    size_t part;               /* bytes of the next packet-in that are sent already */
    long latest[2];            /* the places of the latest answers: a flow-mod, a packet-out */
    double heard, announced;   /* when answers were last read; when the destination was last announced, 0: never */
    uint8_t *ring, *state;     /* packet-ins; for each, its state */
    uint8_t input[INPUT], output[OUTPUT];
};

static int version, packet_in_length, epoll, loading, measuring;
static double longest_pause;
static long hosts, window, places;
static long sent, answered, flow_mods, packet_outs, duplicated, reordered, unknown, lost;

static unsigned get16(const uint8_t *at) { return at[0] << 8 | at[1]; }

static uint32_t get32(const uint8_t *at) { return (uint32_t)get16(at) << 16 | get16(at + 2); }

static void put16(uint8_t *at, unsigned value) {
    at[0] = value >> 8;
    at[1] = value;
}

static void put32(uint8_t *at, uint32_t value) {
    put16(at, value >> 16);
    put16(at + 2, value);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void fail(const struct datapath *datapath, const char *what) {
    fprintf(stderr, "flood: switch %d: %s\n", datapath->number, what);
    exit(1);
}

/* Encodes a packet-in with a UDP packet of a host, at port 1 to the destination, or the announcement of the destination. */
static void packet_in(uint8_t *m, int datapath, long host, uint32_t id) {
    int announces = id == ANNOUNCEMENT, port = announces ? 2 : 1;
    memset(m, 0, packet_in_length);
    m[0] = version;
    m[1] = PACKET_IN;
    put16(m + 2, packet_in_length);
    put32(m + 4, id);
    put32(m + 8, announces ? NO_BUFFER : id);
    put16(m + 12, FRAME);
    if (version == OF10) {
        put16(m + 14, port);
    } else {
        static const uint8_t in_port[] = {0, 1, 0, 12, 0x80, 0, 0, 4};
        memcpy(m + 24, in_port, sizeof in_port);
        put32(m + 32, port);
    }
    uint8_t *frame = m + packet_in_length - FRAME;
    uint8_t destination[] = {0x02, 0xff, 0, 0, datapath >> 8, datapath};
    uint8_t source[] = {0x02, datapath >> 8, host >> 16, host >> 8, host, datapath};
    if (announces) {
        memset(frame, 0xff, 6);
        memcpy(frame + 6, destination, 6);
    } else {
        memcpy(frame, destination, 6);
        memcpy(frame + 6, source, 6);
    }
    uint8_t *ip = frame + ETHERNET;
    static const uint8_t header[] = {8, 0, 0x45, 0, 0, 50, 0, 0, 0, 0, 64, 17, 0, 0, 192, 168, 0, 40, 192, 168, 1, 40};
    memcpy(frame + 12, header, sizeof header);
    put16(ip + 10, 0xf81a); /* the checksum */
    static const uint8_t udp[] = {0x9c, 0x40, 0, 9, 0, 30};
    memcpy(ip + 20, udp, sizeof udp);
    put16(frame + FRAME - 6, datapath);
    put32(frame + FRAME - 4, id);
}

static uint8_t *prepare(struct datapath *datapath, int type, const uint8_t *request, unsigned length) {
    if (datapath->prepared + length > OUTPUT) fail(datapath, "the controller requests more than it reads");
    uint8_t *out = memset(datapath->output + datapath->prepared, 0, length);
    out[0] = version;
    out[1] = type;
    put16(out + 2, length);
    if (request) memcpy(out + 4, request + 4, 4);
    datapath->prepared += length;
    return out;
}

static void put_ports(uint8_t *at) {
    for (int port = 1; port <= PORTS; port++) {
        uint8_t *address = version == OF10 ? at + 2 : at + 8;
        version == OF10 ? put16(at, port) : put32(at, port);
        address[0] = 0x06;
        address[5] = port;
        snprintf((char *)address + (version == OF10 ? 6 : 8), 16, "port%d", port);
        at += version == OF10 ? OF10_PORT : OF13_PORT;
    }
}

static void features(struct datapath *datapath, const uint8_t *request) {
    unsigned length = version == OF10 ? 32 + PORTS * OF10_PORT : 32;
    uint8_t *out = prepare(datapath, FEATURES_REPLY, request, length);
    put32(out + 12, datapath->number); /* the datapath id */
    put32(out + 16, 256);          /* buffers */
    out[20] = 1;                   /* tables */
    if (version == OF10) {
        put32(out + 28, 0xfff);    /* actions */
        put_ports(out + 32);
    }
    datapath->connected = 1;
}

static void refuse(struct datapath *datapath, const uint8_t *request, unsigned length, int code) {
    unsigned copied = length < 64 ? length : 64;
    uint8_t *out = prepare(datapath, ERROR, request, HEADER + 4 + copied);
    put16(out + 8, BAD_REQUEST);
    put16(out + 10, code);
    memcpy(out + 12, request, copied);
}

static void multipart(struct datapath *datapath, const uint8_t *request, unsigned length) {
    unsigned what = get16(request + 8), header = version == OF10 ? 12 : 16;
    int reply = request[1] + 1;
    if (what == DESCRIPTION) {
        uint8_t *out = prepare(datapath, reply, request, header + DESCRIPTION_LENGTH);
        snprintf((char *)out + header, 256, "Beacon");
        snprintf((char *)out + header + 256, 256, "load generator");
    } else if (what == PORT_DESCRIPTION && version == OF13) {
        uint8_t *out = prepare(datapath, reply, request, header + PORTS * OF13_PORT);
        put16(out + 8, PORT_DESCRIPTION);
        put_ports(out + header);
    } else {
        refuse(datapath, request, length, BAD_MULTIPART);
    }
}

static void answer(struct datapath *datapath, uint32_t id, int kind) {
    if (id == NO_BUFFER) return; /* a flow for later packets, or a packet of the controller */
    if (id == ANNOUNCEMENT) {
        datapath->served = 1;
        return;
    }
    long place = id - 1L;
    uint8_t state = place >= 0 && place < places ? datapath->state[place] : UNSENT;
    if (state == UNSENT) {
        unknown++;
    } else if (state & kind) {
        duplicated++;
    } else {
        if (state == WAITING) {
            datapath->outstanding--;
            answered++;
        }
        datapath->state[place] = (state & ~WAITING) | kind;
        /* In the order of the ring, the first half after a place is later, and the other half is earlier. */
        long *latest = datapath->latest + (kind == BY_PACKET_OUT);
        reordered += (place - *latest + places) % places > places / 2;
        *latest = place;
    }
}

static void flow_mod(struct datapath *datapath, const uint8_t *in) {
    uint32_t buffer = get32(in + (version == OF10 ? 64 : 32));
    flow_mods++;
    answer(datapath, buffer == NO_BUFFER && get32(in + 4) == ANNOUNCEMENT ? ANNOUNCEMENT : buffer, BY_FLOW_MOD);
}

/* Whether the first action submits the packet to the flow tables: a switch without flows would send the packet-in again. */
static int is_to_tables(const uint8_t *action) {
    return get16(action) == 0 && (version == OF10 ? get16(action + 4) == 0xfff9 : get32(action + 4) == 0xfffffff9);
}

/* Controllers also send packets that discover links and hosts, and flood those of other switches. */
static void packet_out(struct datapath *datapath, const uint8_t *in, unsigned length) {
    unsigned header = version == OF10 ? 16 : 24, actions = get16(in + (version == OF10 ? 14 : 16));
    const uint8_t *frame = in + header + actions, *end = in + length;
    uint32_t id = get32(in + 8);
    if (actions < 8 || frame > end) return; /* drops the packet */
    if (id == NO_BUFFER) {
        if (end - frame < FRAME || get16(frame + 12) != IPV4 || (int)get16(end - 6) != datapath->number) return;
        id = get32(end - 4);
        if (id == ANNOUNCEMENT && is_to_tables(in + header)) return;
    }
    packet_outs++;
    answer(datapath, id, BY_PACKET_OUT);
}

static void message(struct datapath *datapath, const uint8_t *in, unsigned length) {
    int type = in[1];
    if (type == FLOW_MOD && length >= 72) {
        flow_mod(datapath, in);
    } else if (type == PACKET_OUT && length >= 24) {
        packet_out(datapath, in, length);
    } else if (type == HELLO) {
        if (in[0] < version) fail(datapath, "the controller does not offer this version of OpenFlow");
    } else if (type == ECHO_REQUEST) {
        memcpy(prepare(datapath, ECHO_REPLY, in, length) + HEADER, in + HEADER, length - HEADER);
    } else if (type == FEATURES_REQUEST) {
        features(datapath, in);
    } else if (type == GET_CONFIG_REQUEST) {
        put16(prepare(datapath, GET_CONFIG_REPLY, in, 12) + 10, datapath->miss_send_length);
    } else if (type == SET_CONFIG && length >= 12) {
        datapath->miss_send_length = get16(in + 10);
    } else if (type == EXPERIMENTER) {
        refuse(datapath, in, length, BAD_EXPERIMENTER);
    } else if (type == (version == OF10 ? OF10_MULTIPART : OF13_MULTIPART) && length >= 12) {
        multipart(datapath, in, length);
    } else if (type == (version == OF10 ? OF10_BARRIER : OF13_BARRIER)) {
        prepare(datapath, type + 1, in, HEADER);
    } else if (type == OF13_ROLE && version == OF13 && length >= 24) {
        memcpy(prepare(datapath, type + 1, in, 24) + HEADER, in + HEADER, 16);
    } else if (type == ERROR && length >= 12) {
        char text[64];
        snprintf(text, sizeof text, "error %u, code %u of the controller", get16(in + 8), get16(in + 10));
        fail(datapath, text);
    }
}

/* Reads once. Returns whether there was input. */
static int pull(struct datapath *datapath) {
    ssize_t got = read(datapath->socket, datapath->input + datapath->received, INPUT - datapath->received);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (got <= 0) fail(datapath, "the controller closed the connection");
    datapath->received += got;
    size_t at = 0;
    while (datapath->received - at >= HEADER) {
        unsigned length = get16(datapath->input + at + 2);
        if (length < HEADER) fail(datapath, "a message is shorter than its header");
        if (datapath->received - at < length) break;
        message(datapath, datapath->input + at, length);
        at += length;
    }
    datapath->received -= at;
    memmove(datapath->input, datapath->input + at, datapath->received);
    double now = seconds();
    if (measuring && now - datapath->heard > longest_pause) longest_pause = now - datapath->heard;
    datapath->heard = now;
    return 1;
}

/* Counts packet-ins whose places are used again, and which have no answer, as lost; then notes that the places wait. */
static void take_places(struct datapath *datapath, long count) {
    uint8_t *from = datapath->state + datapath->next, *end = from + count;
    for (uint8_t *at = from; (at = memchr(at, WAITING, end - at)); at++) {
        lost++;
        datapath->outstanding--;
    }
    memset(from, WAITING, count);
    datapath->outstanding += count;
    datapath->next = (datapath->next + count) % places;
    sent += count;
}

/* Writes what the socket takes: first a packet-in that is sent in part, then prepared messages, then packet-ins. */
static void push(struct datapath *datapath) {
    while (datapath->prepared > 0 && datapath->part == 0) {
        ssize_t put = write(datapath->socket, datapath->output, datapath->prepared);
        if (put <= 0) return;
        datapath->prepared -= put;
        memmove(datapath->output, datapath->output + put, datapath->prepared);
    }
    while (loading && datapath->outstanding < window) {
        long count = window - datapath->outstanding;
        if (count > places - datapath->next) count = places - datapath->next;
        if (datapath->part > 0 && datapath->prepared > 0) count = 1;
        size_t length = count * packet_in_length - datapath->part;
        ssize_t put = write(datapath->socket, datapath->ring + datapath->next * packet_in_length + datapath->part, length);
        if (put <= 0) return;
        long whole = (put + datapath->part) / packet_in_length;
        int is_cut = (size_t)put < length;
        datapath->part = (put + datapath->part) % packet_in_length;
        take_places(datapath, whole);
        if (is_cut) return;
        if (datapath->prepared > 0) {
            push(datapath);
            return;
        }
    }
}

static void open_datapath(struct datapath *datapath, int number, const struct sockaddr_in *address) {
    int one = 1;
    datapath->number = number;
    datapath->miss_send_length = 128;
    datapath->ring = malloc(places * packet_in_length);
    datapath->state = calloc(places, 1);
    if (!datapath->ring || !datapath->state) fail(datapath, "no memory for its packet-ins");
    for (long i = 0; i < places; i++) packet_in(datapath->ring + i * packet_in_length, number, i % hosts, i + 1);
    datapath->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(datapath->socket, (const void *)address, sizeof *address)) fail(datapath, strerror(errno));
    setsockopt(datapath->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(datapath->socket, F_SETFL, O_NONBLOCK);
    prepare(datapath, HELLO, NULL, HEADER);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = datapath};
    epoll_ctl(epoll, EPOLL_CTL_ADD, datapath->socket, &event);
    push(datapath);
}

static void poll_once(int timeout) {
    struct epoll_event events[MOST_EVENTS];
    int ready = epoll_wait(epoll, events, MOST_EVENTS, timeout);
    for (int i = 0; i < ready; i++) {
        struct datapath *datapath = events[i].data.ptr;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
            while (pull(datapath)) push(datapath);
        }
        push(datapath);
    }
}

static void announce(struct datapath *datapath, double now) {
    packet_in(datapath->output, datapath->number, 0, ANNOUNCEMENT);
    datapath->prepared = packet_in_length;
    datapath->announced = now;
    push(datapath);
}

/* Announces each destination until the controller answers: when it was silent for 0.1 s, or a second after the connection,
 * because many controllers drop packet-ins right after the handshake, and again every 0.4 s. Those that learn later have
 * 0.1 s after the answers.
 */
static void await_service(struct datapath **datapaths, int count) {
    double began = seconds();
    for (int served = 0; served < count;) {
        for (double end = seconds() + 0.1; seconds() < end;) poll_once(10);
        double now = seconds();
        served = 0;
        for (int i = 0; i < count; i++) {
            struct datapath *datapath = datapaths[i];
            served += datapath->served;
            int due = datapath->announced ? now - datapath->announced > 0.4 : now - datapath->heard > 0.1 || now - began > 1;
            if (datapath->connected && !datapath->served && datapath->prepared == 0 && due) {
                announce(datapath, now);
            }
            if (!datapath->served && now - began > 30) {
                fail(datapath, datapath->connected ? "no answer to its packet-in within 30 s" : "no handshake within 30 s");
            }
        }
    }
    for (double end = seconds() + 0.1; seconds() < end;) poll_once(10);
}

/* Loads the controller for some seconds, or until the rate is steady. Returns the answers per second. Controllers forget
 * silent hosts: each destination is announced again after a minute.
 */
static double run(struct datapath **datapaths, int count, const char *phase, double most, int until_steady) {
    enum { SPELLS = 6 };
    double rates[SPELLS], began = seconds(), from = began, now = began;
    long first = answered, before = answered;
    int timeout = window == 1 ? 0 : 10; /* For round trips it spins, so that only the controller can sleep. */
    for (int spell = 0; now - began < most; now = seconds()) {
        poll_once(timeout);
        if (now - from < 0.5) continue;
        for (int i = 0; i < count; i++) {
            if (now - datapaths[i]->announced > 60 && datapaths[i]->prepared == 0) announce(datapaths[i], now);
        }
        double least = rates[spell % SPELLS] = (answered - before) / (now - from), highest = least;
        if (spell % 2) printf("%s %.1f %.0f\n", phase, now - began, least);
        fflush(stdout);
        for (int i = 0; i < SPELLS && spell >= SPELLS; i++) {
            if (rates[i] < least) least = rates[i];
            if (rates[i] > highest) highest = rates[i];
        }
        if (until_steady && spell >= SPELLS && highest <= 1.05 * least) break;
        spell++;
        from = now;
        before = answered;
    }
    return (answered - first) / (seconds() - began);
}

static void say(const char *word) {
    puts(word);
    fflush(stdout);
}

static long number(const char *word, const char *name, long most) {
    char *end;
    long value = strtol(word, &end, 10);
    if (*end || value < 1 || value > most) {
        fprintf(stderr, "flood: %s %s: needs 1 to %ld\n", name, word, most);
        exit(2);
    }
    return value;
}

int main(int count, char **words) {
    if (count != 9) {
        fprintf(stderr, "usage: flood ADDRESS PORT 1.0|1.3 SWITCHES HOSTS WINDOW WARM-UP SECONDS\n");
        return 2;
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(number(words[2], "port", 65535))};
    if (inet_pton(AF_INET, words[1], &address.sin_addr) != 1) {
        fprintf(stderr, "flood: address %s: needs an IPv4 address\n", words[1]);
        return 2;
    }
    version = strcmp(words[3], "1.3") ? OF10 : OF13;
    packet_in_length = version == OF10 ? OF10_PACKET_IN : OF13_PACKET_IN;
    int switches = number(words[4], "switches", 0xfeff);
    hosts = number(words[5], "hosts", 1 << 24);
    window = number(words[6], "window", 1 << 20);
    places = (2 * window + hosts - 1) / hosts * hosts;
    double warm_up = atof(words[7]), measured = atof(words[8]);
    epoll = epoll_create1(0);
    struct datapath **datapaths = calloc(switches, sizeof *datapaths);
    for (int i = 0; i < switches; i++) open_datapath(datapaths[i] = calloc(1, sizeof **datapaths), i + 1, &address);
    await_service(datapaths, switches);
    flow_mods = packet_outs = duplicated = unknown = 0;
    loading = 1;
    for (int i = 0; i < switches; i++) push(datapaths[i]);
    run(datapaths, switches, "warm-up", warm_up, 1);
    say("begin");
    long before = answered;
    measuring = 1;
    double rate = run(datapaths, switches, "measured", measured, 0);
    measuring = 0;
    long during = answered - before;
    say("end");

    loading = 0; /* Outstanding packet-ins are lost after two seconds without an answer. */
    long last = answered;
    for (double end = seconds() + 2; answered + lost < sent && seconds() < end;) {
        poll_once(10);
        if (answered > last) end = seconds() + 2;
        last = answered;
    }
    printf("result answersPerSecond=%.1f measuredAnswers=%ld longestPauseNanos=%.0f packetIns=%ld answered=%ld flowMods=%ld"
           " packetOuts=%ld lost=%ld duplicated=%ld reordered=%ld unknown=%ld\n",
           rate, during, longest_pause * 1e9, sent, answered, flow_mods, packet_outs, sent - answered, duplicated,
           reordered, unknown);
    return 0;
}
