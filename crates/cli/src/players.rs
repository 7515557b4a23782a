//! `surefoot players`: the roster.

use std::io::Write;

use anstyle::Style;
use serde_json::json;

use crate::asker::Asker;

pub(crate) fn run(Asker { common, roster }: Asker<'_>) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    if common.json {
        let entries = roster.entries().iter().map(|entry| {
            let options = entry.options().iter();
            let options = options.map(|option| json!({"form": option.form, "about": option.about, "sound": !option.unsound}));
            json!({
                "name": entry.name(),
                "source": entry.source(),
                "about": entry.about(),
                "options": options.collect::<Vec<_>>(),
            })
        });
        writeln!(out, "{}", json!({"players": entries.collect::<Vec<_>>()}))?;
        return Ok(out.flush()?);
    }
    let bold = Style::new().bold();
    for entry in roster.entries() {
        let (name, about, source) = (entry.name(), entry.about(), entry.source());
        writeln!(out, "{bold}{name:<10}{bold:#} {about} ({source})")?;
        for option in entry.options() {
            let mark = if option.unsound { " [may be wrong]" } else { "" };
            writeln!(out, "  :{:<14} {}{mark}", option.form, option.about)?;
        }
    }
    Ok(out.flush()?)
}
