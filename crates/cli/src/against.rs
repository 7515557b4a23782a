//! `surefoot explain --against`: why this cell and not that, drawn and in words.

use std::fmt::Write as _;

use anstyle::Style;
use surefoot_players::coach::CellComparison;
use surefoot_rules::View;

use crate::args::Common;
use crate::explain::picture;
use crate::{json, output};

/// Tells what sets two cells apart.
pub(crate) fn tell(common: &Common, view: &View, compared: &CellComparison) -> anyhow::Result<()> {
    output::answer(common, || json::comparison(view, compared), || in_words(view, compared))
}

/// The one in round brackets, the other in square ones.
fn in_words(view: &View, compared: &CellComparison) -> String {
    let [one, other] = &compared.cells;
    let bold = Style::new().bold();
    let mut text = picture(view, |cell| match cell {
        _ if cell == one.cell => Some(('(', ')', bold)),
        _ if cell == other.cell => Some(('[', ']', bold)),
        _ => None,
    });
    text.push('\n');
    for ((before, after), prospect) in [('(', ')'), ('[', ']')].into_iter().zip([one, other]) {
        let name = format!("{before}{}{after}", view.grid().point(prospect.cell));
        _ = writeln!(text, "{name:<9} {}", prospect.words());
    }
    text.push('\n');
    for sentence in compared.words(view) {
        _ = writeln!(text, "{sentence}");
    }
    text
}
