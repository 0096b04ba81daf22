package net.beaconcontroller.openflow.codec;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.switchkit.random.RandomFields;

/** Mutations of an encoded message. */
enum Mutation {
    FLIP_BIT {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
            return message;
        }
    },
    SET_BYTE {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            message[random.nextInt(message.length)] = (byte) RandomFields.number(8, random);
            return message;
        }
    },
    /** Sets two bytes after the header, which may be a length or a type. */
    SET_TWO_BYTES {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            if (message.length >= Header.LENGTH + 2) {
                int at = random.nextInt(Header.LENGTH, message.length - 1);
                int left = message.length - at;
                int number =
                        switch (random.nextInt(4)) {
                            case 0 -> left + random.nextInt(-9, 10);
                            case 1 -> ByteAccess.getShort(message, at) + random.nextInt(-9, 10);
                            case 2 -> random.nextInt(5) * 8;
                            default -> (int) RandomFields.number(16, random);
                        };
                ByteAccess.putShort(message, at, number);
            }
            return message;
        }
    },
    SET_VERSION {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            message[0] = (byte) random.nextInt(8);
            return message;
        }
    },
    TRUNCATE {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            return Arrays.copyOf(message, random.nextInt(Header.LENGTH, message.length + 1));
        }
    },
    TRUNCATE_WITH_VALID_LENGTH {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            return withValidLength(TRUNCATE.of(message, other, random));
        }
    },
    APPEND {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            return Arrays.copyOf(message, message.length + random.nextInt(1, 17));
        }
    },
    /** Joins the beginning of one message and the end of another. */
    SPLICE {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            int end = random.nextInt(Header.LENGTH, message.length + 1);
            int from = random.nextInt(Header.LENGTH, other.length + 1);
            return withValidLength(joined(message, end, other, from, other.length));
        }
    },
    INSERT {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            int at = random.nextInt(Header.LENGTH, message.length + 1);
            byte[] more = new byte[random.nextInt(4) == 0 ? 8 : random.nextInt(17)];
            random.nextBytes(more);
            byte[] begin = joined(message, at, more, 0, more.length);
            return withValidLength(joined(begin, begin.length, message, at, message.length));
        }
    },
    REMOVE {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            int from = random.nextInt(Header.LENGTH, message.length + 1);
            int to = random.nextInt(from, message.length + 1);
            return withValidLength(joined(message, from, message, to, message.length));
        }
    },
    REPEAT {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            int from = random.nextInt(Header.LENGTH, message.length + 1);
            int to = random.nextInt(from, message.length + 1);
            return withValidLength(joined(message, to, message, from, message.length));
        }
    },
    REPLACE_BODY {
        @Override
        byte[] of(byte[] message, byte[] other, RandomGenerator random) {
            byte[] noise = Arrays.copyOf(message, Header.LENGTH + random.nextInt(100));
            for (int at = Header.LENGTH; at < noise.length; at++) {
                noise[at] = (byte) RandomFields.number(8, random);
            }
            return withValidLength(noise);
        }
    };

    private static final Mutation[] ALL = values();

    /**
     * Returns a mutant of the message.
     *
     * @param message may be modified
     * @param other another message, from which bytes may be copied
     */
    abstract byte[] of(byte[] message, byte[] other, RandomGenerator random);

    /** Applies one or more random mutations. The result is at least as long as a header. */
    static byte[] any(byte[] message, byte[] other, RandomGenerator random) {
        byte[] mutant = message.clone();
        do {
            mutant = ALL[random.nextInt(ALL.length)].of(mutant, other, random);
        } while (random.nextInt(3) == 0);
        return mutant.length <= Header.MAX_MESSAGE_LENGTH ? mutant : message;
    }

    /** Sets the length in the header to that of the array. */
    static byte[] withValidLength(byte[] message) {
        ByteAccess.putShort(message, 2, message.length);
        return message;
    }

    private static byte[] joined(byte[] begin, int beginEnd, byte[] end, int from, int to) {
        byte[] joined = Arrays.copyOf(begin, beginEnd + to - from);
        System.arraycopy(end, from, joined, beginEnd, to - from);
        return joined;
    }
}
