import { parseArgs } from 'node:util';
import type { Area } from './area.ts';

/** The choice made on the command line. */
export interface Choice {
  readonly areas: readonly Area[];
  /** Null: as many as each area wants. */
  readonly rounds: number | null;
  readonly isJson: boolean;
}

const maxRounds = 100;

/**
 * Reads `[area …] [--rounds N] [--json]`; no area means all.
 * @throws Error that says what is wrong with the arguments
 */
export function readCommandLine(args: readonly string[], known: readonly Area[]): Choice {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (rounds !== null && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= maxRounds))
    throw new Error(`--rounds takes a number from 1 to ${maxRounds}.`);
  const named = positionals.map((name) => {
    const area = known.find((each) => each.area === name);
    if (area === undefined)
      throw new Error(`There is no area ${name}: ${known.map((each) => each.area).join(', ')}.`);
    return area;
  });
  return { areas: named.length === 0 ? known : named, rounds, isJson: values.json };
}
