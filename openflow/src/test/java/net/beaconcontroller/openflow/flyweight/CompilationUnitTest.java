package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CompilationUnitTest {
    /** What the JVM inlines of methods that are called often, in bytes of code: -XX:FreqInlineSize. */
    private static final int INLINED = 325;

    /** See docs/performance.md: what a listener calls would otherwise be more than the compiler takes into one unit. */
    @Test
    void sendingAFlowModIsTooLongToBeInlined() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(FlowModEncoder.class.getResourceAsStream("FlowModEncoder.class"))) {
            assertThat(ClassFile.of().parse(file.readAllBytes()).methods())
                    .filteredOn(method -> method.methodName().equalsString("send"))
                    .flatExtracting(method -> method.elementList())
                    .filteredOn(CodeAttribute.class::isInstance)
                    .singleElement()
                    .extracting(code -> ((CodeAttribute) code).codeLength())
                    .matches(length -> length > INLINED, "longer than what is inlined");
        }
    }
}
