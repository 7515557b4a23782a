//! Chains of influence as files: JSON, DOT for Graphviz, and a picture over the board.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use surefoot_players::influence::{Chains, InfluenceGraph, Origin};
use surefoot_rules::notation::picture;
use surefoot_rules::{Cell, View, counted};

use crate::complaint::complain;
use crate::json;

/// A way to write chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChainsForm {
    Json,
    Dot,
    Svg,
    /// Lines of text.
    List,
}

impl ChainsForm {
    /// The form that the extension of a file asks for.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::List);
        }
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("json") => Ok(Self::Json),
            Some("dot" | "gv") => Ok(Self::Dot),
            Some("svg") => Ok(Self::Svg),
            _ => {
                let what = format!("{} does not end in .svg, .dot or .json", path.display());
                Err(complain(what, "the extension chooses the format: try --influence chains.svg"))
            }
        }
    }

    pub(crate) fn write(self, influence: &InfluenceGraph, view: &View) -> String {
        match self {
            Self::Json => format!("{}\n", as_json(influence)),
            Self::Dot => as_dot(influence),
            Self::Svg => as_svg(influence, view),
            Self::List => as_list(influence),
        }
    }
}

/// What is said of the chains at the end of a game.
pub(crate) fn in_words(chains: &Chains) -> String {
    let Chains { longest, links, reach, breaks, mean_distance, .. } = chains;
    let (longest, reach) = (counted(*longest, "link"), counted(*reach, "cell"));
    let (links, breaks) = (counted(*links, "link"), counted(*breaks, "break"));
    format!(
        "chains    longest {longest}, reaching {reach} from its root; {links} in all, \
         {mean_distance:.2} cells long on average; {breaks}"
    )
}

/// A line per cell, in the order in which they became known.
fn as_list(influence: &InfluenceGraph) -> String {
    let grid = influence.grid();
    let mut text = String::new();
    for link in influence.links() {
        let from: Vec<String> =
            link.from.iter().map(|&clue| grid.point(clue).to_string()).collect();
        let what = match (link.origin, from.is_empty()) {
            (Origin::First, _) => "the first click".to_owned(),
            (Origin::Guess, _) => "a guess".to_owned(),
            (Origin::Mine, true) => "a mine".to_owned(),
            (Origin::Mine, false) => format!("a mine, from {}", from.join(" ")),
            (Origin::Deduced | Origin::Flooded, true) => "safe".to_owned(),
            (Origin::Deduced | Origin::Flooded, false) => format!("from {}", from.join(" ")),
        };
        let _ = writeln!(text, "{:<9} {what}", grid.point(link.cell).to_string());
    }
    text
}

fn as_json(influence: &InfluenceGraph) -> Value {
    let grid = influence.grid();
    let Chains { longest, path, links, reach, mean_distance, most_distance, breaks, cells } =
        influence.chains();
    let all = influence.links().iter().map(|link| {
        json!({
            "cell": json::pair(grid, link.cell),
            "origin": link.origin.name(),
            "from": json::pairs(grid, &link.from),
            "depth": link.depth,
        })
    });
    json!({
        "width": grid.width(),
        "height": grid.height(),
        "longest": longest,
        "path": json::pairs(grid, &path),
        "links": links,
        "reach": reach,
        "mean_distance": mean_distance,
        "most_distance": most_distance,
        "breaks": breaks,
        "known": cells,
        "cells": all.collect::<Vec<_>>(),
    })
}

fn as_dot(influence: &InfluenceGraph) -> String {
    let grid = influence.grid();
    let chains = influence.chains();
    let mut text =
        String::from("digraph influence {\n  node [shape=box, style=filled, fillcolor=white];\n");
    for link in influence.links() {
        let color = match link.origin {
            Origin::First => "lightblue",
            Origin::Guess => "orange",
            Origin::Mine => "gray",
            Origin::Deduced | Origin::Flooded => "white",
        };
        let cell = grid.point(link.cell);
        let height = grid.height() - cell.y;
        let _ = writeln!(text, "  \"{cell}\" [fillcolor={color}, pos=\"{},{height}!\"];", cell.x);
        for &clue in &link.from {
            let bold = if chains.passes(clue, link.cell) { " [color=red, penwidth=3]" } else { "" };
            let _ = writeln!(text, "  \"{}\" -> \"{cell}\"{bold};", grid.point(clue));
        }
    }
    text + "}\n"
}

/// The colour of a link: from green where chains begin to violet where they are longest.
fn shade(depth: u32, longest: u32) -> String {
    let hue = 140.0 + 150.0 * f64::from(depth) / f64::from(longest.max(1));
    format!("hsl({hue:.0},70%,40%)")
}

fn as_svg(influence: &InfluenceGraph, view: &View) -> String {
    let grid = influence.grid();
    let chains = influence.chains();
    let mut text = picture::svg(view);
    // Behind the board's last line there is room for more.
    text.truncate(text.len() - "</svg>\n".len());
    text.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"4\" \
         markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#d0006f\"/></marker></defs>\n\
         <g fill=\"none\" stroke-width=\"1.400\">\n",
    );
    let at = |cell: Cell| picture::middle(grid, cell);
    for link in influence.links() {
        // A cell that many clues led to together is not a blot.
        let strength = 0.8 / (link.from.len().max(1) as f64).sqrt();
        for &clue in &link.from {
            let ((x, y), (to_x, to_y)) = (at(clue), at(link.cell));
            let color = shade(link.depth, chains.longest);
            let _ = writeln!(
                text,
                "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"{color}\" \
                 stroke-opacity=\"{strength:.2}\"/>"
            );
        }
    }
    text.push_str("</g>\n<g fill-opacity=\"0.900\" stroke=\"#fff\" stroke-width=\"1.500\">\n");
    for link in influence.links() {
        let color = match link.origin {
            Origin::First => "#0060d0",
            Origin::Guess => "#f08000",
            Origin::Deduced | Origin::Flooded | Origin::Mine => continue,
        };
        let (x, y) = at(link.cell);
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{color}\"/>");
    }
    text.push_str("</g>\n");
    let line: Vec<String> = chains
        .path
        .iter()
        .map(|&cell| {
            let (x, y) = at(cell);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"5\" \
         stroke-opacity=\"0.800\" stroke-linejoin=\"round\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#d0006f\" stroke-width=\"2.800\" \
         stroke-linejoin=\"round\" marker-end=\"url(#tip)\"/>",
        line.join(" "),
        line.join(" "),
    );
    let Chains { longest, links, reach, breaks, .. } = chains;
    let _ = writeln!(
        text,
        "<desc>Chains of influence: the longest has {longest} links and reaches {reach} cells; \
         {links} links, {breaks} breaks. Blue: the first click; orange: guesses.</desc>"
    );
    text + "</svg>\n"
}
