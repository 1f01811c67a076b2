package io.railhead.evidence.disk;

import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.model.Source;
import io.railhead.model.fact.NvmeDrive;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// The JSON of `nvme list`: an array `Devices`, of namespaces in 1.x and early 2.x, of hosts with
/// subsystems, controllers and namespaces later.
final class NvmeJson {
    static final JsonShape SHAPE =
            JsonShape.of(
                    "nvme JSON",
                    """
                    Devices[].DevicePath                                      text
                    Devices[].ModelNumber                                     text
                    Devices[].SerialNumber                                    text
                    Devices[].Firmware                                        text
                    Devices[].PhysicalSize                                    count
                    Devices[].Subsystems[].Controllers[].ModelNumber          text
                    Devices[].Subsystems[].Controllers[].SerialNumber         text
                    Devices[].Subsystems[].Controllers[].Firmware             text
                    Devices[].Subsystems[].Controllers[].Address              text
                    Devices[].Subsystems[].Controllers[].Transport            text
                    Devices[].Subsystems[].Controllers[].Namespaces[].NameSpace     plain
                    Devices[].Subsystems[].Controllers[].Namespaces[].PhysicalSize  count
                    Devices[].Subsystems[].Namespaces[].NameSpace             plain
                    Devices[].Subsystems[].Namespaces[].PhysicalSize          count
                    """);

    private NvmeJson() {}

    static void drives(JsonNode root, Source source, List<NvmeDrive> into) {
        for (JsonNode device : Json.array(root, "Devices")) {
            if (Json.text(device, "DevicePath").isPresent()) {
                into.add(flat(device, source));
            }
            for (JsonNode subsystem : Json.array(device, "Subsystems")) {
                nested(subsystem, source, into);
            }
        }
    }

    private static NvmeDrive flat(JsonNode device, Source source) {
        return new NvmeDrive(
                name(Json.text(device, "DevicePath").orElse("")),
                text(device, "ModelNumber"),
                text(device, "SerialNumber"),
                Json.whole(device, "PhysicalSize"),
                text(device, "Firmware"),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                source);
    }

    private static void nested(JsonNode subsystem, Source source, List<NvmeDrive> into) {
        List<JsonNode> controllers = Json.array(subsystem, "Controllers");
        for (JsonNode controller : controllers) {
            for (JsonNode namespace : Json.array(controller, "Namespaces")) {
                into.add(drive(controller, namespace, source));
            }
        }
        // With native multipath the namespaces belong to the subsystem, whatever the paths.
        if (controllers.isEmpty()) return;
        for (JsonNode namespace : Json.array(subsystem, "Namespaces")) {
            into.add(drive(controllers.getFirst(), namespace, source));
        }
    }

    private static NvmeDrive drive(JsonNode controller, JsonNode namespace, Source source) {
        return new NvmeDrive(
                name(Json.text(namespace, "NameSpace").orElse("")),
                text(controller, "ModelNumber"),
                text(controller, "SerialNumber"),
                Json.whole(namespace, "PhysicalSize"),
                text(controller, "Firmware"),
                text(controller, "Address")
                        .filter(
                                a ->
                                        Json.text(controller, "Transport")
                                                .filter("pcie"::equals)
                                                .isPresent()),
                OptionalInt.empty(),
                Optional.empty(),
                source);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Identity strings are padded with blanks (NVM Express base specification, Identify).
    private static Optional<String> text(JsonNode node, String member) {
        return Json.text(node, member).map(String::strip).filter(v -> !v.isEmpty());
    }
}
