package io.railhead.intent;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Fills templates in for one host at a time and reports what cannot be filled in.
///
/// @param home home directory that a leading `~` stands for
final class Filling {
    final Problems problems;
    private final String home;

    Filling(Problems problems, String home) {
        this.problems = problems;
        this.home = home;
    }

    Optional<String> fill(Located<Template> template, Template.Scope scope) {
        try {
            return Optional.of(template.value().fill(scope));
        } catch (Template.Unfilled e) {
            problems.perHost(template.at(), "unfilled", e.message(), e.remedy);
            return Optional.empty();
        }
    }

    Optional<Integer> number(Located<Template> template, Template.Scope scope, int low, int high) {
        Optional<String> text = fill(template, scope);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= low && number <= high) {
                return Optional.of(number);
            }
        } catch (NumberFormatException e) {
            // Told below, with the number as it is written.
        }
        problems.perHost(
                template.at(),
                "range",
                "\""
                        + Ranges.shortened(text.get())
                        + "\" is not a number from "
                        + low
                        + " to "
                        + high,
                "correct the template");
        return Optional.empty();
    }

    /// A path as the program that opens it needs it: `~` is the home directory, and what is
    /// relative is relative to the directory of the intent file.
    String path(String written) {
        if (written.equals("~") || written.startsWith("~/")) {
            return home + written.substring(1);
        }
        if (written.startsWith("/")) {
            return written;
        }
        try {
            return Path.of(problems.file()).resolveSibling(written).toString();
        } catch (InvalidPathException e) {
            return written;
        }
    }

    /// The way to write a path in a file so that [#path] gives it back.
    static String relativeTo(String file, String path) {
        try {
            Path directory = Path.of(file).getParent();
            Path target = Path.of(path);
            return directory == null || directory.isAbsolute() || target.isAbsolute()
                    ? path
                    : directory.relativize(target).toString();
        } catch (IllegalArgumentException e) {
            return path;
        }
    }
}
