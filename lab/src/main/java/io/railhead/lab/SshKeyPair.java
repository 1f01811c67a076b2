package io.railhead.lab;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.util.Base64;

/// An Ed25519 key pair in OpenSSH's file formats (`PROTOCOL.key` of its sources), made here because
/// 256 runs of `ssh-keygen` cost more than the rest of a lab's files.
///
/// @param privateFile content of the private key file, without a passphrase
/// @param publicLine `ssh-ed25519 BASE64`, without comment and newline
record SshKeyPair(String privateFile, String publicLine) {
    private static final String TYPE = "ssh-ed25519";
    private static final int KEY_BYTES = 32;

    /// Key files are padded to this many bytes: the block size of the cipher `none`.
    private static final int BLOCK = 8;

    static KeyPairGenerator generator() {
        try {
            return KeyPairGenerator.getInstance("Ed25519");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks Ed25519", e);
        }
    }

    static SshKeyPair generate(KeyPairGenerator generator, String comment) {
        KeyPair pair = generator.generateKeyPair();
        byte[] publicKey = publicBytes((EdECPublicKey) pair.getPublic());
        byte[] seed =
                ((EdECPrivateKey) pair.getPrivate())
                        .getBytes()
                        .orElseThrow(() -> new IllegalStateException("key without bytes"));
        byte[] publicBlob = new Blob().string(TYPE).string(publicKey).bytes();

        byte[] both = new byte[2 * KEY_BYTES];
        System.arraycopy(seed, 0, both, 0, KEY_BYTES);
        System.arraycopy(publicKey, 0, both, KEY_BYTES, KEY_BYTES);
        // The two equal numbers tell a reader that a passphrase was right; there is none here.
        Blob secret = new Blob().number(0).number(0).string(TYPE).string(publicKey).string(both);
        secret.string(comment);
        for (int pad = 1; secret.size() % BLOCK != 0; pad++) {
            secret.octet(pad);
        }
        byte[] file =
                new Blob()
                        .raw("openssh-key-v1\0")
                        .string("none")
                        .string("none")
                        .string("")
                        .number(1)
                        .string(publicBlob)
                        .string(secret.bytes())
                        .bytes();
        String body = Base64.getMimeEncoder(70, new byte[] {'\n'}).encodeToString(file);
        return new SshKeyPair(
                "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                        + body
                        + "\n-----END OPENSSH PRIVATE KEY-----\n",
                TYPE + " " + Base64.getEncoder().encodeToString(publicBlob));
    }

    /// RFC 8032, 5.1.2: y in little endian, the lowest bit of x in the highest bit of the last
    /// byte.
    private static byte[] publicBytes(EdECPublicKey key) {
        byte[] big = key.getPoint().getY().toByteArray();
        byte[] little = new byte[KEY_BYTES];
        for (int i = 0; i < big.length && i < KEY_BYTES; i++) {
            little[i] = big[big.length - 1 - i];
        }
        if (key.getPoint().isXOdd()) {
            little[KEY_BYTES - 1] |= (byte) 0x80;
        }
        return little;
    }

    private static final class Blob {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

        Blob octet(int value) {
            out.write(value);
            return this;
        }

        Blob raw(String text) {
            out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        Blob number(int value) {
            return octet(value >>> 24).octet(value >>> 16).octet(value >>> 8).octet(value);
        }

        Blob string(byte[] bytes) {
            number(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        Blob string(String text) {
            return string(text.getBytes(StandardCharsets.UTF_8));
        }

        int size() {
            return out.size();
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
