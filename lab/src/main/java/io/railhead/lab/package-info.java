/// Lab hosts: namespaces of one Linux machine with an overlay root and a real sshd.
///
/// A lab is one process tree. Its first process, the keeper, is the init of a PID namespace of the
/// lab's own and holds the network namespace of the fabric (the bridges) and a mount namespace;
/// every host is a nested set of namespaces below it. Killing the keeper therefore ends every
/// process of the lab and releases every mount and interface, by the kernel and exactly; what is
/// left is a directory. Nothing is ever mounted or linked in the machine's own namespaces.
///
/// A lab host is no jail against a hostile root (it has no user namespace); it is made so that
/// commands that reach past a host on a real machine (clock, modules, sysrq, `vm.*`) fail instead
/// of reaching the machine. [docs/lab.md] says what is real and what is not.
@NullMarked
package io.railhead.lab;

import org.jspecify.annotations.NullMarked;
