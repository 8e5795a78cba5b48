import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf, nameOfAll } from '#main/services/storage/kind-names.ts';
import { differentKinds, rowsOf } from '#test/support/damage/differences.ts';
import { applyFlips, chooseFlips, seeded } from '#test/support/damage/flips.ts';
import { type Fact, isTaken, makeTruth, serveState, type Truth } from '#test/support/damage/truth.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

/** A few in every run; `npm run test:hostile` makes 40 of the day, `npm run test:fuzz` 200. */
const count = Number(process.env['GATEHOUSE_FLIPS'] ?? 5);
const dayMillis = 86_400_000;
const seed = Number(process.env['GATEHOUSE_FLIPS_SEED'] ?? Math.floor(Date.now() / dayMillis));
const secondsEach = 20;

/** What a problem has to name for it to be said that a good one is refused; who asks has a secret as well. */
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

const endings = { open: 0, aside: 0 };

/** Damages a copy of the state and asks for everything that is known of it; returns what was answered wrongly. */
async function play(number: number): Promise<readonly string[]> {
  const random = seeded(seed * 1_000 + number);
  const state = truth.states[number % truth.states.length] ?? '';
  const flips = chooseFlips(state, random);
  const copy = temporaryDirectory();
  cpSync(state, copy.path, { recursive: true });
  applyFlips(copy.path, flips);
  const after = rowsOf(copy.path);
  const served = await serveState(truth.workspace, copy.path);
  const wrong: string[] = [];
  try {
    const corrupt = served.ready.problems.filter(({ code }) => code === 'state.corrupt');
    const said = corrupt.map(({ message }) => message).join('\n');
    const isAside = said.includes('state database was damaged and is now at');
    endings[isAside ? 'aside' : 'open'] += 1;
    const isLogLost = said.includes('its last changes are lost');
    const others = served.ready.problems.filter(
      ({ code }) => /^state\.|key/.test(code) && code !== 'state.corrupt',
    );
    for (const { code } of others) wrong.push(`${code} is said`);
    const different = after === null ? [] : differentKinds(before.get(state) ?? new Map(), after);
    if (after === null && !isAside && !isLogLost && said === '')
      wrong.push('nothing is said of what cannot be read');
    for (const kind of different)
      if (!isAside && !isLogLost && !isNamed(said, kind)) wrong.push(`${kind} differs, and is not named`);
    for (const fact of truth.facts) {
      const taken = await isTaken(served, fact);
      const { kind, isGood, value } = fact;
      if (taken && !isGood) wrong.push(`a ${kind} is good again: ${value.slice(0, 8)}…`);
      const isSaid = isAside || isLogLost || covers[kind].some((each) => isNamed(said, each));
      if (!taken && isGood && !isSaid) wrong.push(`a good ${kind} is refused, and nothing is said of it`);
    }
    return [...new Set(wrong)].map((text) => `${text}\n  said: ${said}\n  flips: ${JSON.stringify(flips)}`);
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
