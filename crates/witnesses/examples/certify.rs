//! Proves certain cells of random positions and has every proof checked by `VeriPB`:
//!
//! ```sh
//! cargo run --release -p surefoot-witnesses --example certify -- 2400
//! ```
//!
//! It prints how many proofs were accepted, how long explanations and certificates
//! took in CPU time, and how hard the cells were. Exit status 1 if any is refused.

#![allow(clippy::print_stdout, clippy::expect_used)]

use std::collections::BTreeMap;
use std::process::ExitCode;

use cpu_time::ProcessTime;
use surefoot_inference::Prover;
use surefoot_rules::{Deal, Level, Random};
use surefoot_testing::TempFolder;
use surefoot_witnesses::{certain, check, positions};

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(2400);
    let levels = [
        ("beginner", Level::BEGINNER),
        ("intermediate", Level::INTERMEDIATE),
        ("expert", Level::EXPERT),
        ("16x16/99", Level { width: 16, height: 16, mines: 99 }),
    ];
    let folder = TempFolder::new("certify");
    let mut refused = 0;
    for (name, level) in levels {
        let mut prover = Prover::default();
        let mut random = Random::for_player(Deal::new(8, 0), name);
        let (mut explain, mut certify, mut sizes) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (mut deepest, mut total, mut minimal, mut longest) = (0, 0, 0, 0);
        'positions: for view in positions(level, 8) {
            let certain = certain(&view);
            for _ in 0..6 {
                let Some(&(cell, mine)) = random.pick(&certain) else { break };
                let started = ProcessTime::now();
                let proof = match prover.prove(&view, cell) {
                    Ok(proof) => proof,
                    Err(error) => {
                        println!("not proved: {error}\n{view:?}");
                        refused += 1;
                        continue;
                    }
                };
                explain.push(started.elapsed().as_secs_f64() * 1e3);
                let certificate = proof.certificate(&view);
                certify.push(started.elapsed().as_secs_f64() * 1e3);
                if let Err(error) = check(&folder, &certificate) {
                    println!("refused: {error}\n{view:?}\n{}", certificate.proof);
                    refused += 1;
                }
                if proof.mine != mine {
                    println!("wrong: {}", view.grid().point(cell));
                    refused += 1;
                }
                *sizes.entry(proof.clues.len()).or_insert(0) += 1;
                deepest = deepest.max(proof.splits());
                total += usize::from(proof.total);
                minimal += usize::from(!proof.smallest);
                longest = longest.max(certificate.proof.len());
                if explain.len() == wanted / levels.len() {
                    break 'positions;
                }
            }
        }
        let spread = |times: &mut Vec<f64>| {
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            format!("median {:.4} p99 {:.3} max {:.2} ms", at(0.5), at(0.99), at(1.0))
        };
        println!("{name}: {} proofs", explain.len());
        println!("  explanation  {}", spread(&mut explain));
        println!("  certificate  {}", spread(&mut certify));
        println!("  clues needed {sizes:?}; with the number of mines: {total}");
        println!("  minimal, not known to be smallest: {minimal}; most suppositions: {deepest}");
        println!("  longest proof: {longest} bytes");
    }
    println!("refused: {refused}");
    if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
