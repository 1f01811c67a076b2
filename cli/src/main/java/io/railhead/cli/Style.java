package io.railhead.cli;

import io.railhead.model.Severity;

/// Colour for terminals, and nothing elsewhere.
public final class Style {
    private final boolean on;

    public Style(Console console) {
        this.on = console.colour();
    }

    private String wrap(String code, String text) {
        return on ? Screen.ESCAPE + "[" + code + "m" + text + Screen.ESCAPE + "[0m" : text;
    }

    public String bold(String text) {
        return wrap("1", text);
    }

    public String dim(String text) {
        return wrap("2", text);
    }

    public String good(String text) {
        return wrap("32", text);
    }

    public String bad(String text) {
        return wrap("31", text);
    }

    public String of(Severity severity, String text) {
        return switch (severity) {
            case CRITICAL -> wrap("1;31", text);
            case ERROR -> wrap("31", text);
            case WARNING -> wrap("33", text);
            case INFO -> wrap("36", text);
        };
    }
}
