//! The software that runs, as technicians see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::access::hexadecimal;
use crate::model::{NamedHash, SoftwareView, fingerprint};

/// The program and the files that it runs with, as `croupierctl identity` prints them of the files on the disk.
#[derive(Serialize, ToSchema)]
pub(super) struct Software {
    /// The release.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The commit that the program was built from; null where the build was not told.
    #[schema(required)]
    build: Option<String>,
    /// What stands for the program and all files: the SHA-256 of their listing.
    #[schema(example = "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab")]
    digest: String,
    /// What people compare of it.
    #[schema(example = "9c56-cc51-b374-c3ba-1892-10d5-b6d4-bf57")]
    fingerprint: String,
    /// SHA-256 of the program's file.
    #[schema(example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    program_sha256: String,
    /// The cabinet file, and every file that it names.
    files: Vec<SoftwareFile>,
}

impl From<&SoftwareView> for Software {
    fn from(view: &SoftwareView) -> Self {
        Self {
            version: view.version,
            build: view.identity.build.clone(),
            digest: hexadecimal(&view.digest),
            fingerprint: fingerprint(&view.digest),
            program_sha256: hexadecimal(&view.identity.program_sha256),
            files: view.identity.files.iter().map(SoftwareFile::from).collect(),
        }
    }
}

/// A file that the program runs with.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"name": "rules/roulette/by", "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}))]
struct SoftwareFile {
    /// `cabinet` for the cabinet file, a shipped file by its folder and name, another by its path in the cabinet file.
    name: String,
    /// SHA-256 of its bytes.
    sha256: String,
}

impl From<&NamedHash> for SoftwareFile {
    fn from(file: &NamedHash) -> Self {
        Self { name: file.name.clone(), sha256: hexadecimal(&file.sha256) }
    }
}
