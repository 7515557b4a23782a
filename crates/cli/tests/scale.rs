//! The recipes of the guide for many machines, run as their schedulers would run them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use surefoot_testing::{Said, TempFolder, timeless};
use yaml_rust2::{Yaml, YamlLoader};

const EXPERIMENT: &str = r#"
title = "Scores"
question = "Who flags more?"
game = "score"
players = ["queue", "exact"]
deals = 7

[setting]
size = "8x8"

[sweep]
over = "density"
values = [10, 20]
"#;

fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/scale")
}

/// A folder with an experiment in it, gone at the end, where recipes find `surefoot`.
struct Site(TempFolder);

impl Site {
    fn new(name: &str) -> Self {
        let folder = TempFolder::new(&format!("scale-{name}"));
        folder.file("mine.toml", EXPERIMENT);
        Self(folder)
    }

    fn shell(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Said {
        let binary = Path::new(env!("CARGO_BIN_EXE_surefoot")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        for name in ["ID", "MIN", "COUNT"] {
            command.env_remove(format!("SLURM_ARRAY_TASK_{name}"));
        }
        command.env_remove("JOB_COMPLETION_INDEX").env_remove("SLURM_CPUS_PER_TASK");
        command.args(arguments).current_dir(&*self.0).env("PATH", path);
        Said::by(command.envs(variables.iter().copied()), "")
    }

    /// A record without its times and the checksums that cover them.
    fn record(&self, folder: &str) -> Vec<String> {
        timeless(&fs::read_to_string(self.0.join(folder).join("records/mine.csv")).unwrap())
    }

    /// The shares together are what one run records.
    #[track_caller]
    fn merges_to_one_run(&self) {
        self.shell(&["-c", "surefoot lab mine.toml --out one --quiet"], &[]).done();
        self.shell(&["-c", "surefoot lab merge share-* --out whole"], &[]).done();
        assert_eq!(self.record("whole"), self.record("one"));
    }
}

#[test]
fn a_slurm_array_plays_the_whole() {
    let site = Site::new("slurm");
    let script = recipes().join("slurm.sh");
    let script = script.to_str().unwrap();
    // Numbered from 5 on, and the second is started twice, as after a requeue.
    for id in ["5", "6", "6", "7"] {
        let variables = [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", "5"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
            ("SLURM_CPUS_PER_TASK", "2"),
        ];
        site.shell(&[script, "mine.toml"], &variables).done();
    }
    site.merges_to_one_run();
}

#[test]
fn gnu_parallel_plays_the_whole() {
    let site = Site::new("parallel");
    let script = recipes().join("parallel.sh");
    for share in ["1", "2", "3"] {
        site.shell(&[script.to_str().unwrap(), share, "3", "mine.toml"], &[]).done();
    }
    site.merges_to_one_run();
}

#[test]
fn a_kubernetes_job_plays_the_whole() {
    let text = fs::read_to_string(recipes().join("kubernetes.yaml")).unwrap();
    let manifest = &YamlLoader::load_from_str(&text).unwrap()[0];
    assert_eq!(manifest["kind"].as_str(), Some("Job"));
    let spec = &manifest["spec"];
    assert_eq!(spec["completionMode"].as_str(), Some("Indexed"));
    let container = &spec["template"]["spec"]["containers"][0];
    assert_eq!(container["command"], Yaml::Array(["sh", "-c"].map(yaml).into()));
    let script = container["args"][0].as_str().unwrap();
    let shards = format!("--shards {} ", spec["completions"].as_i64().unwrap());
    assert!(script.contains(&shards) && script.contains("win-rates"), "{script}");
    let site = Site::new("kubernetes");
    let script = script.replace(&shards, "--shards 3 ").replace("win-rates", "mine.toml");
    for index in ["0", "1", "2"] {
        site.shell(&["-c", &script], &[("JOB_COMPLETION_INDEX", index)]).done();
    }
    site.merges_to_one_run();
    // One index too many is refused, and says why.
    let said = site.shell(&["-c", &script], &[("JOB_COMPLETION_INDEX", "3")]);
    said.refused(&["share 4 of 3"]);
}

fn yaml(text: &str) -> Yaml {
    Yaml::String(text.to_owned())
}

#[test]
fn without_a_scheduler_there_is_no_share() {
    let site = Site::new("none");
    let said = site.shell(&["-c", "surefoot lab mine.toml --shard env"], &[]);
    said.refused(&["SLURM_ARRAY_TASK_ID"]);
}

#[test]
fn a_plan_says_what_it_will_cost() {
    let site = Site::new("plan");
    let text = site.shell(&["-c", "surefoot lab plan mine.toml --json"], &[]).done();
    assert!(text.contains(r#""games":28"#) && text.contains(r#""cpu_seconds":"#), "{text}");
}
