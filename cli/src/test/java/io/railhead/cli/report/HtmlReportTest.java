package io.railhead.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.store.Run;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlReportTest {

    private static Document parse(String html) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> all = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            all.add((Element) nodes.item(i));
        }
        return all;
    }

    /// With `RAILHEAD_REPORT_DIR` in the environment the reports are left there to be looked at.
    private static String render(String name, ReportData data) throws Exception {
        String html = HtmlReport.render(data);
        String directory = System.getenv().getOrDefault("RAILHEAD_REPORT_DIR", "");
        if (!directory.isEmpty()) {
            Files.writeString(Path.of(directory, name + ".html"), html);
            Files.writeString(Path.of(directory, name + ".txt"), TextReport.render(data, 80));
        }
        return html;
    }

    @Test
    void everyReportIsWellFormedAndEverythingHasOneId() throws Exception {
        for (var report :
                List.of(
                        render("quickstart", SampleReport.quickstart()),
                        render("fleet8", SampleReport.fleet(8, 2)),
                        render("fleet40", SampleReport.fleet(40, 1)),
                        render(
                                "two-runs",
                                ReportData.builder("two", SampleReport.NOW, "1")
                                        .measurements(
                                                "a",
                                                SampleReport.fleet(4, 1)
                                                        .runs()
                                                        .getFirst()
                                                        .measurements(),
                                                List.of(),
                                                List.of())
                                        .measurements(
                                                "b",
                                                SampleReport.fleet(4, 1)
                                                        .runs()
                                                        .getFirst()
                                                        .measurements(),
                                                List.of(),
                                                List.of())
                                        .build()),
                        render("empty", ReportData.builder("x", SampleReport.NOW, "1").build()))) {
            Document document = parse(report);
            Set<String> ids = new HashSet<>();
            for (Element e : elements(document, "*")) {
                String id = e.getAttribute("id");
                assertThat(id.isEmpty() || ids.add(id)).as(id).isTrue();
            }
            for (Element svg : elements(document, "svg")) {
                for (String id : svg.getAttribute("aria-labelledby").split(" ")) {
                    assertThat(ids).contains(id);
                }
                assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isNotBlank();
                assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).isNotBlank();
            }
        }
    }

    /// Of three runs none is left out, in any form.
    @Test
    void everyRunThatWasAskedForIsThere() throws Exception {
        ReportData.Builder data = ReportData.builder("three", SampleReport.NOW, "1");
        for (String label : List.of("first", "second", "third")) {
            data.measurements(
                    label,
                    SampleReport.fleet(4, 1).runs().getFirst().measurements(),
                    List.of(new Run.Failed("a -> b " + label, "iperf3", "refused to " + label)),
                    List.of("note of " + label));
        }
        String html = render("three", data.build());
        parse(html);
        String text = TextReport.render(data.build(), 80);
        for (String label : List.of("first", "second")) {
            assertThat(html).contains("<h3>" + label + "</h3>");
            assertThat(text).contains("Earlier run, " + label);
        }
        for (String label : List.of("first", "second", "third")) {
            assertThat(html).contains("refused to " + label).contains("note of " + label);
            assertThat(text).contains("refused to " + label).contains("note of " + label);
        }
        assertThat(html.split("All paths ", -1)).hasSize(4);
    }

    @Test
    void nothingIsFetchedAndNothingRuns() throws Exception {
        Document document = parse(render("quickstart", SampleReport.quickstart()));
        assertThat(elements(document, "script")).isEmpty();
        assertThat(elements(document, "link")).isEmpty();
        assertThat(elements(document, "img")).isEmpty();
        assertThat(elements(document, "*"))
                .allMatch(e -> e.getAttribute("src").isEmpty() && e.getAttribute("href").isEmpty());
        String style = elements(document, "style").getFirst().getTextContent();
        assertThat(style).doesNotContain("url(", "@import", "http");
    }

    @Test
    void hostileNamesStayText() throws Exception {
        String html = render("hostile", SampleReport.hostile());
        Document document = parse(html);
        assertThat(elements(document, "script")).isEmpty();
        assertThat(elements(document, "img")).isEmpty();
        assertThat(html).doesNotContain("<script", "<img", "\u202E", "\u0000", "\u0007");
        assertThat(html).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        for (Element e : elements(document, "*")) {
            for (int i = 0; i < e.getAttributes().getLength(); i++) {
                assertThat(e.getAttributes().item(i).getNodeName()).doesNotStartWith("on");
            }
        }
    }

    @Test
    void theOddOneIsNamedAndFramed() throws Exception {
        String html = render("fleet8", SampleReport.fleet(8, 2));
        assertThat(html).contains("odd one out", "gpu003 on rail0: TCP bandwidth");
        assertThat(elements(parse(html), "rect"))
                .anyMatch(e -> e.getAttribute("class").equals("frame"));
    }

    @Test
    void aLabIsCalledALabAndHasNoVerdicts() throws Exception {
        String html = render("quickstart", SampleReport.quickstart());
        assertThat(html)
                .contains("lab</span>", "virtual link (veth)", "1 → 0", "before → after")
                .doesNotContain("expectations met");
    }

    @Test
    void aFleetOfHostsMakesAFileThatABrowserCanShow() throws Exception {
        ReportData data = SampleReport.fleet(130, 1);
        String html = render("fleet130", data);
        assertThat(html.length()).isLessThan(2_000_000);
        parse(html);
    }

    @Test
    void secretsDoNotGoIntoAReport() {
        ReportData data =
                ReportData.builder("x", SampleReport.NOW, "1")
                        .changes(
                                "planned",
                                List.of(
                                        new Change(
                                                "gpu01",
                                                "file:/etc/x",
                                                "",
                                                "user: a\npassword: hunter2secret\n",
                                                Risk.LOW,
                                                "why",
                                                Set.of(),
                                                List.of())))
                        .build();
        assertThat(HtmlReport.render(data)).contains("password").doesNotContain("hunter2secret");
        assertThat(TextReport.render(data, 80)).doesNotContain("hunter2secret");
    }
}
