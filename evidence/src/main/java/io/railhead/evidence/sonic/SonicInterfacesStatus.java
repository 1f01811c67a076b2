package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Rates;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interfaces status`: speed, MTU, FEC and state of each port.
@AutoService(Parser.class)
public final class SonicInterfacesStatus implements TableParser {
    /// EOS has a command of the same words; its columns differ.
    private static final Pattern TEXT =
            Pattern.compile("(?m)^ *Interface +Lanes +Speed +MTU +(?:FEC +)?Alias ");

    @Override
    public String name() {
        return "sonic-show-interfaces-status";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return false;
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("Interface", "Speed", "MTU", "Oper", "Admin");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        Source source = row.line().source();
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        for (int i = 1; i < table.names().size(); i++) {
            settings.put(table.names().get(i), new Stated<>(row.cell(i), row.cell(i), source));
        }
        String mtu = row.cell(table.column("MTU"));
        OptionalInt bytes = Numbers.toInt(mtu);
        String fec = row.cell(table.column("FEC"));
        facts.add(
                new SwitchPort(
                        row.cell(0),
                        Optional.of(row.cell(table.column("Admin")).equals("up")),
                        Optional.of(row.cell(table.column("Oper")).equals("up")),
                        row.cell(table.column("Oper")),
                        bytes.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new Stated<>(bytes.getAsInt(), mtu, source)),
                        Rates.of(row.cell(table.column("Speed")), source),
                        fec.isEmpty() || fec.equals("N/A")
                                ? Optional.empty()
                                : Optional.of(new Stated<>(fec, fec, source)),
                        Optional.empty(),
                        settings,
                        source));
    }
}
