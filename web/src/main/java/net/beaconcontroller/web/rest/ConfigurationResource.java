package net.beaconcontroller.web.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Setting;
import net.beaconcontroller.runtime.SettingsException;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/** The settings of the controller and of the applications. */
@Path("configuration")
@Produces("application/json")
public final class ConfigurationResource {
    private static final String KEY = "name of the setting, such as log.level";

    private final Beacon beacon;

    /** A setting with its value. */
    public record SettingValue(
            @Description(KEY) String key,
            @Description("its value") String value,

            @Description("where the value comes from: a file and line, an environment variable, the command line,"
                    + " a change at run time, or default")
            String origin,

            @JsonProperty("default") @Description("its default")
            String defaultValue,

            @Description("its purpose") String description,

            @Description("whether it may change at run time")
            boolean changeable) {}

    /** A value to set. */
    public record NewValue(
            @Description("the value, as in the configuration file") @Nullable
            String value) {}

    public ConfigurationResource(Beacon beacon) {
        this.beacon = beacon;
    }

    @GET
    @Description("Returns all settings of the controller and of the running applications.")
    public List<SettingValue> list() {
        return beacon.configuration().stream().map(this::describe).toList();
    }

    @GET
    @Path("{key}")
    @Description("Returns a setting.")
    public SettingValue get(@PathParam("key") @Description(KEY) @Example("log.level") String key) {
        return describe(find(key));
    }

    @PUT
    @Path("{key}")
    @Consumes("application/json")
    @Description("Changes a setting until the controller stops. Not all settings may change at run time.")
    public SettingValue set(
            @PathParam("key") @Description(KEY) @Example("log.level") String key,
            @Example("{\"value\": \"info\"}") NewValue body,
            @Context SecurityContext security) {
        String value = Body.require("value", Body.require(body).value);
        find(key);
        if (!beacon.isChangeable(key)) {
            throw Problem.of(
                            409,
                            "%s may not change at run time; set it in the configuration file or with -D %s=%s, and "
                                            .formatted(key, key, value)
                                    + "restart the controller; these may change: "
                                    + String.join(
                                            ", ",
                                            beacon.configuration().stream()
                                                    .map(setting ->
                                                            setting.setting().key())
                                                    .filter(beacon::isChangeable)
                                                    .toList()))
                    .withCode("not-changeable")
                    .at("key", key);
        }
        try {
            beacon.change(key, value);
        } catch (SettingsException e) {
            throw Problem.of(400, String.valueOf(e.getMessage())).at("value", value);
        }
        ((Caller) security.getUserPrincipal()).note(key + "=" + value);
        return describe(find(key));
    }

    private Setting.Value find(String key) {
        return beacon.configuration().stream()
                .filter(value -> value.setting().key().equals(key))
                .findFirst()
                .orElseThrow(() -> Problem.of(
                        404, "the setting %s does not exist; GET /api/v1/configuration lists all".formatted(key)));
    }

    private SettingValue describe(Setting.Value value) {
        Setting setting = value.setting();
        return new SettingValue(
                setting.key(),
                value.text(),
                value.origin(),
                setting.defaultValue(),
                setting.description(),
                beacon.isChangeable(setting.key()));
    }
}
