package io.railhead.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// What the launcher has the JVM do once after a build, to learn which classes to keep ready in the
/// ahead-of-time cache: a `check` of two machines that refuse the connection, a `check` of this
/// machine alone, diagnoses of a few lines and of the files that it is given, and what a login
/// would need. Nothing leaves the machine. The cache is about speed only (a `check` of eight hosts
/// costs 0.7 s of CPU with it and 1.2 s with one that knows `--help` alone), so whatever goes wrong
/// here is left out.
final class Training {
    /// Classes of a login with a key of the usual type, which no refused connection gets to.
    private static final List<String> LOGIN =
            List.of(
                    "Buffer",
                    "Channel",
                    "ChannelExec",
                    "ChannelSession",
                    "Cipher",
                    "Compression",
                    "DH25519",
                    "DHXEC",
                    "HASH",
                    "HostKey",
                    "IO",
                    "KeyExchange",
                    "KeyPairEd25519",
                    "OpenSshCertificateKeyTypes",
                    "OpenSshCertificateUtil",
                    "Packet",
                    "Random",
                    "RequestExec",
                    "Session",
                    "Session$GlobalRequestReply",
                    "UserAuthNone",
                    "UserAuthPublicKey",
                    "jce.AES128GCM",
                    "jce.Random",
                    "jce.SHA256",
                    "jce.SignatureEd25519",
                    "jce.XDH");

    static final String CLUSTER =
            """
            cluster: training
            login: { user: root, port: 1 }
            rails:
              rail0: { subnet: 192.0.2.0/25, interface: eth1, mtu: 9000 }
              rail1: { subnet: 192.0.2.128/25, interface: eth2, mtu: 9000 }
            host-policy: { sysctl: { net.ipv4.conf.all.arp_ignore: 1 } }
            hosts:
              h[1-2]:
                address: "127.0.0.{i}"
                rails: { rail0: "192.0.2.{i+1}", rail1: "192.0.2.{i+129}" }
            """;

    private static final String NCCL =
            """
            node1:41:71 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth2
            node1:41:71 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:192.0.2.7<0>
            node1:41:75 [0] NCCL INFO Channel 01/0 : 0[0] -> 9[1] [send] via NET/IB/0/GDRDMA
            node1:41:79 [0] misc/socket.cc:50 NCCL WARN socketProgress: Connection closed by peer
            """;

    private static final String STORE = "store.db";

    private Training() {}

    /// @param args files and folders to diagnose as well
    public static void main(String[] args) throws IOException {
        Path home = Files.createTempDirectory("railhead");
        Path cluster = home.resolve("cluster.yaml");
        try {
            Files.writeString(cluster, CLUSTER);
            run(home, "check", "--format", "json", "-c", cluster.toString());
            run(home, "check", "--timeout", "10", "--local");
            login();
            diagnose(home);
            for (String text : args) {
                run(home, "diagnose", text);
                run(home, "diagnose", "--format", "json", text);
            }
        } finally {
            Files.deleteIfExists(cluster);
            for (String end : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(home.resolve(STORE + end));
            }
            Files.deleteIfExists(home);
        }
    }

    private static void diagnose(Path home) throws IOException {
        Path log = home.resolve("nccl.log");
        try {
            Files.writeString(log, NCCL);
            run(home, "diagnose", log.toString());
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static void run(Path home, String... arguments) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOME", home.toString());
        environment.put("RAILHEAD_STORE", home.resolve(STORE).toString());
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Console console =
                new Console(
                        nowhere,
                        nowhere,
                        new ByteArrayInputStream(new byte[0]),
                        false,
                        false,
                        false,
                        environment,
                        home);
        int _ = Railhead.commandLine(console).execute(arguments);
    }

    private static void login() {
        for (String name : LOGIN) {
            try {
                Class<?> _ = Class.forName("com.jcraft.jsch." + name);
            } catch (ReflectiveOperationException | LinkageError e) {
                // Another version of the library: the class is loaded when it is needed.
                continue;
            }
        }
        try {
            KeyPair key = KeyPairGenerator.getInstance("X25519").generateKeyPair();
            KeyAgreement agreement = KeyAgreement.getInstance("X25519");
            agreement.init(key.getPrivate());
            agreement.doPhase(key.getPublic(), true);
            byte[] secret = MessageDigest.getInstance("SHA-256").digest(agreement.generateSecret());

            KeyPair identity = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(identity.getPrivate());
            signature.update(secret);
            byte[] signed = signature.sign();
            signature.initVerify(identity.getPublic());
            signature.update(secret);
            boolean _ = signature.verify(signed);

            SecretKeySpec aes = new SecretKeySpec(secret, 0, 16, "AES");
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, aes, new GCMParameterSpec(128, secret, 0, 12));
            byte[] sent = cipher.doFinal(secret);
            cipher.init(Cipher.DECRYPT_MODE, aes, new GCMParameterSpec(128, secret, 0, 12));
            byte[] _ = cipher.doFinal(sent);
        } catch (GeneralSecurityException e) {
            // A JDK without one of them; then logins use others.
            return;
        }
    }
}
