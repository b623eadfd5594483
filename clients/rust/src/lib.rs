//! A client of belote-referee, the referee for belote: it asks a running server what may be played and why the rest may
//! not, who wins a trick, and what a deal scores.
//!
//! Begin with [`Referee::connect`]. There is one method a call of the service, and it takes and returns the generated
//! messages of [`v1`].
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod builder;
mod card_text;
mod client;
mod error;
mod retry;

/// The messages of the contract `belote.referee.v1`, and its stub, as generated.
///
/// A field of an enum's type is an `i32`. The method of its name, `deal.dealer()`, takes numbers that this client does not
/// know for `Unspecified`, and that of a repeated field leaves them out; [`Seat::try_from`](v1::Seat) tells them apart.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
#[rustfmt::skip]
pub mod v1 {
    include!("generated/belote.referee.v1.rs");
}

pub use builder::{RefereeBuilder, SettingsError};
pub use card_text::NotACard;
pub use client::Referee;
pub use error::{BadField, RefereeError};
/// Where [`Code`](tonic::Code), [`Status`](tonic::Status) and [`Channel`](tonic::transport::Channel) come from.
pub use tonic;
