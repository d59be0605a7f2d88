//! `GET /api/openapi.json`.

use crate::server::shared;
use celeiro_app::commands::all;

#[test]
fn the_description_lists_every_route_and_every_listed_route_exists() {
    let answer = shared().get("/api/openapi.json").send();
    assert_eq!(answer.status, 200);
    let description = answer.json();
    assert_eq!(description["openapi"], "3.1.0");
    for command in all() {
        let operation = &description["paths"][command.path][command.method.to_lowercase()];
        assert_eq!(operation["operationId"], command.name);
    }
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "00000000-0000-0000-0000-000000000000");
        for method in methods.as_object().unwrap().keys() {
            let answer = shared().request(&method.to_uppercase(), &path).json("{}").send();
            assert!(answer.status != 405 && answer.status < 500, "{method} {path}: {}", answer.status);
            if answer.status == 404 {
                assert_eq!(answer.error(404), "not_found", "{method} {path}");
            }
        }
    }
}
