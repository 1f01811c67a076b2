package io.railhead.evidence.nvue;

import io.railhead.evidence.JsonShape;

/// What the members of NVUE's JSON are, of what `nv show` and `nv config show` tell about classes
/// and ports (Cumulus Linux, NVUE API). Places without a value say `n/a`.
final class NvueShape {
    private static final String ON =
            "like (?i:on|off|yes|no|true|false|enabled?|disabled?|n/a|none|-|) -- on or off";
    private static final String LIST =
            "like (?i:(?:\\d{1,3}(?:-\\d{1,3})?[, ]*){0,64}|n/a|none|-) -- numbers as 0,3";
    private static final String SIZE =
            "like (?i:\\d{1,15}(?:\\.\\d{1,6})? ?(?:bytes|[KMGT]?B|[KMG])?|n/a|none|-|) -- a size";
    private static final String COUNT =
            "like (?i:\\d{1,19}(?:\\.\\d{1,6})?(?: ?[a-z]{1,8})?|n/a|none|-|) -- a count";
    private static final String PERCENT =
            "like (?i:(?:\\d{1,2}(?:\\.\\d+)?|100) ?%?|n/a|) -- a percentage";
    private static final String TRUSTED =
            "like (?i:(?:l2|l3|both|port|none|n/a|pcp|dscp)(?:, ?(?:pcp|dscp))?) -- pcp or dscp";

    private NvueShape() {}

    static final JsonShape SHAPE =
            JsonShape.of(
                    "NVUE JSON",
                    """
                    header                object
                    header.*              plain
                    set                   object
                    set.qos               object
                    set.interface         object
                    set.interface.*       object
                    set.qos.pfc.*         object
                    set.qos.mapping.*     object
                    set.qos.mapping.*.dscp.#.switch-priority  LIST
                    set.qos.mapping.*.pcp.#.switch-priority   LIST
                    set.qos.link-pause.*  object
                    set.qos.congestion-control.*    object
                    set.qos.congestion-control.*.traffic-class  object
                    set.qos.egress-scheduler.*      object
                    set.qos.egress-queue-mapping.*  object
                    **.#                  object
                    **.swp*               object
                    **.eth#               object
                    **.bond#              object
                    **.qos                object
                    **.link               object
                    **.link-pause         object
                    **.roce               object
                    **.roce               ON
                    **.pfc                object
                    **.pfc.rx             ON
                    **.pfc.tx             ON
                    **.pfc-watchdog       object
                    **.pfc-watchdog.state  ON
                    **.pfc-watchdog       ON
                    **.congestion-control       object
                    **.congestion-control.traffic-class    object
                    **.egress-scheduler         object
                    **.egress-scheduler.traffic-class      object
                    **.egress-queue-mapping     object
                    **.egress-queue-mapping.switch-priority.#.traffic-class  LIST
                    **.mapping            object
                    **.mapping.trust      TRUSTED
                    **.mapping.dscp.#.switch-priority  LIST
                    **.mapping.pcp.#.switch-priority   LIST
                    **.lldp-app-tlv       object
                    **.prio-map           object
                    **.tc-map             object
                    **.pool-map           object
                    **.prio-map.*         object
                    **.prio-map.*.dscp    LIST
                    **.prio-map.*.pcp     LIST
                    **.tc-map.*           object
                    **.tc-map.*.traffic-class  LIST
                    **.pool-map.*         object
                    **.*-stats            object
                    **.port-stats.*       object
                    **.enable             ON
                    **.rx-enabled         ON
                    **.tx-enabled         ON
                    **.rx                 ON
                    **.rx                 object
                    **.tx                 ON
                    **.tx                 object
                    **.ecn                ON
                    **.red                ON
                    **.state              ON
                    **.state              object
                    **.state              like up|down -- up or down
                    **.state.*            object
                    **.oper-status        text
                    **.admin-status       text
                    **.speed              plain
                    **.type               plain
                    **.fec                plain
                    **.description        text
                    **.pfc-priority       LIST
                    **.enabled-tc         LIST
                    **.switch-prio        LIST
                    **.switch-priority    LIST
                    **.switch-priority    object
                    **.traffic-class      LIST
                    **.traffic-class      object
                    **.dscp               LIST
                    **.dscp               object
                    **.pcp                LIST
                    **.pcp                object
                    **.port-default-sp    whole 0..7
                    **.*-threshold        SIZE
                    **.*-threshold-bytes  SIZE
                    **.port-buffer        SIZE
                    **.current-usage      SIZE
                    **.max-usage          SIZE
                    **.tc-usage           SIZE
                    **.size               SIZE
                    **.*-packets          COUNT
                    **.*-frames           COUNT
                    **.*-discard          COUNT
                    **.*-discards         COUNT
                    **.*-duration         COUNT
                    **.*-bytes            COUNT
                    **.deadlock-count     COUNT
                    **.receive            COUNT
                    **.transmit           COUNT
                    **.probability        PERCENT
                    **.bw-percent         PERCENT
                    **.cable-length       number 0..1e5
                    **.mtu                whole 68..65535
                    **.trust-mode         TRUSTED
                    **.congestion-mode    text
                    **.scheduler-weight   plain
                    **.mode               text
                    **.status             text
                    **.trust              TRUSTED
                    **.trust              object
                    lldp-app-tlv.priority     whole 0..7
                    lldp-app-tlv.protocol-id  whole 0..65535
                    lldp-app-tlv.selector     text
                    """
                            .replace("  PERCENT\n", "  " + PERCENT + "\n")
                            .replace("  TRUSTED\n", "  " + TRUSTED + "\n")
                            .replace("  ON\n", "  " + ON + "\n")
                            .replace("  LIST\n", "  " + LIST + "\n")
                            .replace("  SIZE\n", "  " + SIZE + "\n")
                            .replace("  COUNT\n", "  " + COUNT + "\n"));
}
