use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::iter::successors;
use std::sync::Arc;

use h2::Reason;
use tonic::{Code, Status, TimeoutExpired};
use tonic_types::StatusExt;

use crate::v1::ErrorReason;

/// A field of a request that is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadField {
    /// Where it is, such as `deal.actions[17].play`.
    pub path: String,
    /// What is wrong with it, a sentence in the language of the call. Its wording may change at any time.
    pub description: String,
}

/// Why a call has no answer: the referee could not read the request or build on it, or was not reached in time.
///
/// A card against the rules is no error; it is answered, with the rules it breaks.
#[derive(Clone)]
pub struct RefereeError(Box<Content>);

#[derive(Clone)]
struct Content {
    status: Status,
    reason: String,
    domain: String,
    metadata: HashMap<String, String>,
    bad_fields: Vec<BadField>,
}

impl RefereeError {
    /// The status code, such as [`Code::InvalidArgument`].
    pub fn code(&self) -> Code {
        self.0.status.code()
    }

    /// A sentence in the language of the call. Its wording may change at any time.
    pub fn message(&self) -> &str {
        self.0.status.message()
    }

    /// The name of an [`ErrorReason`] as in the contract, without its prefix, such as `CARD_DUPLICATED`. Empty when the
    /// error is not the referee's own, such as a deadline that ran out.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// The same as a value. [`ErrorReason::Unspecified`] when there is none, or when a newer server gave one that is
    /// unknown here.
    pub fn known_reason(&self) -> ErrorReason {
        ErrorReason::from_str_name(&format!("ERROR_REASON_{}", self.0.reason)).unwrap_or_default()
    }

    /// Who gave the reason: `belote.referee`. Empty where [`reason`](Self::reason) is.
    pub fn domain(&self) -> &str {
        &self.0.domain
    }

    /// What belongs to the reason, documented at its [`ErrorReason`].
    pub fn metadata(&self) -> &HashMap<String, String> {
        &self.0.metadata
    }

    /// The fields at fault, in the order of the request. [`metadata`](Self::metadata) counts further ones as
    /// `fields_left_out`.
    pub fn bad_fields(&self) -> &[BadField] {
        &self.0.bad_fields
    }

    /// The status as it came. Where the call failed on its way, the code is that of other gRPC clients, `UNAVAILABLE` for a
    /// connection that was lost, and tonic's own status is its source.
    pub fn status(&self) -> &Status {
        &self.0.status
    }
}

/// Reads the details of a status. Those that are absent or cannot be read are empty.
impl From<Status> for RefereeError {
    fn from(status: Status) -> Self {
        Self::of(settled(status))
    }
}

impl RefereeError {
    pub(crate) fn of(status: Status) -> Self {
        let why = status.get_details_error_info();
        let (reason, domain, metadata) = why.map(|why| (why.reason, why.domain, why.metadata)).unwrap_or_default();
        let fields = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
        let bad_fields = fields.into_iter().map(|one| BadField { path: one.field, description: one.description });
        let bad_fields = bad_fields.collect();
        Self(Box::new(Content { status, reason, domain, metadata, bad_fields }))
    }
}

/// Code, reason and message in one line.
impl fmt::Display for RefereeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.code())?;
        if !self.reason().is_empty() {
            write!(formatter, " {}", self.reason())?;
        }
        write!(formatter, ": {}", self.message())
    }
}

impl fmt::Debug for RefereeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RefereeError")
            .field("code", &self.code())
            .field("reason", &self.0.reason)
            .field("message", &self.message())
            .field("metadata", &self.0.metadata)
            .field("bad_fields", &self.0.bad_fields)
            .finish_non_exhaustive()
    }
}

impl Error for RefereeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.status.source()
    }
}

