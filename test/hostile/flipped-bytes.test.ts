import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf, namedKinds, nameOfAll } from '#main/services/storage/kind-names.ts';
import { differencesOf, rowsOf } from '#test/support/damage/differences.ts';
import { applyFlips, chooseFlips, seeded } from '#test/support/damage/flips.ts';
import { type Fact, isTaken, makeTruth, serveState, type Truth } from '#test/support/damage/truth.ts';
import type { Served } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

/** A few in every run; `npm run test:hostile` makes 40 of the day, `npm run test:fuzz` 200. */
const count = Number(process.env['GATEHOUSE_FLIPS'] ?? 5);
const dayMillis = 86_400_000;
const seed = Number(process.env['GATEHOUSE_FLIPS_SEED'] ?? Math.floor(Date.now() / dayMillis));
const secondsEach = 20;

/**
 * Kinds that a problem has to name for a refusal of a good one to count as told; the asking client has a secret as
 * well.
 */
const covers: Readonly<Record<Fact['kind'], readonly string[]>> = {
  code: ['as.code', 'as.family', 'secret'],
  'refresh token': ['as.refresh-token', 'as.family', 'secret'],
  'access token': ['as.access-token', 'as.family', 'secret'],
  secret: ['secret'],
};

let truth: Truth;
let before: ReadonlyMap<string, NonNullable<ReturnType<typeof rowsOf>>>;
beforeAll(async () => {
  truth = await makeTruth();
  before = new Map(
    truth.states.map((state) => {
      const rows = rowsOf(state);
      if (rows === null) throw new Error('The state cannot be read before it is damaged.');
      return [state, rows];
    }),
  );
}, 120_000);
afterAll(() => truth.remove());

const isNamed = (said: string, kind: string): boolean =>
  said.includes(nameOfAll(kind)) || said.includes(amountOf(kind, 1));

const severalInRow = ['exchange', 'as.access-token'];
const endings = { open: 0, aside: 0 };

/** The report on a state when it was opened. */
interface Said {
  readonly text: string;
  /** True if it was moved aside, or its last changes are lost: then everything may be gone. */
  readonly isOfAll: boolean;
  readonly otherCodes: readonly string[];
}

function saidBy({ ready }: Served): Said {
  const corrupt = ready.problems.filter(({ code }) => code === 'state.corrupt');
  const text = corrupt.map(({ message }) => message).join('\n');
  const isAside = text.includes('state database was damaged and is now at');
  endings[isAside ? 'aside' : 'open'] += 1;
  const codes = ready.problems.map(({ code }) => code);
  return {
    text,
    isOfAll: isAside || text.includes('the last changes are lost'),
    otherCodes: codes.filter((code) => /^state\.|key/.test(code) && code !== 'state.corrupt'),
  };
}

/** Compares what is said with the rows themselves, read past the program. */
function untold(said: Said, state: string, after: ReturnType<typeof rowsOf>): readonly string[] {
  const others = said.otherCodes.map((code) => `${code} is said`);
  if (said.isOfAll) return others;
  if (after === null)
    return said.text === '' ? [...others, 'nothing is said of what cannot be read'] : others;
  const differences = differencesOf(before.get(state) ?? new Map(), after);
  const untrue: string[] = [];
  for (const kind of differences.keys())
    if (!isNamed(said.text, kind)) untrue.push(`${kind} differs, and is not named`);
  const damaged = /damaged and set aside: ([^.]*)\./.exec(said.text)?.[1] ?? '';
  for (const kind of namedKinds)
    if (isNamed(damaged, kind) && !differences.has(kind))
      untrue.push(`${kind} is named, and does not differ`);
  // Exchanges and access tokens lie several in a row.
  for (const [kind, { changed }] of differences)
    if (!severalInRow.includes(kind) && isNamed(damaged, kind) && !damaged.includes(amountOf(kind, changed)))
      untrue.push(`${changed} of ${kind} differ, and another number is said`);
  return [...others, ...untrue];
}

/** Asks for everything that is known. */
async function askAll(served: Served, said: Said): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const fact of truth.facts) {
    const { kind, isGood, value } = fact;
    const taken = await isTaken(served, fact);
    const isSaid = said.isOfAll || covers[kind].some((each) => isNamed(said.text, each));
    if (taken && !isGood) wrong.push(`a ${kind} is good again: ${value.slice(0, 8)}…`);
    if (!taken && isGood && !isSaid) wrong.push(`a good ${kind} is refused, and nothing is said of it`);
  }
  return wrong;
}

/** Damages a copy of the state and asks for everything that is known of it; returns what was answered wrongly. */
async function play(number: number): Promise<readonly string[]> {
  const state = truth.states[number % truth.states.length] ?? '';
  const flips = chooseFlips(state, seeded(seed * 1_000 + number));
  const copy = temporaryDirectory();
  cpSync(state, copy.path, { recursive: true });
  applyFlips(copy.path, flips);
  const after = rowsOf(copy.path);
  const served = await serveState(truth.workspace, copy.path);
  try {
    const said = saidBy(served);
    const wrong = [...untold(said, state, after), ...(await askAll(served, said))];
    return [...new Set(wrong)].map(
      (text) => `${text}\n  said: ${said.text}\n  flips: ${JSON.stringify(flips)}`,
    );
  } finally {
    await served.end('SIGKILL');
    copy.remove();
  }
}

test(`a state of which bytes are flipped opens or is moved aside, says what of it is lost, and answers nothing wrong (${count} of seed ${seed})`, {
  timeout: count * secondsEach * 1_000,
}, async () => {
  process.stdout.write(`Flipping bytes ${count} times with GATEHOUSE_FLIPS_SEED=${seed}.\n`);
  const wrong: string[] = [];
  for (let number = 0; number < count; number += 1)
    for (const text of await play(number)) wrong.push(`${number}: ${text}`);
  process.stdout.write(`It opened ${endings.open} times, and was moved aside ${endings.aside} times.\n`);
  expect(wrong).toEqual([]);
});
