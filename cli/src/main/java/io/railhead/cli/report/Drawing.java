package io.railhead.cli.report;

/// What all drawings share: a frame that scales with the page, with a title and a description for
/// those who cannot see it.
final class Drawing {
    /// Width of the coordinate system of every drawing.
    static final double WIDTH = 960;

    private Drawing() {}

    /// Opens an `<svg>`; the caller closes it. `id` is unique in the document.
    static void open(Markup m, String id, double height, String title, String description) {
        m.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + (long) WIDTH + " " + (long) Math.ceil(height),
                "role",
                "img",
                "aria-labelledby",
                id + "-t " + id + "-d");
        m.leaf("title", title, "id", id + "-t");
        m.leaf("desc", description, "id", id + "-d");
    }

    static void text(Markup m, String style, double x, double y, String text) {
        m.leaf("text", text, "class", style, "x", x, "y", y);
    }

    static void line(Markup m, String style, double x1, double y1, double x2, double y2) {
        m.empty("line", "class", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
    }

    static void rect(Markup m, String style, double x, double y, double width, double height) {
        m.empty(
                "rect",
                "class",
                style,
                "x",
                x,
                "y",
                y,
                "width",
                Math.max(0, width),
                "height",
                height);
    }

    /// A rectangle that says what it is when pointed at.
    static void rect(
            Markup m, String style, double x, double y, double width, double height, String says) {
        m.open(
                "rect",
                "class",
                style,
                "x",
                x,
                "y",
                y,
                "width",
                Math.max(0, width),
                "height",
                height);
        m.leaf("title", says);
        m.close();
    }

    /// Cuts a label to about so many pixels of the small type, keeping its end, which tells hosts
    /// apart.
    static String fit(String label, double pixels) {
        int most = Math.max(3, (int) (pixels / 6.6));
        return label.length() <= most ? label : "…" + label.substring(label.length() - most + 1);
    }
}