/// The status that other gRPC clients give where the call failed on its way: tonic says `UNKNOWN` or `CANCELLED` of most, and
/// leaves out why.
pub(crate) fn settled(status: Status) -> Status {
    let Some(cause) = causes(&status).last() else {
        return status;
    };
    let code = match status.code() {
        Code::Unknown | Code::Cancelled => causes(&status).find_map(code_of).unwrap_or(status.code()),
        told => told,
    };
    let mut message = status.message().to_owned();
    let why = cause.to_string();
    if !message.contains(&why) {
        message = format!("{message}: {why}");
    }
    let mut settled = Status::new(code, message);
    settled.set_source(Arc::new(status));
    settled
}

fn causes(status: &Status) -> impl Iterator<Item = &(dyn Error + 'static)> {
    successors(status.source(), |&error| error.source())
}

/// The code that belongs to one of the causes. Streams that were reset are those of gRPC over HTTP/2.
fn code_of(cause: &(dyn Error + 'static)) -> Option<Code> {
    if cause.is::<TimeoutExpired>() {
        return Some(Code::DeadlineExceeded);
    }
    let reset = cause.downcast_ref::<h2::Error>().filter(|error| error.is_reset());
    match reset.and_then(h2::Error::reason) {
        Some(Reason::REFUSED_STREAM) => Some(Code::Unavailable),
        Some(Reason::CANCEL) => Some(Code::Cancelled),
        Some(Reason::ENHANCE_YOUR_CALM) => Some(Code::ResourceExhausted),
        Some(Reason::INADEQUATE_SECURITY) => Some(Code::PermissionDenied),
        Some(_) => Some(Code::Internal),
        None if cause.source().is_none() => Some(Code::Unavailable),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use tonic::codegen::Bytes;
    use tonic_types::ErrorDetails;

    use super::*;

    fn refused(reason: &str) -> RefereeError {
        let metadata = HashMap::from([("card".to_owned(), "JH".to_owned())]);
        let mut details = ErrorDetails::with_error_info(reason, "belote.referee", metadata);
        details.add_bad_request_violation("hand[1]", "twice");
        details.add_bad_request_violation("hand[0]", "missing");
        RefereeError::from(Status::with_error_details(Code::InvalidArgument, "no", details))
    }

    #[test]
    fn the_details_are_unpacked() {
        let error = refused("CARD_DUPLICATED");
        assert_eq!(error.code(), Code::InvalidArgument);
        assert_eq!(error.message(), "no");
        assert_eq!(error.reason(), "CARD_DUPLICATED");
        assert_eq!(error.known_reason(), ErrorReason::CardDuplicated);
        assert_eq!(error.domain(), "belote.referee");
        assert_eq!(error.metadata()["card"], "JH");
        let paths: Vec<_> = error.bad_fields().iter().map(|field| (&*field.path, &*field.description)).collect();
        assert_eq!(paths, [("hand[1]", "twice"), ("hand[0]", "missing")]);
        assert_eq!(error.to_string(), "InvalidArgument CARD_DUPLICATED: no");
    }

    #[test]
    fn a_reason_of_a_newer_server_stays_readable() {
        let error = refused("CARD_EATEN");
        assert_eq!(error.reason(), "CARD_EATEN");
        assert_eq!(error.known_reason(), ErrorReason::Unspecified);
    }

    #[test]
    fn no_details_and_unreadable_ones_are_empty() {
        let none = Status::new(Code::Internal, "no");
        let unreadable = Status::with_details(Code::Internal, "no", Bytes::from_static(b"\xff\xff"));
        for status in [none, unreadable] {
            let error = RefereeError::from(status);
            assert_eq!(error.code(), Code::Internal);
            assert_eq!((error.reason(), error.known_reason()), ("", ErrorReason::Unspecified));
            assert!(error.metadata().is_empty() && error.bad_fields().is_empty());
            assert_eq!(error.to_string(), "Internal: no");
        }
    }

    #[test]
    fn what_the_server_said_stays_as_it_is() {
        for code in [Code::Unknown, Code::Cancelled, Code::Unavailable] {
            let status = settled(Status::new(code, "no"));
            assert_eq!((status.code(), status.message()), (code, "no"));
        }
    }
}
