package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CloudInitNetwork;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import java.util.Set;

/// cloud-init may write over the network files.
@AutoService(Check.class)
public final class CloudInitOverwrites implements Check {

    @Override
    public String code() {
        return "cloud-init-overwrites-network";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                cloud-init is installed and its network configuration is not disabled.
                """,
                """
                After a reboot or a re-image, /etc/netplan/50-cloud-init.yaml is back with DHCP
                on every port, beside the rails' own file.
                """,
                """
                cloud-init writes network files on first boot of an "instance", and again
                whenever it thinks the instance is new.
                """,
                """
                  echo 'network: {config: disabled}' > /etc/cloud/cloud.cfg.d/99-disable-network-config.cfg
                Then keep what it wrote in a file of your own and delete 50-cloud-init.yaml.
                """,
                """
                  grep -rn 'config: disabled' /etc/cloud/cloud.cfg.d
                  railhead check --only cloud-init-overwrites-network
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CloudInitNetwork.class, NetplanFile.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine :
                survey.machines(CloudInitNetwork.class, m -> Netplan.inUse(survey, m))) {
            CloudInitNetwork c =
                    survey.facts().first(machine, CloudInitNetwork.class).orElseThrow();
            if (c.installed() && !c.disabled()) {
                survey.warning(machine)
                        .says("cloud-init may write over the netplan files at a boot")
                        .because("it is installed and its network configuration is not disabled")
                        .fix(
                                "`echo 'network: {config: disabled}' >"
                                        + " /etc/cloud/cloud.cfg.d/99-disable-network-config.cfg`")
                        .cites(c)
                        .report();
            }
        }
    }
}
