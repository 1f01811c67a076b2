package io.railhead.evidence.sonic;

import io.railhead.evidence.JsonShape;

/// What the members of CONFIG_DB are, of the tables about classes and ports (SONiC, the YANG models
/// of sonic-yang-models).
final class ConfigDbShape {
    private ConfigDbShape() {}

    static final JsonShape SHAPE =
            JsonShape.of(
                    "CONFIG_DB",
                    """
                    DSCP_TO_TC_MAP.*.*                     whole 0..15
                    TC_TO_QUEUE_MAP.*.*                    whole 0..63
                    MAP_PFC_PRIORITY_TO_QUEUE.*.*          whole 0..63
                    PORT_QOS_MAP.*.pfc_enable              like [0-7, ]* -- a list of priorities
                    PORT_QOS_MAP.*.dscp_to_tc_map          text
                    PORT_QOS_MAP.*.dot1p_to_tc_map         text
                    PORT_QOS_MAP.*.tc_to_queue_map         text
                    PORT_QOS_MAP.*.pfc_to_queue_map        text
                    QUEUE.*.scheduler                      text
                    QUEUE.*.wred_profile                   text
                    SCHEDULER.*.type                       text
                    PFC_WD.*                               object
                    PORT.*.mtu                             whole 68..65535
                    PORT.*.admin_status                    text
                    PORT.*.description                     text
                    WRED_PROFILE.*.ecn                     text
                    WRED_PROFILE.*.green_min_threshold     count
                    WRED_PROFILE.*.green_max_threshold     count
                    WRED_PROFILE.*.green_drop_probability  whole 0..100
                    SWITCH_HASH.*.ecmp_hash[]              text
                    SWITCH_HASH.*.lag_hash[]               text
                    SWITCH_HASH.*.ecmp_hash_algorithm      text
                    SWITCH_HASH.*.lag_hash_algorithm       text
                    CABLE_LENGTH.*.*                       like \\d{1,6}(?:\\.\\d)?m -- a length: 5m
                    """);
}
