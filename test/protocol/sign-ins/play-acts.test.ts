import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimers } from '#main/platform/timers.ts';
import type { PageDocument } from '#main/services/sign-ins/page/page-dom.ts';
import { learntActs } from '#main/services/sign-ins/play/learnt-acts.ts';
import { playActs } from '#main/services/sign-ins/play/play-acts.ts';
import type { SignInAct } from '#shared/sign-ins/index.ts';
import { installed, noBrowser } from '../controlled-browser/parties.ts';
import {
  asRecorded,
  changed,
  type Drawing,
  type DrawnServer,
  drawnServer,
  type Screen,
} from './drawn-pages.ts';
import { PlaywrightPage } from './playwright-page.ts';
import { person, type Story, stories, ways } from './ten-pages.ts';

let browser: Browser | undefined;
let page: Page;
let servers: DrawnServer[];
beforeAll(async () => {
  if (installed !== null)
    browser = await chromium.launch({ executablePath: installed.path, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());
beforeEach(async ({ skip }) => {
  skip(noBrowser, 'no Chromium is installed');
  servers = [];
  page = await (browser as Browser).newPage();
});
afterEach(async () => {
  await page.close();
  await Promise.all(servers.map((server) => server.close()));
});

async function serve(screens: readonly Screen[], drawing: Drawing, end?: string): Promise<DrawnServer> {
  const server = await drawnServer(screens, drawing, end);
  servers.push(server);
  return server;
}

const given = { codes: 0 };
const values = {
  username: person.username,
  password: person.password,
  async code() {
    given.codes += 1;
    return person.code;
  },
};

/** Serves a story and plays its acts there. */
async function play(
  { screens, handedOn, acts }: Pick<Story, 'screens' | 'acts'> & Partial<Story>,
  drawing: Drawing,
  more: Partial<Parameters<typeof playActs>[0]> & { readonly allowed?: 'all' | 'first' } = {},
) {
  given.codes = 0;
  const second = handedOn === undefined ? null : await serve(handedOn, drawing);
  const first = await serve(screens, drawing, second?.start);
  await page.goto(first.start);
  const origins = new Set([
    first.origin,
    ...(more.allowed === 'first' || second === null ? [] : [second.origin]),
  ]);
  const result = await playActs({
    acts: [{ type: 'navigate', url: first.start }, ...acts],
    page: new PlaywrightPage(page),
    values,
    isAllowed: (origin) => origins.has(origin),
    timers: systemTimers,
    actMillis: 2_000,
    ...more,
  });
  return { result, first, second };
}

test('the functions in a page take the DOM of the platform', () => {
  const taken: (document: Document) => PageDocument = (document) => document;
  expect(taken).toBeTypeOf('function');
});

describe.each([
  ['as they were recorded', asRecorded],
  ['with other class names, ids and order', changed],
])('ten sign-ins %s', (_, drawing) => {
  test.each(stories)('$name', async (story) => {
    const { result } = await play(story, drawing);
    expect(result).toMatchObject({ kind: 'done', passedWithout: [] });
    // A page that a script draws goes on in a step of its own after the click.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/cb');
    expect(given.codes).toBe(story.name === 'a code on six fields' ? 1 : 0);
  });
});

const [plain, , , , sixFields, stay] = stories as [Story, Story, Story, Story, Story, Story];

describe('an optional act', () => {
  const acts = [...stay.acts];
  test('is done where its element comes, and passed over where another page does', async () => {
    const optional = acts.map((act, index) => (index === 3 ? { ...act, optional: true } : act));
    expect((await play({ ...stay, acts: optional }, changed)).result).toMatchObject({
      kind: 'done',
      outcomes: ['played', 'played', 'played', 'played', 'played'],
    });
    await page.goto('about:blank');
    const without = await play({ screens: plain.screens, acts: optional }, changed);
    expect(without.result).toMatchObject({
      kind: 'done',
      outcomes: [...Array(4).fill('played'), 'needless'],
    });
  });

  test('is what a play passed without, once it typed who signs in', async () => {
    const asked: SignInAct = { type: 'click', selectors: ways('Not now', '#later') };
    const file = { title: 'x', steps: [asked, ...plain.acts] };
    const { result } = await play({ screens: plain.screens, acts: file.steps }, asRecorded, {
      actMillis: 600,
    });
    expect(result).toMatchObject({ kind: 'done', passedWithout: [1] });
    const learnt = learntActs(
      { ...file, steps: [{ type: 'navigate', url: 'http://127.0.0.1/' }, ...file.steps] },
      result,
    );
    expect(learnt?.steps.map(({ optional }) => optional ?? false)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a play that stops', () => {
  test('names the act and what was there instead, without the values', async () => {
    const greeting: Screen = {
      html: () => `<h1>Hello ${person.password}</h1><p>Your account is locked</p><button>Call us</button>`,
      posts: {},
    };
    const { result } = await play(
      { screens: [...plain.screens, greeting], acts: [...plain.acts, ...stay.acts.slice(3)] },
      asRecorded,
      {
        actMillis: 600,
      },
    );
    expect(result).toMatchObject({
      kind: 'stopped',
      act: 4,
      reason: 'not-found',
      there: { title: 'Sign in to Ours', labels: ['Hello •••', 'Your account is locked', 'Call us'] },
    });
    expect(JSON.stringify(result)).not.toContain(person.password);
  });

  test('types nothing at another origin, and says at which', async () => {
    const story = stories.find(({ name }) => name === 'handed on to a second provider') ?? plain;
    const { result, second } = await play(story, asRecorded, { allowed: 'first', actMillis: 600 });
    expect(result).toMatchObject({ kind: 'stopped', act: 2, reason: 'elsewhere', origin: second?.origin });
    expect(second?.posted).toEqual([]);
    expect(await page.locator('input').inputValue()).toBe('');
  });

  test('does not type a password into another field that stands in the place of the recorded one', async () => {
    const search: Screen = { html: () => '<form><input name="q"><button>Search</button></form>', posts: {} };
    const acts: SignInAct[] = [
      { type: 'change', value: '{{password}}', selectors: [['form > input:nth-of-type(1)']] },
    ];
    const { result } = await play({ screens: [search], acts }, asRecorded, { actMillis: 600 });
    expect(result).toMatchObject({ kind: 'stopped', reason: 'not-found' });
    expect(await page.locator('input').inputValue()).toBe('');
  });

  test('says which value is not stored', async () => {
    const { result } = await play(sixFields, asRecorded, {
      values: { ...values, code: null },
      actMillis: 600,
    });
    expect(result).toMatchObject({ kind: 'stopped', act: 4, reason: 'no-value', missing: 'totp' });
  });

  test('stops when it is told to', async () => {
    const signal = AbortSignal.timeout(300);
    const { result } = await play({ screens: [], acts: plain.acts }, asRecorded, {
      signal,
      actMillis: 5_000,
    });
    expect(result).toMatchObject({ kind: 'stopped', act: 1, reason: 'cancelled' });
  });
});
