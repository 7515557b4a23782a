//! `surefoot convert`: from any format to any other that can hold it.

use surefoot_rules::notation::{self, Document, Format, Keeps, WriteError, picture};

use crate::args::{Common, Convert, Target};
use crate::complaint::{complain, note};
use crate::{input, output};

pub(crate) fn run(common: &Common, arguments: &Convert) -> anyhow::Result<()> {
    let target = target(common, arguments)?;
    let input = input::read(&arguments.input, &arguments.reading)?;
    let found = input.documents.len();
    let chosen = match arguments.pick.map(|pick| (pick, pick as usize - 1)) {
        None => &input.documents[..],
        Some((pick, at)) => match input.documents.get(at) {
            Some(document) => std::slice::from_ref(document),
            None => {
                let what = format!("{} has no number {pick}: it holds {found}", input.name);
                return Err(complain(what, format!("--pick takes 1 to {found}")));
            }
        },
    };
    let many = matches!(target, Target::Notation(format) if format.holds_many());
    if chosen.len() > 1 && !many {
        let what = format!("{} holds {found} boards, but OUT can hold only one", input.name);
        return Err(complain(what, "choose one with --pick N, or write .jsonl or .txt"));
    }

    let mut bytes = Vec::new();
    for (document, at) in chosen.iter().zip(1..) {
        if at > 1 && target == Target::Notation(Format::Drawing) {
            bytes.push(b'\n');
        }
        let written = write(document, target).map_err(|error| {
            let which = if chosen.len() > 1 { format!(", number {at}") } else { String::new() };
            let what = format!("{}{which}: {error}", input.name);
            complain(what, advice(&error))
        })?;
        bytes.try_reserve(written.len()).map_err(|_| {
            let what = "what is written does not fit into the memory there is";
            complain(what, "convert a part at a time, with --pick or of a shorter file")
        })?;
        bytes.extend(written);
    }
    output::put(&arguments.output, &bytes)?;
    if !common.quiet {
        remark(chosen, target);
    }
    if common.verbose {
        note(&format!("{} was read as `{}`", input.name, input.format));
    }
    Ok(())
}

fn target(common: &Common, arguments: &Convert) -> anyhow::Result<Target> {
    let ending = arguments.output.extension().and_then(|ending| ending.to_str());
    let named = arguments.to.or_else(|| Target::by_ending(ending?));
    if common.json {
        let boards = Target::Notation(Format::Boards);
        return match named.unwrap_or(boards) {
            target if target == boards => Ok(target),
            _ => Err(complain(
                "--json writes JSON lines, but OUT or --to asks for another format",
                "omit --json, or write .jsonl",
            )),
        };
    }
    named.ok_or_else(|| {
        complain(
            format!("{} has no known extension", arguments.output.display()),
            format!("name one with --to: {}", Target::names()),
        )
    })
}

fn write(document: &Document, target: Target) -> Result<Vec<u8>, WriteError> {
    match target {
        Target::Notation(format) => notation::write(document, format),
        Target::Svg => Ok(picture::svg(&document.shown()).into_bytes()),
    }
}

fn advice(error: &WriteError) -> &'static str {
    match error {
        WriteError::NotABoard(_) => "use .txt, .mine or .svg, which also hold positions",
        WriteError::NotAPosition { .. } => "use .txt, .url or .jsonl, which hold whole boards",
        WriteError::NoSeed => {
            "`surefoot deal --generator jsm --format seed` writes the link of a seed"
        }
        WriteError::Neighbourhood { .. } => {
            "use .txt, .jsonl or .svg, which know all neighbourhoods"
        }
        WriteError::UnknownTotal { .. } => "give it in the first line, as in `30x16/99`",
        _ => "use .txt or .jsonl, which have no such limit",
    }
}

/// Says what the new file does not keep.
fn remark(documents: &[Document], target: Target) {
    let any = |what: fn(&Document) -> bool| documents.iter().any(what);
    let keeps_first = matches!(target, Target::Notation(format) if format.keeps_first());
    if !keeps_first && any(|document| document.first().is_some()) {
        note("the first click is not kept; .jsonl, .json and .id keep it");
    }
    let keeps = match target {
        Target::Notation(format) => format.keeps(),
        Target::Svg => Keeps::View,
    };
    if any(|document| matches!(document, Document::Game(..))) {
        match keeps {
            Keeps::Board => {
                note("only the mines are kept, not what was open or flagged; .mine keeps both");
            }
            Keeps::View => {
                note("only what is seen is kept, not where the mines are; .mine keeps both");
            }
            Keeps::Both => {}
        }
    }
    if target == Target::Notation(Format::Minesweepr) {
        if any(|document| document.shown().mines().is_some()) {
            note("the number of mines is not kept; tell it to minesweepr separately");
        }
        if any(|document| document.view().is_some_and(|view| view.flag_count() > 0)) {
            note("flags are not kept: minesweepr would take them as certain mines");
        }
    }
}
