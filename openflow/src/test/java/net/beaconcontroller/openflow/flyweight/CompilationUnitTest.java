package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CompilationUnitTest {
    /** The maximum bytecode size of a frequently called method that the JIT compiler inlines: -XX:FreqInlineSize. */
    private static final int FREQ_INLINE_SIZE = 325;

    /** Otherwise, a listener and its callees would exceed the size of a compilation unit; see docs/performance.md. */
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
                    .matches(length -> length > FREQ_INLINE_SIZE, "longer than the inlining limit");
        }
    }
}
