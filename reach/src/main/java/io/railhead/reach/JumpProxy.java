package io.railhead.reach;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The way to a host through a session on its bastion. One bastion session carries all hosts behind
/// it, so a host that sends faster than it is read must not hold up the others: what it sends waits
/// in a queue, and a host whose queue runs over loses its connection.
final class JumpProxy implements Proxy {
    private static final int QUEUE_CAP = 16 << 20;

    private final Session bastion;
    private final Queue received = new Queue();
    private @Nullable ChannelDirectTCPIP channel;
    private @Nullable OutputStream out;

    JumpProxy(Session bastion) {
        this.bastion = bastion;
    }

    @Override
    public void connect(@Nullable SocketFactory unused, String host, int port, int timeout)
            throws JSchException {
        ChannelDirectTCPIP opened = (ChannelDirectTCPIP) bastion.openChannel("direct-tcpip");
        opened.setHost(host);
        opened.setPort(port);
        opened.setOutputStream(received.sink());
        try {
            out = opened.getOutputStream();
        } catch (IOException e) {
            throw new JSchException("direct-tcpip", e);
        }
        channel = opened;
        opened.connect(timeout);
        if (!opened.isConnected()) {
            throw new JSchException("the jump host could not connect to " + host + " port " + port);
        }
    }

    @Override
    public InputStream getInputStream() {
        return received.source();
    }

    @Override
    public OutputStream getOutputStream() {
        OutputStream opened = out;
        if (opened == null) {
            throw new IllegalStateException("not connected");
        }
        return opened;
    }

    @Override
    public @Nullable Socket getSocket() {
        return null;
    }

    @Override
    public void close() {
        received.close();
        ChannelDirectTCPIP opened = channel;
        if (opened != null) {
            opened.disconnect();
        }
    }

    /// Bytes between the bastion's reader thread, which must not wait, and the host's.
    private static final class Queue {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private byte[] bytes = new byte[32 << 10];
        private int start;
        private int end;
        private boolean closed;

        void close() {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void put(byte[] from, int offset, int length) throws IOException {
            lock.lock();
            try {
                if (closed || end - start + length > QUEUE_CAP) {
                    closed = true;
                    changed.signalAll();
                    throw new IOException("the host sends faster than it is read");
                }
                if (end + length > bytes.length) {
                    int size =
                            Math.max(
                                    bytes.length, Integer.highestOneBit(end - start + length) << 1);
                    byte[] target = end - start + length > bytes.length ? new byte[size] : bytes;
                    System.arraycopy(bytes, start, target, 0, end - start);
                    end -= start;
                    start = 0;
                    bytes = target;
                }
                System.arraycopy(from, offset, bytes, end, length);
                end += length;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private int take(byte[] to, int offset, int length) throws IOException {
            lock.lock();
            try {
                while (start == end) {
                    if (closed) {
                        return -1;
                    }
                    changed.await();
                }
                int taken = Math.min(length, end - start);
                System.arraycopy(bytes, start, to, offset, taken);
                start += taken;
                if (start == end) {
                    start = 0;
                    end = 0;
                    if (bytes.length > 1 << 20) {
                        bytes = new byte[32 << 10];
                    }
                }
                return taken;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } finally {
                lock.unlock();
            }
        }

        OutputStream sink() {
            return new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    put(new byte[] {(byte) b}, 0, 1);
                }

                @Override
                public void write(byte[] b, int offset, int length) throws IOException {
                    put(b, offset, length);
                }

                @Override
                public void close() {
                    Queue.this.close();
                }
            };
        }

        InputStream source() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] b, int offset, int length) throws IOException {
                    return length == 0 ? 0 : take(b, offset, length);
                }
            };
        }
    }
}
