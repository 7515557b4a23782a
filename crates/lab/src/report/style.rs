//! How the page looks, on a screen, in the dark and on paper.
//!
//! On a screen figures keep their size, so that their smallest text can be read on a phone too;
//! what is wider scrolls inside its own frame. On paper they shrink to the page, and tables that
//! are closed are left out: all of them together are sixty pages that nobody reads.

/// The style sheet.
pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--page:#fff;--line:#d0d7de;--band:#f6f8fa;--link:#0969da}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--page:#0d1117;--line:#30363d;--band:#161b22;--link:#58a6ff}}\
body{margin:0 auto;max-width:1160px;padding:1.5rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}\
h1{margin:.2em 0}h2{margin:2.2em 0 .3em;border-top:1px solid var(--line);padding-top:1em}\
a{color:var(--link)}code{background:var(--band);padding:.1em .3em;border-radius:4px;font-size:.9em}\
.question{font-size:1.08em;margin:.2em 0 .6em}.answer{border-left:4px solid var(--link);padding:.2em 0 .2em 1em;margin:.8em 0}\
.notes,.foot{color:var(--soft);font-size:.9em}figure{margin:1em 0;overflow-x:auto}figure svg{display:block}\
@media (max-width:800px){body{padding:1rem .8rem}nav ul{columns:1}}\
details{margin:.6em 0}summary{cursor:pointer}.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.85em;font-variant-numeric:tabular-nums}\
th,td{padding:.2em .5em;border-bottom:1px solid var(--line);text-align:right}\
td small{display:block;color:var(--soft);white-space:nowrap;font-size:.85em}th{vertical-align:bottom}\
th:first-child,td:first-child{text-align:left;min-width:9em}thead th{background:var(--band)}\
.claims td{text-align:left;vertical-align:top}.claims td:first-child{min-width:14em}.claims td:nth-child(4){min-width:18em}\
nav ul{columns:2;padding-left:1.2em}.summary li{margin:.3em 0}h2.first{border:0;margin-top:1em;padding-top:0}\
@media print{body{max-width:none;padding:0;font-size:10pt}h2{margin-top:1.2em;break-after:avoid}.question,.answer{break-after:avoid}nav{display:none}\
figure,.wide{overflow:visible}figure{break-inside:avoid;margin:.5em 0}figure svg{max-width:100%;height:auto;max-height:8cm}\
table{font-size:7pt}th,td{padding:.15em .3em}td small{white-space:normal}th:first-child,td:first-child{min-width:0}th{overflow-wrap:break-word;max-width:7em}tr{break-inside:avoid}details:not([open]){display:none}}";

#[cfg(test)]
mod tests {
    use super::*;

    /// Text of tables is the smallest, their intervals smaller still; a phone shows both as they
    /// are.
    #[test]
    fn no_text_of_the_page_is_small_on_a_screen() {
        let screen = STYLE.split("@media print").next().unwrap();
        let sizes = |unit: &str| -> Vec<f64> {
            let rest = screen.split("font-size:").skip(1);
            let texts = rest.filter_map(|rest| rest.split([';', '}']).next());
            texts.filter_map(|text| text.strip_suffix(unit)?.parse().ok()).collect()
        };
        let mut parts = sizes("em");
        parts.sort_by(f64::total_cmp);
        assert!(parts.len() >= 3 && sizes("px").is_empty() && sizes("pt").is_empty());
        // No text stands in more than two smaller ones.
        assert!(screen.contains("font:16px/1.5") && 16.0 * parts[0] * parts[1] >= 10.0);
        assert!(screen.contains("figure{margin:1em 0;overflow-x:auto}"));
    }
}
