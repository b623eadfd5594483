using Belote.Referee.V1;

namespace Belote.Referee
{
    /// <summary>
    /// Cards as two characters, rank then suit, T for the ten: "JH" is the jack of hearts.
    /// </summary>
    public static class CardText
    {
        // The digits of a card's number: 16 times the suit plus the rank.
        private const string Suits = " CDHS";
        private const string Ranks = "       789TJQKA";

        /// <summary>The card in text, or "??" when the value is none that this client knows.</summary>
        /// <param name="card">The card.</param>
        public static string Of(Card card)
        {
            var suit = (int)card / 16;
            var rank = (int)card % 16;
            if (suit < 1 || suit >= Suits.Length || rank < 7 || rank >= Ranks.Length) return "??";
            return new string(new[] { Ranks[rank], Suits[suit] });
        }

        /// <summary>Reads a text such as "TS". False when it means no card.</summary>
        /// <param name="text">The text.</param>
        /// <param name="card">The card meant.</param>
        public static bool TryParse(string text, out Card card)
        {
            card = Card.Unspecified;
            if (text == null || text.Length != 2 || text[0] == ' ' || text[1] == ' ') return false;
            var rank = Ranks.IndexOf(text[0]);
            var suit = Suits.IndexOf(text[1]);
            if (rank < 0 || suit < 0) return false;
            card = (Card)(16 * suit + rank);
            return true;
        }
    }
}
