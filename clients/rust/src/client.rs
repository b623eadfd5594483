use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tonic::metadata::MetadataMap;
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

use crate::builder::{RefereeBuilder, SettingsError, header};
use crate::error::{RefereeError, settled};
use crate::retry::retried;
use crate::v1;
use crate::v1::referee_service_client::RefereeServiceClient;

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longer than any program runs, and still a time that clocks and headers can tell.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A connection to a referee: one method a call of the service, each of which sends one message and waits for its answer.
///
/// Every call may fail with a [`RefereeError`], and none takes longer than its timeout, five seconds unless said otherwise.
/// A call that the server could not take (`UNAVAILABLE`) is sent again, up to four times in all, while its time lasts. A
/// future that is dropped gives its call up.
///
/// Clones share the connection, and it is closed with the last of them. It lives in the Tokio runtime in which it was made.
#[derive(Clone, Debug)]
pub struct Referee {
    stub: RefereeServiceClient<Channel>,
    timeout: Duration,
    metadata: MetadataMap,
}

impl Referee {
    /// Connects to `host:port` without encryption. It does not wait: a server that cannot be reached shows in the first call.
    ///
    /// Fails when the target is not of that form, and outside a Tokio runtime.
    pub fn connect(target: &str) -> Result<Self, SettingsError> {
        Self::builder(target).connect()
    }

    /// Begins a connection to `host:port` for which more is to be said: TLS, a timeout, a language, a token.
    pub fn builder(target: &str) -> RefereeBuilder {
        RefereeBuilder::new(target)
    }

    /// Uses a channel made elsewhere, such as one to a socket of Unix or to many servers.
    pub fn from_channel(channel: Channel) -> Self {
        Self { stub: RefereeServiceClient::new(channel), timeout: DEFAULT_TIMEOUT, metadata: MetadataMap::new() }
    }

    /// This connection, for calls that may take so long, their retries included:
    /// `referee.with_timeout(Duration::from_secs(1)).inspect_deal(request)`.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { timeout: timeout.min(LONGEST_TIMEOUT), ..self.clone() }
    }

    /// This connection, for calls whose names and sentences come in a language, such as `fr`. It is sent as
    /// `accept-language`; when it is empty nothing is, and the referee answers in English.
    ///
    /// Fails when a header cannot have its characters.
    pub fn with_language(&self, language: &str) -> Result<Self, SettingsError> {
        let mut changed = self.clone();
        if language.is_empty() {
            changed.metadata.remove("accept-language");
        } else {
            changed.metadata.insert("accept-language", header(language).ok_or(SettingsError::Language)?);
        }
        Ok(changed)
    }

    /// This connection, for calls that bring a token. Nothing keeps it from others when the channel is not encrypted.
    pub(crate) fn with_token(&self, token: &str) -> Result<Self, SettingsError> {
        let mut value = header(&format!("Bearer {token}")).ok_or(SettingsError::Token)?;
        value.set_sensitive(true);
        let mut changed = self.clone();
        changed.metadata.insert("authorization", value);
        Ok(changed)
    }

    /// The generated stub on the same connection, for what this type does not offer, such as the metadata of answers. Its
    /// calls have no timeout, language or token but those they are given, and are not sent again;
    /// [`RefereeError::from`](RefereeError#impl-From<Status>-for-RefereeError) reads their errors.
    pub fn stub(&self) -> RefereeServiceClient<Channel> {
        self.stub.clone()
    }

    /// Lists what the server can judge: presets, features, options, rules.
    pub async fn list_variants(
        &self,
        request: v1::ListVariantsRequest,
    ) -> Result<v1::ListVariantsResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.list_variants(request).await }).await
    }

    /// Starts a deal. Without a deck in the request the server shuffles, and a call that is sent again may deal other cards.
    pub async fn deal_cards(&self, request: v1::DealCardsRequest) -> Result<v1::DealCardsResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.deal_cards(request).await }).await
    }

    /// Explains a record: where the deal stands, what may be done, who broke a rule and when.
    pub async fn inspect_deal(&self, request: v1::InspectDealRequest) -> Result<v1::InspectDealResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.inspect_deal(request).await }).await
    }

    /// Lists what the seat to act may do, and why not the rest.
    pub async fn list_legal_actions(
        &self,
        request: v1::ListLegalActionsRequest,
    ) -> Result<v1::ListLegalActionsResponse, RefereeError> {
        self.call(request, async |mut stub, request| stub.list_legal_actions(request).await).await
    }

    /// Judges one action, and adds it to the record unless it is illegal.
    pub async fn apply_action(&self, request: v1::ApplyActionRequest) -> Result<v1::ApplyActionResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.apply_action(request).await }).await
    }

    /// Takes out of a record what one seat may not see.
    pub async fn redact_deal(&self, request: v1::RedactDealRequest) -> Result<v1::RedactDealResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.redact_deal(request).await }).await
    }

    /// Scores a finished deal from its record.
    pub async fn score_deal(&self, request: v1::ScoreDealRequest) -> Result<v1::ScoreDealResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.score_deal(request).await }).await
    }

    /// Adds up a match, deal by deal.
    pub async fn score_match(&self, request: v1::ScoreMatchRequest) -> Result<v1::ScoreMatchResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.score_match(request).await }).await
    }

    /// Lists the legal cards of one hand in one trick.
    pub async fn list_legal_cards(
        &self,
        request: v1::ListLegalCardsRequest,
    ) -> Result<v1::ListLegalCardsResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.list_legal_cards(request).await }).await
    }

    /// Says who won a trick and what it is worth.
    pub async fn judge_trick(&self, request: v1::JudgeTrickRequest) -> Result<v1::JudgeTrickResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.judge_trick(request).await }).await
    }

    /// Scores a deal from what a table counted.
    pub async fn score_tally(&self, request: v1::ScoreTallyRequest) -> Result<v1::ScoreTallyResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.score_tally(request).await }).await
    }

    /// Answers up to 1,000 questions in one call.
    pub async fn batch_judge(&self, request: v1::BatchJudgeRequest) -> Result<v1::BatchJudgeResponse, RefereeError> {
        self.call(request, |mut stub, request| async move { stub.batch_judge(request).await }).await
    }

    async fn call<Q: Clone, A, F: Future<Output = Result<Response<A>, Status>>>(
        &self,
        message: Q,
        send: impl Fn(RefereeServiceClient<Channel>, Request<Q>) -> F,
    ) -> Result<A, RefereeError> {
        let deadline = Instant::now() + self.timeout;
        let answered = retried(deadline, || {
            let mut request = Request::new(message.clone());
            *request.metadata_mut() = self.metadata.clone();
            request.set_timeout(deadline.saturating_duration_since(Instant::now()));
            let answered = timeout_at(deadline, send(self.stub.clone(), request));
            async {
                match answered.await {
                    Ok(answered) => answered.map(Response::into_inner).map_err(settled),
                    Err(_) => Err(Status::deadline_exceeded("there was no answer in time")),
                }
            }
        });
        answered.await.map_err(RefereeError::of)
    }
}
