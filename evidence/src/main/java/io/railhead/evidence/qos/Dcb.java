package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.DcbxState;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `dcb pfc|app|ets|buffer|maxrate|dcbx|apptrust show dev IF` (iproute2), as text and with `-j`.
/// Every driver of the kernel that knows DCB answers it; the interface stands in the command only.
@AutoService(Parser.class)
public final class Dcb implements Parser {

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:pfc-cap \\d|prio-pfc 0:|dscp-prio \\S+:[0-7]\\b|prio-buffer 0:"
                            + "|buffer-size 0:|willing (?:on|off) ets-cap|prio-tc 0:|tc-tsa 0:"
                            + "|tc-maxrate 0:|(?:stream|dgram)-port-prio \\d|ethtype-prio \\w+:)"
                            + "|\"(?:prio_pfc|dscp_prio|prio_buffer|tc_tsa|tc_maxrate)\" *:");

    /// Only ports of hardware have classes.
    private static final String SCRIPT =
            "[ ! -e /sys/class/net/$x/device ] || for o in pfc app ets buffer dcbx; do"
                    + " dcb $o show dev $x || s=$?; done; exit ${s:-0}";

    /// What dcb says where the driver has no such thing, and where the option or port is unknown.
    private static final Pattern FAILURE =
            Pattern.compile(
                    "(?:Attribute (?:read|write)|Cannot find device|Object \"|RTNETLINK answers"
                            + "|Error: |Netlink error|Failed to open|DCB.* not supported).*");

    @Override
    public String name() {
        return "dcb";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.each(Probe.Each.INTERFACE, name(), SCRIPT).cited("dcb show dev $x"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AppPriority.class,
                DcbxState.class,
                PfcState.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QosCounter.class,
                QueueSchedule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("dcb") || command.contains("do dcb $o show dev ");
    }

    @Override
    public boolean recognises(String text) {
        return TEXT.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "dcb");
        String port = port(lines.command());
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.match(FAILURE).isPresent()) {
                lines.unavailable(line.read().stripped());
            }
        }
        List<Fact> facts = new DcbText(port, lines).facts();
        if (asksForRules(lines) && facts.stream().noneMatch(PortTrust.class::isInstance)) {
            facts.add(
                    new PortTrust(
                            port, Set.of(PortTrust.Field.PCP), PortTrust.NO_RULE, lines.whole()));
        }
        if (facts.isEmpty()) {
            Optional<String> why = lines.complaint();
            lines.unavailable(why.orElse("the port has no classes"));
        }
        return lines.reading(facts);
    }

    /// Without a rule for any DSCP a port of mlx5 reads the tag alone: the driver turns to the DSCP
    /// with the first rule and back to the tag when the last is removed (`mlx5e_dcbnl_ieee_setapp`,
    /// `mlx5e_dcbnl_ieee_delapp` of Linux, mlx5/core/en_dcbnl.c), and lists a rule for each of the
    /// 64 where it trusts DSCPs from its start (`mlx5e_dcbnl_init_app`). Who knows the driver to be
    /// another must not conclude so.
    private static boolean asksForRules(Lines lines) {
        CommandLine c = lines.command();
        // `dcb show dev IF` is how the probe of all objects, the rules among them, is cited.
        return c.is("dcb", "app", "show")
                && c.has("show")
                && !port(c).isEmpty()
                && c.arguments().getLast().equals(port(c))
                && lines.status() == 0
                && lines.complaint().isEmpty()
                && lines.left().isEmpty();
    }

    private static String port(CommandLine command) {
        int dev = command.arguments().indexOf("dev");
        return command.is("dcb") && dev >= 0 && dev + 1 < command.arguments().size()
                ? command.arguments().get(dev + 1)
                : "";
    }
}
