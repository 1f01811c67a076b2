/// Talking to machines: SSH, the local machine, and replay of a bundle, many at once.
///
/// In: [Target]s and what to do on them. Out: [Transcript][io.railhead.model.Transcript]s, in the
/// order of the targets.
///
/// - A [Transport] opens [Session]s: [SshTransport] (jsch; `ssh_config`, agents, certificates, jump
///   hosts and network namespaces), [OpenSshTransport] for the logins only OpenSSH can make, and
///   [LocalTransport]. All give the same transcripts.
/// - A [Fleet] runs one work on many targets; the [Collector] runs a plan of
///   [Probe][io.railhead.model.Probe]s as one script a machine and gives [Collected]s.
/// - A [Bundle] keeps what was collected in a file, with [Secrets] masked.
///
/// Invariants: blocking code on virtual threads, a bounded number in flight, a deadline on
/// everything. A machine that is slow, dead or hostile is a value ([Unreachable], [Outcome.Failed]
/// or a truncated transcript), not an exception that stops the rest, and costs a bounded amount of
/// memory. Host keys are always checked. Nothing is installed or written on a machine that is only
/// looked at, and no secret stands on a command line. What was started there ends there: by the
/// machine's own `timeout` even when the connection is gone.
///
/// Measured on two busy cores, JDK 25, C1 compiler only, against 64 namespace hosts with real sshd:
/// login, one command and its end cost 14 ms CPU each from a cold JVM, 5 ms warm; one more command
/// on an open session 2 ms; a collection of sixty probes some 30 ms, the JVM's start included.
@NullMarked
package io.railhead.reach;

import org.jspecify.annotations.NullMarked;
