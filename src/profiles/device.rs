//! Device files. The types belong to `sensing`, which knows what each key means; which type a file has is its key `dialect`.

use serde::Deserialize;

use super::error::ProfileErrors;
use super::kind::Kind;
use super::load::{Checked, Problem, Profile, load};
use crate::sensing::{DeviceParameters, Dialect, shoe, shuffler, slingshot, three_sensor};

/// What a device file describes.
#[derive(Clone, Debug, PartialEq)]
pub enum Device {
    /// A wheel of the SlingShot family on a serial line.
    Slingshot(slingshot::Parameters),
    /// A wheel on bare lines.
    ThreeSensor(Box<three_sensor::Parameters>),
    /// A shuffle machine on a serial line.
    Shuffler(shuffler::Parameters),
    /// A card-reading shoe on a serial line.
    Shoe(shoe::Parameters),
}

impl Device {
    /// The kind of device, as its file names it.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Slingshot(_) => Dialect::Slingshot,
            Self::ThreeSensor(_) => Dialect::ThreeSensor,
            Self::Shuffler(_) => Dialect::Shuffler,
            Self::Shoe(_) => Dialect::Shoe,
        }
    }
}

/// The one key of a device file that says which the others are.
#[derive(Debug, Deserialize)]
struct Kinds {
    dialect: Dialect,
}

impl Checked for Kinds {
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }
}

/// Reads a device file of any dialect.
///
/// # Errors
/// Every [`super::ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_device(name_or_file: &str) -> Result<Profile<Device>, ProfileErrors> {
    Ok(match load::<Kinds>(Kind::Device, name_or_file)?.value.dialect {
        Dialect::Slingshot => load(Kind::Device, name_or_file)?.map(Device::Slingshot),
        Dialect::ThreeSensor => load(Kind::Device, name_or_file)?.map(|parameters| Device::ThreeSensor(Box::new(parameters))),
        Dialect::Shuffler => load(Kind::Device, name_or_file)?.map(Device::Shuffler),
        Dialect::Shoe => load(Kind::Device, name_or_file)?.map(Device::Shoe),
    })
}

impl<P: DeviceParameters> Checked for P {
    fn problems(&self) -> Vec<Problem> {
        self.wrong().into_iter().map(|wrong| Problem { key: wrong.key.to_owned(), expected: wrong.expected }).collect()
    }
}
