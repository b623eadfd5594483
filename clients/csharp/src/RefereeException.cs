using System;
using System.Collections.Generic;
using Belote.ErrorDetails.V1;
using Belote.Referee.V1;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Belote.Referee
{
    /// <summary>
    /// Why a call has no answer: the referee could not read the request or build on it, or was not reached in time.
    /// A card against the rules is no error; it is answered, with the rules it breaks.
    /// </summary>
    public sealed class RefereeException : Exception
    {
        private const string RefereeDomain = "belote.referee";

        /// <summary>Reads the details of a failed call. Details that are absent or cannot be read are empty.</summary>
        /// <param name="error">What the call threw, kept as <see cref="Exception.InnerException"/>.</param>
        public RefereeException(RpcException error) : base(error.Status.Detail, error)
        {
            StatusCode = error.StatusCode;
            var metadata = new Dictionary<string, string>();
            var badFields = new List<BadField>();
            foreach (var detail in Details(error))
            {
                if (TryUnpack(detail, "google.rpc.ErrorInfo", ErrorInfo.Parser, out var info))
                {
                    Reason = info.Reason;
                    Domain = info.Domain;
                    foreach (var entry in info.Metadata) metadata[entry.Key] = entry.Value;
                }
                else if (TryUnpack(detail, "google.rpc.BadRequest", BadRequest.Parser, out var bad))
                {
                    foreach (var field in bad.FieldViolations)
                    {
                        badFields.Add(new BadField(field.Field, field.Description));
                    }
                }
            }
            Metadata = metadata;
            BadFields = badFields;
            KnownReason = Domain == RefereeDomain ? Known(Reason) : ErrorReason.Unspecified;
        }

        /// <summary>The status code, such as <c>StatusCode.InvalidArgument</c>.</summary>
        public StatusCode StatusCode { get; }

        /// <summary>
        /// The name of an <c>ErrorReason</c> as the contract spells it, without its prefix, such as
        /// "CARD_DUPLICATED". Empty when the error is not the referee's own, such as a deadline that ran out.
        /// </summary>
        public string Reason { get; } = "";

        /// <summary>
        /// The same as a value. <c>ErrorReason.Unspecified</c> when there is none, or when a newer server gave one
        /// that is unknown here.
        /// </summary>
        public ErrorReason KnownReason { get; }

        /// <summary>Who gave the reason: "belote.referee". Empty where <see cref="Reason"/> is.</summary>
        public string Domain { get; } = "";

        /// <summary>What belongs to the reason, documented at its <c>ErrorReason</c>.</summary>
        public IReadOnlyDictionary<string, string> Metadata { get; }

        /// <summary>
        /// The fields at fault, in the order of the request. <see cref="Metadata"/> counts further ones as
        /// "fields_left_out".
        /// </summary>
        public IReadOnlyList<BadField> BadFields { get; }

        private static IEnumerable<Any> Details(RpcException error)
        {
            try
            {
                var bytes = error.Trailers.GetValueBytes("grpc-status-details-bin");
                return bytes == null ? new CallStatus().Details : CallStatus.Parser.ParseFrom(bytes).Details;
            }
            catch (InvalidProtocolBufferException)
            {
                return new CallStatus().Details;
            }
        }

        // The package that has google.rpc is left to those who need it: these messages read the same bytes.
        private static bool TryUnpack<T>(Any detail, string type, MessageParser<T> parser, out T message)
            where T : class, IMessage<T>
        {
            message = null;
            if (Any.GetTypeName(detail.TypeUrl) != type) return false;
            try
            {
                message = parser.ParseFrom(detail.Value);
            }
            catch (InvalidProtocolBufferException)
            {
                return false;
            }
            return true;
        }

        // The generated names are in another spelling, so the contract's own are looked up in its description.
        private static ErrorReason Known(string reason)
        {
            var value = ErrorReasonReflection.Descriptor.FindTypeByName<EnumDescriptor>("ErrorReason")
                .FindValueByName("ERROR_REASON_" + reason);
            return value == null ? ErrorReason.Unspecified : (ErrorReason)value.Number;
        }
    }
}
