/** The moves of a game as a tree of variations, and notes on its positions. */

import { render } from "preact";

import type { Knot, Ply } from "../src/game.ts";
import type { Table } from "../src/table.ts";

/** Show the moves of a table in an element. */
export function showMoves(place: HTMLElement, table: Table, changed: () => void): void {
  const noted = () => {
    changed();
    showMoves(place, table, changed);
  };
  render(<Moves table={table} changed={noted} />, place);
}

function Moves({ table, changed }: { table: Table; changed: () => void }) {
  const { game } = table;
  const here = game.here;
  const ply = game.at > 0 ? game.plies[game.at - 1] : undefined;
  // The first variation on the way to here that is not the game itself.
  const branch = game.plies.slice(0, game.at).reverse().find((one) => one.before.plies[0] !== one);
  return (
    <div class="tree">
      <div class="moves-tree" role="group" aria-label="moves">
        <Step knot={game.first} here={here} name="start" look={(knot) => table.look(knot)} />
        <Line plies={game.first.plies} number={1} here={here} look={(knot) => table.look(knot)} />
      </div>
      {branch !== undefined && <div class="row">
        <button type="button" onClick={() => { game.promote(branch); table.show(); }}>make this the game</button>
        <button type="button" onClick={() => { game.remove(branch); table.look(branch.before); }}>delete this variation</button>
      </div>}
      <label class="note-on">note on this position
        <textarea rows={2} value={here.note} key={`${game.seed} ${game.at} ${ply?.move.name ?? ""}`}
          onInput={(event) => { here.note = event.currentTarget.value; changed(); }} />
      </label>
    </div>
  );
}

/** What is played from a position, and all that follows: the game in the line, variations in lines of their own. */
function Line({ plies, number, here, look }: { plies: Ply[]; number: number; here: Knot; look: (knot: Knot) => void }) {
  const parts = [];
  let at = number;
  for (let row = plies; row.length > 0; at += 1) {
    const [main, ...others] = row as [Ply, ...Ply[]];
    parts.push(<Step key={`m${at}`} knot={main} here={here} name={`${at}. ${main.move.name}`} look={look} />);
    for (const other of others) {
      parts.push(<div class="variation" role="group" aria-label={`variation at move ${at}`} key={`v${at} ${other.move.name}`}>
        <Step knot={other} here={here} name={`${at}. ${other.move.name}`} look={look} />
        <Line plies={other.plies} number={at + 1} here={here} look={look} />
      </div>);
    }
    row = main.plies;
  }
  return <>{parts}</>;
}

function Step({ knot, here, name, look }: { knot: Knot; here: Knot; name: string; look: (knot: Knot) => void }) {
  return (
    <span>
      <button type="button" aria-current={knot === here ? "step" : undefined} onClick={() => look(knot)}>{name}</button>
      {knot.note !== "" && <span class="noted">{knot.note}</span>}
    </span>
  );
}
