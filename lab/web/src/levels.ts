/** How strong the computer plays. */

export interface Level {
  name: string;
  /** Rounds of the search, at most. */
  rounds: number;
  /** How long it thinks, at most. */
  seconds: number;
  /** How often it takes another move than the best: 0 never; 1 as often as the search looked at it. */
  spread: number;
  /** Who plays instead of the search of the page, where somebody else can. */
  player?: string;
}

export const LEVELS: Level[] = [
  { name: "beginner", rounds: 40, seconds: 1, spread: 1 },
  { name: "easy", rounds: 200, seconds: 1, spread: 0.5 },
  { name: "medium", rounds: 2_000, seconds: 1.5, spread: 0 },
  { name: "strong", rounds: 30_000, seconds: 3, spread: 0 },
  { name: "strongest", rounds: 10_000_000, seconds: 6, spread: 0 },
];

export const USUAL = 2;
/** For hints. */
export const HINT: Level = { name: "hint", rounds: 100_000, seconds: 1.5, spread: 0 };
