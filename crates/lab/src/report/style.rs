//! How the page looks, on a screen, in the dark and on paper.

/// The style sheet.
pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--page:#fff;--line:#d0d7de;--band:#f6f8fa;--link:#0969da}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--page:#0d1117;--line:#30363d;--band:#161b22;--link:#58a6ff}}\
body{margin:0 auto;max-width:1160px;padding:1.5rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}\
h1{margin:.2em 0}h2{margin:2.2em 0 .3em;border-top:1px solid var(--line);padding-top:1em}\
a{color:var(--link)}code{background:var(--band);padding:.1em .3em;border-radius:4px;font-size:.9em}\
.question{font-size:1.08em;margin:.2em 0 .6em}.answer{border-left:4px solid var(--link);padding:.2em 0 .2em 1em;margin:.8em 0}\
.notes,.foot{color:var(--soft);font-size:.9em}figure{margin:1em 0;overflow-x:auto}figure svg{max-width:100%;height:auto}\
details{margin:.6em 0}summary{cursor:pointer}.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.85em;font-variant-numeric:tabular-nums}\
th,td{padding:.2em .5em;border-bottom:1px solid var(--line);text-align:right}\
td small{display:block;color:var(--soft);white-space:nowrap}th{vertical-align:bottom}\
th:first-child,td:first-child{text-align:left;min-width:9em}thead th{background:var(--band)}\
nav ul{columns:2;padding-left:1.2em}\
@media print{body{max-width:none;padding:0}h2{break-before:page}figure,.wide{overflow:visible}\
table{font-size:7pt}th,td{padding:.15em .3em}td small{white-space:normal}th:first-child,td:first-child{min-width:0}th{overflow-wrap:break-word;max-width:7em}tr{break-inside:avoid}\
details::details-content{content-visibility:visible;block-size:auto}}";

/// What is closed on a screen is open on paper, in browsers that cannot style it.
pub(super) const PRINT: &str = "<script>addEventListener('beforeprint',()=>\
document.querySelectorAll('details').forEach(part=>part.open=true))</script>\n";
