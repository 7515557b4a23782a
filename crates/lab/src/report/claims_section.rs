//! The section of the page on what the write-ups claim: a row a claim, with its verdict.

use std::fmt::Write;

use crate::report::page::code;
use crate::report::write_ups::ClaimRow;

/// The claims as a section of the page.
pub(super) fn html(claims: &[ClaimRow]) -> String {
    let mut html = "<h2 id=\"write-ups\">What the write-ups claim</h2>\n\
                    <p class=\"question\">Does it hold what the five write-ups behind this project \
                    say? A claim <em>depends</em> if it holds in one place and fails in another. \
                    <code>surefoot lab write-ups</code> makes a page of this by itself.</p>\n\
                    <div class=\"wide\"><table class=\"claims\">\n<thead><tr><th>claim</th>\
                    <th>write-up</th><th>verdict</th><th>found</th><th>experiment</th></tr></thead>\n\
                    <tbody>\n"
        .to_owned();
    for ClaimRow { write_up, says, found, verdict, experiment, .. } in claims {
        let (says, found) = (code(says), code(found));
        let _ = writeln!(
            html,
            "<tr><td>{says}</td><td>{write_up}</td><td>{verdict}</td><td>{found}</td>\
             <td><a href=\"#{experiment}\">{experiment}</a></td></tr>"
        );
    }
    html + "</tbody></table></div>\n"
}
