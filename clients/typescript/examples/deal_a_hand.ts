// Deals a hand, takes, and plays until somebody may not play a card.
//
// node build/examples/deal_a_hand.js [HOST:PORT]
import {
  cardText,
  type Deal,
  type ListLegalActionsResponse,
  type PlayerAction,
  RefereeError,
  Seat,
  Trump,
} from "belote-referee";
import { connectReferee } from "belote-referee/node";

const referee = connectReferee(process.argv[2] ?? "127.0.0.1:15200");

/** The first of the choices that takes a trump or plays a card. */
function firstOf({ legal }: ListLegalActionsResponse): PlayerAction | undefined {
  const actions = legal.flatMap((choice) => choice.action ?? []);
  return actions.find(({ kind }) => kind.case === "play" || (kind.case === "call" && kind.value.said.case === "take"));
}

/** What was done, in words. */
function done({ kind }: PlayerAction): string {
  if (kind.case === "play") return `plays ${cardText(kind.value)}`;
  if (kind.case === "call" && kind.value.said.case === "take") return `takes ${Trump[kind.value.said.value.trump]}`;
  return "does something else";
}

/** The cards that are played by some choices. */
function played(choices: ListLegalActionsResponse["legal"]): string[] {
  return choices.flatMap(({ action }) => (action?.kind.case === "play" ? cardText(action.kind.value) : []));
}

async function play(): Promise<void> {
  const dealt = await referee.dealCards({ ruleset: { preset: "ffb_classic" }, dealer: Seat.WEST });
  console.log(`${Seat[dealt.dealer]} deals and turns up ${cardText(dealt.position!.turnUp)}`);

  let deal: Deal = dealt.deal!;
  for (;;) {
    const may = await referee.listLegalActions({ deal });
    for (const refused of may.refused) {
      const [card] = played([refused]);
      const [violation] = refused.violations;
      if (card === undefined || violation === undefined) continue;
      console.log(`${Seat[may.turn]} may play ${played(may.legal).join(" ")}`);
      console.log(`but not ${card}: ${violation.message} (${violation.ruleId})`);
      return;
    }

    const action = firstOf(may);
    if (action === undefined) return;
    const applied = await referee.applyAction({ deal, action });
    console.log(`${Seat[may.turn]} ${done(action)}`);
    deal = applied.deal!;
  }
}

try {
  await play();
} catch (error) {
  if (!(error instanceof RefereeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  referee.close();
}
