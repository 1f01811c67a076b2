/// Reports: what was found, changed and measured, as one self-contained HTML file with drawings, or
/// as text with bars.
///
/// [ReportData] gathers; [HtmlReport] and [TextReport] render. Every drawing is SVG written here,
/// without scripts and without anything fetched; everything that came from outside goes through
/// [Markup], which escapes it. No meaning is carried by colour alone.
@NullMarked
package io.railhead.cli.report;

import org.jspecify.annotations.NullMarked;
