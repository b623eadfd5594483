import io.github.belotereferee.CardText;
import io.github.belotereferee.Referee;
import io.github.belotereferee.RefereeException;
import io.github.belotereferee.v1.ApplyActionRequest;
import io.github.belotereferee.v1.Choice;
import io.github.belotereferee.v1.Deal;
import io.github.belotereferee.v1.DealCardsRequest;
import io.github.belotereferee.v1.DealCardsResponse;
import io.github.belotereferee.v1.ListLegalActionsRequest;
import io.github.belotereferee.v1.ListLegalActionsResponse;
import io.github.belotereferee.v1.PlayerAction;
import io.github.belotereferee.v1.Ruleset;
import io.github.belotereferee.v1.Seat;
import io.github.belotereferee.v1.Violation;
import java.util.Optional;

/** Deals a hand, takes, and plays until somebody may not play a card. */
public final class DealAHand {
    private DealAHand() {}

    /**
     * Runs the example.
     *
     * @param arguments the server, {@code HOST:PORT}
     */
    public static void main(String[] arguments) {
        try (Referee referee = Referee.connect(arguments.length > 0 ? arguments[0] : "127.0.0.1:15200")) {
            play(referee);
        } catch (RefereeException refused) {
            System.err.println(refused.getMessage());
            System.exit(1);
        }
    }

    private static void play(Referee referee) {
        DealCardsResponse dealt = referee.dealCards(DealCardsRequest.newBuilder()
                .setRuleset(Ruleset.newBuilder().setPreset("ffb_classic"))
                .setDealer(Seat.SEAT_WEST)
                .build());
        System.out.printf(
                "%s deals and turns up %s%n", word(dealt.getDealer()), CardText.of(dealt.getPosition().getTurnUp()));

        Deal deal = dealt.getDeal();
        while (true) {
            ListLegalActionsResponse may = referee.listLegalActions(
                    ListLegalActionsRequest.newBuilder().setDeal(deal).build());
            for (Choice refused : may.getRefusedList()) {
                if (refused.getAction().hasPlay()) {
                    tell(may, refused);
                    return;
                }
            }
            Optional<PlayerAction> action = firstOf(may);
            if (action.isEmpty()) {
                return;
            }
            deal = apply(referee, deal, action.get(), may.getTurn());
        }
    }

    /** Says what the seat may play, and why not one card. */
    private static void tell(ListLegalActionsResponse may, Choice refused) {
        System.out.print(word(may.getTurn()) + " may play");
        for (Choice choice : may.getLegalList()) {
            System.out.print(" " + CardText.of(choice.getAction().getPlay()));
        }
        Violation violation = refused.getViolations(0);
        System.out.printf(
                "%nbut not %s: %s (%s)%n",
                CardText.of(refused.getAction().getPlay()), violation.getMessage(), violation.getRuleId());
    }

    /** The first of the choices that takes a trump or plays a card. */
    private static Optional<PlayerAction> firstOf(ListLegalActionsResponse may) {
        return may.getLegalList().stream()
                .map(Choice::getAction)
                .filter(action -> action.getCall().hasTake() || action.hasPlay())
                .findFirst();
    }

    /** The record with the action added. */
    private static Deal apply(Referee referee, Deal deal, PlayerAction action, Seat seat) {
        Deal after = referee.applyAction(ApplyActionRequest.newBuilder()
                        .setDeal(deal)
                        .setAction(action)
                        .build())
                .getDeal();
        String done = action.hasPlay()
                ? "plays " + CardText.of(action.getPlay())
                : "takes " + word(action.getCall().getTake().getTrump());
        System.out.println(word(seat) + " " + done);
        return after;
    }

    /** SEAT_SOUTH and TRUMP_HEARTS without what all of their kind begin with. */
    private static String word(Enum<?> value) {
        return value.name().substring(value.name().indexOf('_') + 1);
    }
}
