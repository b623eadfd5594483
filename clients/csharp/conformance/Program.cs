// Makes the calls of a suite and compares what arrives with what is expected.
//
// dotnet run -- VECTORS-FILE HOST:PORT
using System;
using System.IO;
using System.Linq;
using Belote.Conformance.V1;
using Belote.Referee;
using Google.Protobuf;

public static class Program
{
    public static int Main(string[] arguments)
    {
        if (arguments.Length != 2)
        {
            Console.Error.WriteLine("usage: conformance VECTORS-FILE HOST:PORT");
            return 2;
        }
        var suite = ConformanceSuite.Parser.ParseFrom(File.ReadAllBytes(arguments[0]));
        using (var referee = RefereeClient.Connect(arguments[1]))
        {
            return Replay(suite, referee, Console.Out) ? 0 : 1;
        }
    }

    /// <summary>
    /// Writes a line for each vector that fails, then the count. True when the suite has vectors and all of them
    /// passed.
    /// </summary>
    public static bool Replay(ConformanceSuite suite, RefereeClient referee, TextWriter output)
    {
        var passed = 0;
        var failed = 0;
        foreach (var vector in suite.Vectors)
        {
            var differs = Check(referee, vector);
            if (differs == null)
            {
                ++passed;
                continue;
            }
            ++failed;
            output.WriteLine("FAIL {0}: {1}", vector.Name, differs.Replace('\n', ' '));
        }
        output.WriteLine("csharp: {0} passed, {1} failed", passed, failed);
        return failed == 0 && passed > 0 && passed + failed == suite.Vectors.Count;
    }

    // What differs, in short, or null when all is as expected.
    private static string Check(RefereeClient referee, ConformanceVector vector)
    {
        switch (vector.CallCase)
        {
            case ConformanceVector.CallOneofCase.ListVariants:
                return Check(referee.ListVariants, vector.ListVariants.Request, vector.Language,
                    vector.ListVariants.Response, vector.ListVariants.Error);
            case ConformanceVector.CallOneofCase.DealCards:
                return Check(referee.DealCards, vector.DealCards.Request, vector.Language,
                    vector.DealCards.Response, vector.DealCards.Error);
            case ConformanceVector.CallOneofCase.InspectDeal:
                return Check(referee.InspectDeal, vector.InspectDeal.Request, vector.Language,
                    vector.InspectDeal.Response, vector.InspectDeal.Error);
            case ConformanceVector.CallOneofCase.ListLegalActions:
                return Check(referee.ListLegalActions, vector.ListLegalActions.Request, vector.Language,
                    vector.ListLegalActions.Response, vector.ListLegalActions.Error);
            case ConformanceVector.CallOneofCase.ApplyAction:
                return Check(referee.ApplyAction, vector.ApplyAction.Request, vector.Language,
                    vector.ApplyAction.Response, vector.ApplyAction.Error);
            case ConformanceVector.CallOneofCase.RedactDeal:
                return Check(referee.RedactDeal, vector.RedactDeal.Request, vector.Language,
                    vector.RedactDeal.Response, vector.RedactDeal.Error);
            case ConformanceVector.CallOneofCase.ScoreDeal:
                return Check(referee.ScoreDeal, vector.ScoreDeal.Request, vector.Language,
                    vector.ScoreDeal.Response, vector.ScoreDeal.Error);
            case ConformanceVector.CallOneofCase.ScoreMatch:
                return Check(referee.ScoreMatch, vector.ScoreMatch.Request, vector.Language,
                    vector.ScoreMatch.Response, vector.ScoreMatch.Error);
            case ConformanceVector.CallOneofCase.ListLegalCards:
                return Check(referee.ListLegalCards, vector.ListLegalCards.Request, vector.Language,
                    vector.ListLegalCards.Response, vector.ListLegalCards.Error);
            case ConformanceVector.CallOneofCase.JudgeTrick:
                return Check(referee.JudgeTrick, vector.JudgeTrick.Request, vector.Language,
                    vector.JudgeTrick.Response, vector.JudgeTrick.Error);
            case ConformanceVector.CallOneofCase.ScoreTally:
                return Check(referee.ScoreTally, vector.ScoreTally.Request, vector.Language,
                    vector.ScoreTally.Response, vector.ScoreTally.Error);
            case ConformanceVector.CallOneofCase.BatchJudge:
                return Check(referee.BatchJudge, vector.BatchJudge.Request, vector.Language,
                    vector.BatchJudge.Response, vector.BatchJudge.Error);
            default:
                return "a call that this runner does not know";
        }
    }

    private delegate TResponse Method<in TRequest, out TResponse>(TRequest request, TimeSpan? timeout, string language,
        System.Threading.CancellationToken cancellationToken);

    private static string Check<TRequest, TResponse>(Method<TRequest, TResponse> call, TRequest request,
        string language, TResponse expected, ExpectedError expectedError) where TResponse : class, IMessage<TResponse>
    {
        TResponse actual;
        try
        {
            actual = call(request, TimeSpan.FromSeconds(10), language, default(System.Threading.CancellationToken));
        }
        catch (RefereeException error)
        {
            return expectedError != null
                ? Compare(expectedError, error)
                : "an error: " + error.StatusCode + " " + error.Reason + ": " + error.Message;
        }
        if (expectedError != null) return "an answer where an error is expected";
        if (expected == null) return "the vector expects nothing";
        // Equals takes an optional number that is not set for one that is zero. Bytes do not, and without maps, of which the
        // contract has none, they have one order.
        var same = expected.ToByteString().Equals(actual.ToByteString());
        return same ? null : "the answer: it is " + Short(actual.ToString());
    }

    private static string Compare(ExpectedError expected, RefereeException actual)
    {
        var differences = "";
        if (expected.Code != (int)actual.StatusCode) differences += " the code;";
        if (expected.Reason != actual.Reason) differences += " the reason;";
        if (expected.Domain != actual.Domain) differences += " the domain;";
        if (expected.Metadata.Count != actual.Metadata.Count
            || expected.Metadata.Any(one => !actual.Metadata.TryGetValue(one.Key, out var value) || value != one.Value))
        {
            differences += " the metadata;";
        }
        if (!expected.ViolatedFields.SequenceEqual(actual.BadFields.Select(field => field.Path)))
        {
            differences += " the bad fields;";
        }
        if (differences.Length == 0) return null;
        return "the error:" + differences + " it is " + actual.StatusCode + " " + actual.Reason + ": " + actual.Message;
    }

    private static string Short(string text)
    {
        return text.Length <= 200 ? text : text.Substring(0, 200);
    }
}
