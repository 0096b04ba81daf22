package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

class ComponentsTest {
    @Test
    void aComponentThatChangesWhileItIsReadIsReadAgain() {
        var satisfied = new ComponentConfigurationDTO();
        satisfied.state = ComponentConfigurationDTO.SATISFIED;
        var hasFailed = new AtomicBoolean();
        var runtime = (ServiceComponentRuntime) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServiceComponentRuntime.class},
                (_, method, _) -> switch (method.getName()) {
                    case "getComponentDescriptionDTOs" -> List.of(new ComponentDescriptionDTO());
                    case "getComponentConfigurationDTOs" -> {
                        if (hasFailed.compareAndSet(false, true)) {
                            throw new NullPointerException("as Felix SCR");
                        }
                        yield List.of(satisfied);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        var bundle = (Bundle)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Bundle.class}, (_, _, _) -> null);
        assertThat(new Components(runtime, bundle).anySatisfied()).isTrue();
    }
}
