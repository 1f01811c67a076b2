package io.railhead.cli.findings;

import io.railhead.evidence.paste.Intake;
import java.util.List;

/// What a diagnosis comes to, for people, where it names no fault.
final class Words {
    private Words() {}

    static String of(Examined examined) {
        Intake intake = examined.intake();
        return switch (examined.judgement()) {
            case FAULTS -> "";
            case NO_FAULT -> "No fault found in what was read.";
            case NO_FAULT_IN_PART ->
                    "Nothing wrong in the part that could be read, which is not all: "
                            + named(intake.inPart())
                            + " could not be read in full. What may stand there is not known.";
            case NOT_RECOGNISED ->
                    "No verdict: nothing in this text is known. It is no log and no output of a"
                            + " command that Railhead reads, or too little of one. «railhead"
                            + " diagnose --help» says what it takes; whole outputs with the command"
                            + " line above them are known best.";
            case NOTHING_READ -> "Nothing to diagnose: " + why(examined);
        };
    }

    private static String why(Examined examined) {
        Intake intake = examined.intake();
        if (!intake.broken().isEmpty())
            return named(intake.broken()) + " could not be opened; why stands below.";
        String input = examined.input().equals("-") ? "standard input" : examined.input();
        if (!examined.facts().unread().isEmpty()) return input + " holds no text.";
        return intake.documents() == 0 ? input + " holds no files." : input + " is empty.";
    }

    private static String named(List<String> names) {
        return names.size() <= 3
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }
}
