// Deals a hand, takes, and plays until somebody may not play a card.
//
// dotnet run -- [HOST:PORT]
using System;
using System.Linq;
using Belote.Referee;
using Belote.Referee.V1;

public static class Program
{
    public static int Main(string[] arguments)
    {
        try
        {
            using (var referee = RefereeClient.Connect(arguments.Length > 0 ? arguments[0] : "127.0.0.1:15200"))
            {
                Play(referee);
            }
            return 0;
        }
        catch (RefereeException error)
        {
            Console.Error.WriteLine("{0} {1}: {2}", error.StatusCode, error.Reason, error.Message);
            return 1;
        }
    }

    private static void Play(RefereeClient referee)
    {
        var dealt = referee.DealCards(new DealCardsRequest
        {
            Ruleset = new Ruleset { Preset = "ffb_classic" },
            Dealer = Seat.West,
        });
        Console.WriteLine("{0} deals and turns up {1}", Word(dealt.Dealer), CardText.Of(dealt.Position.TurnUp));

        var deal = dealt.Deal;
        while (true)
        {
            var may = referee.ListLegalActions(new ListLegalActionsRequest { Deal = deal });
            var choice = may.Legal.FirstOrDefault(one => Plays(one) || one.Action.Call?.Take != null);
            if (choice == null) return;

            var refused = may.Refused.FirstOrDefault(Plays);
            if (refused != null)
            {
                var legal = string.Join(" ", may.Legal.Where(Plays).Select(Played));
                Console.WriteLine("{0} may play {1}", Word(may.Turn), legal);
                var violation = refused.Violations[0];
                Console.WriteLine("but not {0}: {1} ({2})", Played(refused), violation.Message, violation.RuleId);
                return;
            }

            deal = referee.ApplyAction(new ApplyActionRequest { Deal = deal, Action = choice.Action }).Deal;
            var done = Plays(choice) ? "plays " + Played(choice) : "takes " + Word(choice.Action.Call.Take.Trump);
            Console.WriteLine("{0} {1}", Word(may.Turn), done);
        }
    }

    private static bool Plays(Choice choice)
    {
        return choice.Action.KindCase == PlayerAction.KindOneofCase.Play;
    }

    private static string Played(Choice choice)
    {
        return CardText.Of(choice.Action.Play);
    }

    private static string Word(Enum value)
    {
        return value.ToString().ToUpperInvariant();
    }
}
