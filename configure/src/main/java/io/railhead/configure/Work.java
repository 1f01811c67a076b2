package io.railhead.configure;

/// A planned change with what it takes to make it, which is not kept in the plan but worked out
/// anew from the intent and what is observed.
record Work(PlannedChange planned, Item item, Resource resource, Steps steps) {}
