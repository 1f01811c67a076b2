package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ImportersTest {
    private static final Path FOLDER = Path.of("src/test/resources/io/railhead/intent/imports");

    private static String sample(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name));
    }

    private static ImportedHost host(Imported imported, String name) {
        return imported.hosts().stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(Imported imported) {
        return imported.hosts().stream().map(ImportedHost::name).toList();
    }

    @Test
    void anIniInventoryGivesHostsWithTheVariablesThatWin() throws IOException {
        Imported imported = AnsibleInventory.read("hosts.ini", sample("inventory.ini"));
        assertThat(imported.problems()).isEmpty();
        assertThat(names(imported))
                .containsExactly(
                        "bastion.example",
                        "gpu01",
                        "gpu02",
                        "gpu03",
                        "gpu04",
                        "nas-a.example",
                        "nas-b.example",
                        "nas-c.example",
                        "node-2001-db8--7");
        assertThat(host(imported, "bastion.example"))
                .isEqualTo(
                        new ImportedHost(
                                "bastion.example",
                                "bastion.example",
                                Optional.of("jump"),
                                OptionalInt.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                false,
                                Optional.empty(),
                                List.of(),
                                Optional.empty(),
                                2));
        assertThat(host(imported, "gpu02"))
                .isEqualTo(
                        new ImportedHost(
                                "gpu02",
                                "10.1.0.12",
                                Optional.of("ubuntu"),
                                OptionalInt.of(2202),
                                Optional.of("/keys/training"),
                                Optional.of("root@bastion.example:2022"),
                                false,
                                Optional.empty(),
                                List.of("gpu", "training"),
                                Optional.empty(),
                                5));
        assertThat(host(imported, "gpu03").address()).isEqualTo("10.1.0.13");
        assertThat(host(imported, "gpu04").key()).contains("keys/gpu04");
        ImportedHost nas = host(imported, "nas-b.example");
        assertThat(nas.user()).contains("trainer");
        assertThat(nas.port()).hasValue(2222);
        assertThat(nas.sudo()).isTrue();
        assertThat(host(imported, "node-2001-db8--7").address()).isEqualTo("2001:db8::7");
        assertThat(host(imported, "node-2001-db8--7").port()).hasValue(2200);
    }

    @Test
    void aYamlInventoryGivesTheSameAndSaysWhatItLeavesOut() throws IOException {
        Imported imported = AnsibleInventory.read("hosts.yml", sample("inventory.yaml"));
        assertThat(imported.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "hosts.yml:23:52: warning: all.children.training.children.cpu"
                                + ".hosts[\"cpu[1:5:2].example\"].ansible_ssh_host: "
                                + "ansible_ssh_host is computed by Ansible and not"
                                + " known here, and so for 2 more (write the value into the"
                                + " cluster.yaml)",
                        "hosts.yml:26:9: warning: all.children.switches.hosts.leaf1: leaf1 is not reached over SSH"
                                + " (ansible.netcommon.network_cli) and left out (add it by hand;"
                                + " switches belong under switches:)");
        assertThat(names(imported))
                .containsExactly(
                        "login1",
                        "gpu01",
                        "gpu02",
                        "gpu03",
                        "gpu04",
                        "cpu1.example",
                        "cpu3.example",
                        "cpu5.example");
        assertThat(host(imported, "login1").sudo()).isFalse();
        assertThat(host(imported, "login1").user()).contains("ops");
        assertThat(host(imported, "gpu02").user()).contains("trainer");
        assertThat(host(imported, "gpu02").port()).hasValue(2222);
        assertThat(host(imported, "gpu02").sudo()).isTrue();
        assertThat(host(imported, "gpu04").port()).hasValue(22);
        assertThat(host(imported, "gpu04").groups()).containsExactly("gpu", "training");
        assertThat(host(imported, "cpu3.example").address()).isEqualTo("cpu3.example");
    }

    @Test
    void faultsOfAnInventoryAreToldAllAtOnce() {
        Imported imported =
                AnsibleInventory.ini(
                        "hosts.ini",
                        """
                        [gpu]
                        gpu[1:x]
                        gpu1 ansible_host
                        gpu2 ansible_port=99999 ansible_password=swordfish
                        gpu3 name='open
                        gpu 4
                        [all:children]
                        gpuu
                        [gpu:wars]
                        [all:vars]
                        ansible_user
                        """);
        assertThat(imported.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "hosts.ini:2:1: error: \"[1:x]\" is not a range (write [01:08], [a:f] or"
                                + " [1:9:2])",
                        "hosts.ini:3:1: error: \"ansible_host\" is not a variable (write"
                                + " name=value, values with blanks in quotes)",
                        "hosts.ini:4:1: warning: ansible_password is a password and not carried"
                                + " over (log in by key, and allow sudo without a password for that"
                                + " user)",
                        "hosts.ini:4:1: error: the port \"99999\" is not a number from 1 to 65535"
                                + " (correct it)",
                        "hosts.ini:5:1: error: a quote is not closed (close it in the same line)",
                        "hosts.ini:6:1: error: \"4\" is not a variable (write name=value, values"
                                + " with blanks in quotes)",
                        "hosts.ini:8:1: error: the group gpuu is not defined (did you mean gpu?)",
                        "hosts.ini:9:1: error: the section [gpu:wars] is not known (write [group],"
                                + " [group:children] or [group:vars])",
                        "hosts.ini:11:1: error: \"ansible_user\" is not a variable (write"
                                + " name=value)");
        assertThat(imported.usable()).isFalse();
    }

    @Test
    void groupsThatContainEachOtherAreToldAndEnd() {
        Imported imported = AnsibleInventory.ini("h", "[a:children]\nb\n[b:children]\na\n[b]\nx\n");
        assertThat(imported.problems())
                .extracting(Problem::message)
                .containsExactly("groups are children of each other");
    }

    @Test
    void aHostfileGivesHostsOnceWithTheirSlotsAdded() throws IOException {
        Imported imported = OpenMpiHostfile.read("hostfile", sample("hostfile"));
        assertThat(imported.problems()).isEmpty();
        assertThat(names(imported))
                .containsExactly("node01", "node02", "node03", "node04", "10.0.1.7", "node6");
        assertThat(host(imported, "node03").user()).contains("root");
        assertThat(host(imported, "node03").note())
                .contains("4 slots in the hostfile; if one a GPU, add gpus: {count: 4}");
        assertThat(host(imported, "node04").note()).isEmpty();
        assertThat(host(imported, "10.0.1.7").note().orElseThrow()).startsWith("8 slots");
        assertThat(host(imported, "node6").address()).isEqualTo("fd00:1::9");
    }

    @Test
    void faultsOfAHostfileAreToldAllAtOnce() {
        Imported imported =
                OpenMpiHostfile.read("hf", "a slots=x\n-b slots=1\nc slot=4\n\nd e=f g\n");
        assertThat(imported.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "hf:1:1: error: slots is not followed by =NUMBER (write slots=8, for"
                                + " example)",
                        "hf:2:1: error: \"-b\" is not a host name or address (write host slots=N,"
                                + " one host a line)",
                        "hf:3:1: warning: \"slot=4\" is not understood and left out (did you mean"
                                + " slots?)",
                        "hf:5:1: warning: \"e=f\" is not understood and left out (known settings"
                                + " are: slots, max_slots, max-slots)",
                        "hf:5:1: warning: \"g\" is not understood and left out (known settings"
                                + " are: slots, max_slots, max-slots)");
    }

    @Test
    void aNodeOfSeveralPartitionsIsOneHost() throws IOException {
        Imported imported = SinfoNodes.read("sinfo", sample("sinfo-N.txt"));
        assertThat(imported.problems()).isEmpty();
        assertThat(names(imported)).containsExactly("gpu01", "gpu02", "gpu03", "cpu1");
        assertThat(host(imported, "gpu01").groups()).containsExactly("all", "training");
        assertThat(host(imported, "gpu01").note()).isEmpty();
        assertThat(host(imported, "cpu1").note()).isEmpty();
        assertThat(host(imported, "gpu03").note()).contains("sinfo said drain* (not responding)");
    }

    @Test
    void longSinfoOutputKeepsStateAndReason() throws IOException {
        Imported imported = SinfoNodes.read("sinfo", sample("sinfo-N-l.txt"));
        assertThat(imported.problems()).isEmpty();
        assertThat(names(imported)).containsExactly("gpu01", "gpu02", "gpu03", "gpu04");
        assertThat(host(imported, "gpu02").note()).contains("sinfo said drained: XID 79 on gpu 3");
        assertThat(host(imported, "gpu03").note())
                .contains("sinfo said down* (not responding): Not responding");
        assertThat(host(imported, "gpu04").note()).isEmpty();
    }

    @Test
    void columnsOfOnesOwnGiveAddressesAndGpus() throws IOException {
        Imported imported = SinfoNodes.read("sinfo", sample("sinfo-O.txt"));
        assertThat(imported.problems()).isEmpty();
        assertThat(host(imported, "gpu01").address()).isEqualTo("10.1.0.1");
        assertThat(host(imported, "gpu01").gpus()).contains(new Gpus(8, Optional.of("h100")));
        assertThat(host(imported, "gpu02").gpus()).contains(new Gpus(6, Optional.of("a100")));
        assertThat(host(imported, "login1").gpus()).isEmpty();
    }

    @Test
    void nodeListsAndMissingHeadingsAreRead() throws IOException {
        assertThat(names(SinfoNodes.read("s", sample("sinfo.txt"))))
                .containsExactly("gpu01", "gpu02", "gpu03", "cpu1");
        assertThat(names(SinfoNodes.read("s", "gpu01 1 all idle\ngpu02 1 all idle\n")))
                .containsExactly("gpu01", "gpu02");
    }

    @Test
    void whatIsNotSinfoOutputIsTold() {
        assertThat(SinfoNodes.read("s", "slurm_load_partitions: Unable to contact\n").problems())
                .extracting(Problem::text)
                .containsExactly(
                        "s:1:1: error: this is not the output of sinfo: no heading with NODELIST"
                                + " (give what sinfo -N prints)");
        assertThat(SinfoNodes.read("s", "").problems()).hasSize(1);
        assertThat(SinfoNodes.read("s", "NODELIST STATE\ngpu[1-x] idle\na strange\n").problems())
                .extracting(Problem::text)
                .containsExactly(
                        "s:2:1: error: the node list does not read: \"1-x\" is not a number or a"
                                + " range of numbers (write [1-8], [001-064] or [1-3,7])",
                        "s:3:1: warning: the state \"strange\" is not known (check whether the"
                                + " node is to be in the cluster)");
    }

    @Test
    void anImportedClusterReadsWithoutFaults() throws IOException {
        List<Imported> all =
                List.of(
                        AnsibleInventory.read("h", sample("inventory.ini")),
                        AnsibleInventory.read("h", sample("inventory.yaml")),
                        OpenMpiHostfile.read("h", sample("hostfile")),
                        SinfoNodes.read("s", sample("sinfo-N-l.txt")),
                        SinfoNodes.read("s", sample("sinfo-O.txt")));
        for (Imported imported : all) {
            Cluster cluster = imported.cluster("cluster.yaml", "imported");
            String text = ClusterWriter.write(cluster, imported.notes());
            assertThat(ClusterWriterTest.withoutLines(ClusterReaderTest.accepted(text)))
                    .as(text)
                    .isEqualTo(cluster);
        }
    }

    @Test
    void theLoginThatMostHostsShareStandsWithTheCluster() throws IOException {
        Cluster cluster =
                AnsibleInventory.read("h", sample("inventory.yaml")).cluster("c.yaml", "a");
        assertThat(cluster.login())
                .isEqualTo(
                        new Login(
                                Optional.of("trainer"),
                                2222,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                true));
    }

    @Test
    void noInputMakesAnImporterThrow() throws IOException {
        long seed = 5;
        Random random = new Random(seed);
        List<String> samples =
                List.of(
                        sample("inventory.ini"),
                        sample("inventory.yaml"),
                        sample("hostfile"),
                        sample("sinfo-N-l.txt"),
                        sample("sinfo-O.txt"));
        for (int run = 0; run < 3_000; run++) {
            String text = Mutations.mutate(samples, random);
            assertThat(AnsibleInventory.ini("f", text)).isNotNull();
            assertThat(AnsibleInventory.yaml("f", text)).isNotNull();
            assertThat(OpenMpiHostfile.read("f", text)).isNotNull();
            assertThat(SinfoNodes.read("f", text)).isNotNull();
        }
    }

    @Test
    void whoeverNamesNoUserTakesNoneBack() {
        Imported ini =
                AnsibleInventory.read(
                        "hosts.ini",
                        """
                        [gpus]
                        gpu1 ansible_host=10.0.0.1 ansible_user=ann
                        gpu2 ansible_host=10.0.0.2 ansible_user=ann
                        gpu3 ansible_host=10.0.0.3 ansible_user=ann
                        login1 ansible_host=10.0.0.9
                        """);
        Imported yaml =
                AnsibleInventory.read(
                        "hosts.yml",
                        """
                        all:
                          vars: {ansible_user: ann}
                          hosts:
                            gpu1: {ansible_host: 10.0.0.1}
                            gpu2: {ansible_host: 10.0.0.2, ansible_user: null}
                            gpu3: {ansible_host: 10.0.0.3, ansible_user: ~}
                        """);
        for (Imported imported : List.of(ini, yaml)) {
            String text = ClusterWriter.write(imported.cluster("c.yaml", "c"), imported.notes());
            assertThat(text).contains("user: ann").doesNotContain("null");
            Result read = ClusterReader.read("c.yaml", text);
            assertThat(read).as(text).isInstanceOf(Result.Accepted.class);
        }
        assertThat(yaml.hosts()).allMatch(h -> h.user().equals(Optional.of("ann")));
    }
}
