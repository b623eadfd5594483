using System;
using System.Threading;
using System.Threading.Tasks;
using Belote.Referee.V1;
using Grpc.Core;
using Grpc.Net.Client;

namespace Belote.Referee
{
    /// <summary>
    /// A connection to a referee: one method a call of the service, and the same as a task.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Every call takes a time of its own in place of <see cref="RefereeOptions.Timeout"/>, and a language in place
    /// of <see cref="RefereeOptions.Language"/>; an empty one is not sent. A call that the server could not take
    /// (<c>StatusCode.Unavailable</c>) is sent again, up to four times in all, while its time lasts.
    /// </para>
    /// <para>
    /// Every call throws <see cref="RefereeException"/> when there is no answer, and <see
    /// cref="OperationCanceledException"/> when its token was cancelled. A client may be used by many threads at
    /// once.
    /// </para>
    /// </remarks>
    public sealed class RefereeClient : IDisposable
    {
        private readonly RefereeOptions _options;
        private readonly IDisposable _channel;

        /// <summary>Connects. It does not wait: a server that cannot be reached shows in the first call.</summary>
        /// <param name="target">Where the server listens, "host:port".</param>
        /// <param name="options">What holds for all calls, read once. Null: the defaults, without encryption.</param>
        /// <exception cref="ArgumentException">
        /// There is a token, no TLS, and the host is not this machine, so that anybody could read the token on its
        /// way; or there are certificates and no TLS.
        /// </exception>
        /// <exception cref="UriFormatException">The target is none.</exception>
        public static RefereeClient Connect(string target, RefereeOptions options = null)
        {
            options = options ?? new RefereeOptions();
            var channel = RefereeChannel.Connect(target, options);
            return new RefereeClient(channel.CreateCallInvoker(), channel, options);
        }

        /// <summary>Uses a channel or interceptors made elsewhere, with the retries that those have.</summary>
        /// <param name="invoker">What makes the calls. Who gave it closes it.</param>
        /// <param name="options">The time, language and token of all calls. The rest is not read.</param>
        public RefereeClient(CallInvoker invoker, RefereeOptions options = null)
            : this(invoker, null, options ?? new RefereeOptions())
        {
        }

        private RefereeClient(CallInvoker invoker, IDisposable channel, RefereeOptions options)
        {
            _channel = channel;
            _options = new RefereeOptions
            {
                Timeout = options.Timeout,
                Language = options.Language,
                Token = options.Token,
            };
            Generated = new RefereeService.RefereeServiceClient(invoker);
        }

        /// <summary>
        /// The generated client, for calls with options of your own. Time, language, token and exceptions are then
        /// yours to care for.
        /// </summary>
        public RefereeService.RefereeServiceClient Generated { get; }

        /// <summary>Closes the connection that <see cref="Connect"/> made.</summary>
        public void Dispose()
        {
            _channel?.Dispose();
        }

        /// <summary>Lists what the server can judge: presets, features, options, rules.</summary>
        public ListVariantsResponse ListVariants(ListVariantsRequest request = null, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ListVariants, request ?? new ListVariantsRequest(),
                Settings(timeout, language, cancellationToken));
        }

