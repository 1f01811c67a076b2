package io.railhead.model.fact;

/// A fact that several commands or files can give about one and the same thing: a GPU in
/// `nvidia-smi -q` and in a CSV query, a PCI function in `lspci` and in sysfs.
///
/// [io.railhead.model.Facts] merges such facts when they come from different documents of one
/// machine, so that a check never sees one thing twice.
///
/// @param <F> the fact itself
public interface Merging<F extends Fact> {

    /// A coarse key: facts with unequal keys never speak of one thing. It keeps the search for
    /// equals short where a machine has thousands.
    default Object group() {
        return "";
    }

    /// Whether both speak of one thing. False when anything that names it (serial number, GUID)
    /// differs, even if the name on the machine is the same: two pasted files may come from two
    /// machines.
    boolean sameThing(F other);

    /// This fact with what it lacks filled in from the other. What both have is taken from this
    /// one, and so is the source.
    Fact filledFrom(F other);
}
