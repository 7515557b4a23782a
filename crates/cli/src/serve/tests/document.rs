//! The document that describes the API.

use std::collections::BTreeSet;

use clap::CommandFactory;
use serde_json::{Value, json};

use super::{document, post};
use crate::args::Arguments;
use crate::serve::api;

/// Whether a value is of the form a schema describes, as far as our schemas go; a
/// keyword that this does not know is an error too.
pub(super) fn check(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$ref" => {
                let path = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                check(value, document.pointer(path).unwrap(), document)?;
                true
            }
            "type" => {
                let is = |kind: &Value| match kind.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                wanted.as_array().map_or_else(|| is(wanted), |kinds| kinds.iter().any(is))
            }
            "oneOf" => {
                let choices = wanted.as_array().unwrap().iter();
                choices.filter(|choice| check(value, choice, document).is_ok()).count() == 1
            }
            "enum" => wanted.as_array().unwrap().contains(value),
            "required" => {
                let names = wanted.as_array().unwrap();
                names.iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(value, schema, document).map_err(|e| format!("{name}: {e}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(*wanted, false);
                value
                    .as_object()
                    .is_none_or(|o| o.keys().all(|k| schema["properties"].get(k).is_some()))
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(item, wanted, document)?;
                }
                true
            }
            "minItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 >= wanted.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 <= wanted.as_u64().unwrap())
            }
            "minimum" => value.as_f64().is_none_or(|n| n >= wanted.as_f64().unwrap()),
            "exclusiveMinimum" => value.as_f64().is_none_or(|n| n > wanted.as_f64().unwrap()),
            "exclusiveMaximum" => value.as_f64().is_none_or(|n| n < wanted.as_f64().unwrap()),
            "description" | "default" | "examples" => true,
            other => panic!("`{other}` is not a keyword we use"),
        };
        if !fits {
            return Err(format!("{value} is not as `{keyword}`: {wanted} says"));
        }
    }
    Ok(())
}

#[test]
fn the_document_describes_every_route_and_no_other() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (path.clone(), method.clone()))
        })
        .collect();
    let routed: BTreeSet<(String, String)> =
        api::routes().iter().map(|r| (r.path.to_owned(), r.method.to_owned())).collect();
    assert_eq!(described, routed);
}

#[test]
fn the_help_names_every_route() {
    let command = Arguments::command();
    let help = command.find_subcommand("serve").unwrap().get_after_help().unwrap().to_string();
    for route in api::routes() {
        assert!(help.contains(route.path), "{} is not in the help", route.path);
    }
}

/// Every example is answered, and every answer is of the form described.
#[test]
fn the_examples_of_the_document_are_answered_as_it_says() {
    let document = document();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(question) = methods.get("post") else { continue };
        let content = &question["requestBody"]["content"]["application/json"];
        check(&content["example"], &content["schema"], &document).unwrap();
        let answer = post(path, &content["example"]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.json());
        let described = &question["responses"]["200"]["content"]["application/json"]["schema"];
        check(&answer.json(), described, &document).unwrap();
        // A refusal, of the same form everywhere.
        let refused = post(path, &json!({"nonsense": 1}));
        assert!(refused.refusal(400).contains("nonsense"), "{path}");
        let described = &question["responses"]["400"]["content"]["application/json"]["schema"];
        check(&refused.json(), described, &document).unwrap();
        asked += 1;
    }
    assert_eq!(asked, 5);
}