        /// <summary>Lists what the server can judge: presets, features, options, rules.</summary>
        public Task<ListVariantsResponse> ListVariantsAsync(ListVariantsRequest request = null,
            TimeSpan? timeout = null, string language = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ListVariantsAsync, request ?? new ListVariantsRequest(),
                Settings(timeout, language, cancellationToken));
        }

        /// <summary>
        /// Starts a deal. Without a deck in the request the server shuffles, and a call that is sent again may deal
        /// other cards.
        /// </summary>
        public DealCardsResponse DealCards(DealCardsRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.DealCards, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>
        /// Starts a deal. Without a deck in the request the server shuffles, and a call that is sent again may deal
        /// other cards.
        /// </summary>
        public Task<DealCardsResponse> DealCardsAsync(DealCardsRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.DealCardsAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Explains a record: where the deal stands, what may be done, who broke a rule and when.</summary>
        public InspectDealResponse InspectDeal(InspectDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.InspectDeal, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Explains a record: where the deal stands, what may be done, who broke a rule and when.</summary>
        public Task<InspectDealResponse> InspectDealAsync(InspectDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.InspectDealAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Lists what the seat to act may do, and why not the rest.</summary>
        public ListLegalActionsResponse ListLegalActions(ListLegalActionsRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ListLegalActions, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Lists what the seat to act may do, and why not the rest.</summary>
        public Task<ListLegalActionsResponse> ListLegalActionsAsync(ListLegalActionsRequest request,
            TimeSpan? timeout = null, string language = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ListLegalActionsAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Judges one action, and adds it to the record unless it is illegal.</summary>
        public ApplyActionResponse ApplyAction(ApplyActionRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ApplyAction, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Judges one action, and adds it to the record unless it is illegal.</summary>
        public Task<ApplyActionResponse> ApplyActionAsync(ApplyActionRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ApplyActionAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Takes out of a record what one seat may not see.</summary>
        public RedactDealResponse RedactDeal(RedactDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.RedactDeal, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Takes out of a record what one seat may not see.</summary>
        public Task<RedactDealResponse> RedactDealAsync(RedactDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.RedactDealAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Scores a finished deal from its record.</summary>
        public ScoreDealResponse ScoreDeal(ScoreDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ScoreDeal, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Scores a finished deal from its record.</summary>
        public Task<ScoreDealResponse> ScoreDealAsync(ScoreDealRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ScoreDealAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Adds up a match, deal by deal.</summary>
        public ScoreMatchResponse ScoreMatch(ScoreMatchRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ScoreMatch, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Adds up a match, deal by deal.</summary>
        public Task<ScoreMatchResponse> ScoreMatchAsync(ScoreMatchRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ScoreMatchAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Lists the legal cards of one hand in one trick.</summary>
        public ListLegalCardsResponse ListLegalCards(ListLegalCardsRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ListLegalCards, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Lists the legal cards of one hand in one trick.</summary>
        public Task<ListLegalCardsResponse> ListLegalCardsAsync(ListLegalCardsRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ListLegalCardsAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Says who won a trick and what it is worth.</summary>
        public JudgeTrickResponse JudgeTrick(JudgeTrickRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.JudgeTrick, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Says who won a trick and what it is worth.</summary>
        public Task<JudgeTrickResponse> JudgeTrickAsync(JudgeTrickRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.JudgeTrickAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Scores a deal from what a table counted.</summary>
        public ScoreTallyResponse ScoreTally(ScoreTallyRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.ScoreTally, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Scores a deal from what a table counted.</summary>
        public Task<ScoreTallyResponse> ScoreTallyAsync(ScoreTallyRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.ScoreTallyAsync, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Answers up to 1,000 questions in one call.</summary>
        public BatchJudgeResponse BatchJudge(BatchJudgeRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return Call(Generated.BatchJudge, request, Settings(timeout, language, cancellationToken));
        }

        /// <summary>Answers up to 1,000 questions in one call.</summary>
        public Task<BatchJudgeResponse> BatchJudgeAsync(BatchJudgeRequest request, TimeSpan? timeout = null,
            string language = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return CallAsync(Generated.BatchJudgeAsync, request, Settings(timeout, language, cancellationToken));
        }

        private static TResponse Call<TRequest, TResponse>(
            Func<TRequest, CallOptions, TResponse> method, TRequest request, CallOptions options)
        {
            try
            {
                return method(request, options);
            }
            catch (RpcException error)
            {
                throw Translated(error, options.CancellationToken);
            }
        }

        private static async Task<TResponse> CallAsync<TRequest, TResponse>(
            Func<TRequest, CallOptions, AsyncUnaryCall<TResponse>> method, TRequest request, CallOptions options)
        {
            try
            {
                using (var call = method(request, options))
                {
                    return await call.ResponseAsync.ConfigureAwait(false);
                }
            }
            catch (RpcException error)
            {
                throw Translated(error, options.CancellationToken);
            }
        }

        private static Exception Translated(RpcException error, CancellationToken token)
        {
            if (error.StatusCode == StatusCode.Cancelled && token.IsCancellationRequested)
            {
                return new OperationCanceledException(error.Status.Detail, error, token);
            }
            return new RefereeException(error);
        }

        private CallOptions Settings(TimeSpan? timeout, string language, CancellationToken cancellationToken)
        {
            var headers = new Metadata();
            language = language ?? _options.Language;
            if (!string.IsNullOrEmpty(language)) headers.Add("accept-language", language);
            if (!string.IsNullOrEmpty(_options.Token)) headers.Add("authorization", "Bearer " + _options.Token);
            return new CallOptions(headers, DateTime.UtcNow + (timeout ?? _options.Timeout), cancellationToken);
        }
    }
}
