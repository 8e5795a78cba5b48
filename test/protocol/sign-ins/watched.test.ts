import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimers } from '#main/platform/timers.ts';
import { importRecording } from '#main/services/sign-ins/import/import-recording.ts';
import { playActs } from '#main/services/sign-ins/play/play-acts.ts';
import { createWatchedSignIns } from '#main/services/sign-ins/watch/watched-sign-ins.ts';
import type { SignInAct } from '#shared/sign-ins/index.ts';
import { handsAt } from '#test/support/browser-hands.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { installed, noBrowser, openDesk } from '../controlled-browser/parties.ts';
import {
  asRecorded,
  changed,
  type Drawing,
  type DrawnServer,
  drawnServer,
  type Screen,
} from './drawn-pages.ts';
import { PlaywrightPage } from './playwright-page.ts';
import { person, type Story, stories } from './ten-pages.ts';

let own: Browser | undefined;
let page: Page;
let servers: DrawnServer[] = [];
const desk = startedOnce(openDesk);
const watched = startedOnce(createWatchedSignIns);
beforeAll(async () => {
  if (installed !== null)
    own = await chromium.launch({ executablePath: installed.path, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await own?.close();
});
beforeEach(async ({ skip }) => {
  skip(noBrowser, 'no Chromium is installed');
  page = await (own as Browser).newPage();
});
afterEach(async () => {
  await page?.close();
  for (const server of servers.splice(0)) await server.close();
});

async function serve(screens: readonly Screen[], drawing: Drawing, end?: string): Promise<DrawnServer> {
  const server = await drawnServer(screens, drawing, end);
  servers.push(server);
  return server;
}

/** The servers of a story, as they are drawn. */
async function stage({ screens, handedOn }: Story, drawing: Drawing) {
  const second = handedOn === undefined ? null : await serve(handedOn, drawing);
  const first = await serve(screens, drawing, second?.start);
  return {
    first,
    origins: [first.origin, ...(second === null ? [] : [second.origin])],
    back: second ?? first,
  };
}

const values = {
  username: person.username,
  password: person.password,
  code: async () => person.code,
};

/** Opens a page that somebody is watched at. */
async function watchAt(name: string, url: string, stopAt: string | null = null) {
  const following = watched.begin(name);
  const { cancel } = await desk.watch({
    url,
    stopAt,
    intercept: 'answer',
    watch: { source: following.source, take: (text) => void following.take(text) },
    onCallback: () => following.end(),
  });
  const hands = await handsAt(desk.profileRoot, url);
  return { ...hands, cancel };
}

/** Somebody signs in by hand, and is watched: the file that comes of it. */
async function watch(story: Story) {
  const { first, origins, back } = await stage(story, asRecorded);
  const { close, page: window, cancel } = await watchAt(story.name, first.start, `${back.origin}/cb`);
  const result = await playActs({
    acts: [{ type: 'navigate', url: first.start }, ...story.acts],
    page: new PlaywrightPage(window),
    values,
    isAllowed: (origin) => origins.includes(origin),
    timers: systemTimers,
    actMillis: 5_000,
  });
  expect(result).toMatchObject({ kind: 'done' });
  await eventually(() => (back.posted.length > 0 ? true : null));
  await eventually(() => (window.url().includes('/cb') ? true : null));
  await close();
  cancel();
  return importRecording(watched.recording(story.name), {
    users: [{ username: person.username, password: person.password }],
    fields: new Map(),
  });
}

/** The kinds of acts, and the texts that they type. */
const outline = (acts: readonly SignInAct[]) =>
  acts.map((act) => (act.type === 'change' ? act.value : act.type));

describe('a sign-in that somebody is watched at', () => {
  test.each(stories)('is played where class names, ids and order are others: $name', async (story) => {
    const { file, questions } = await watch(story);
    expect(questions).toEqual([]);
    expect(outline(file.steps)).toEqual(['navigate', ...outline(story.acts)]);
    const text = JSON.stringify(file);
    for (const secret of [person.password, person.code, person.username]) expect(text).not.toContain(secret);
    const { first, origins } = await stage(story, changed);
    await page.goto(first.start);
    const result = await playActs({
      acts: file.steps,
      page: new PlaywrightPage(page),
      values,
      isAllowed: (origin) => origins.includes(origin),
      timers: systemTimers,
      actMillis: 2_000,
    });
    expect(result).toMatchObject({ kind: 'done' });
    expect(new URL(page.url()).pathname).toBe('/cb');
  });
});

describe('of a page, only what a person does is an act', () => {
  /** The steps of a recording, without their selectors. */
  const stepsOf = (name: string) => {
    const { steps } = watched.recording(name) as {
      steps: readonly { type: string; value?: string; key?: string }[];
    };
    return steps.map(({ type, value, key }) =>
      [type, value ?? key].filter((part) => part !== undefined).join(' '),
    );
  };

  async function at(name: string, html: string, inner?: string) {
    const server = await serve(
      [{ html: () => html, posts: {}, ...(inner === undefined ? {} : { inner: () => inner }) }],
      asRecorded,
    );
    const opened = await watchAt(name, server.start);
    return { ...opened, server };
  }

  test('typed with mistakes, and sent by Enter: one text, and one key', async () => {
    const {
      page: window,
      close,
      cancel,
    } = await at('enter', '<form method="post" action="@next"><input name="user"><button>Go</button></form>');
    await window.locator('input').pressSequentially('ann');
    await window.keyboard.press('Backspace');
    await window.keyboard.type('a');
    await window.keyboard.press('Enter');
    await eventually(() => (window.url().endsWith('/cb?code=1') ? true : null));
    expect(stepsOf('enter')).toEqual(['navigate', 'change ana', 'keyDown Enter', 'keyUp Enter']);
    await close();
    cancel();
  });

  test('scripts that click and type are none, and a box is ticked once by its label', async () => {
    const {
      page: window,
      close,
      cancel,
    } = await at(
      'scripts',
      `<input id="typed"><button type="button" id="clicked">No</button>
       <label id="label"><input type="checkbox" id="box"> Keep me signed in</label>
       <script>document.getElementById('label').addEventListener('pointerdown', () => {
         document.getElementById('clicked').click();
         const typed = document.getElementById('typed');
         typed.value = 'by a script';
         typed.dispatchEvent(new Event('input', { bubbles: true }));
       });</script>`,
    );
    await window.locator('#label').click({ position: { x: 60, y: 8 } });
    expect(await window.locator('#box').isChecked()).toBe(true);
    await eventually(() => (stepsOf('scripts').length > 1 ? true : null));
    expect(stepsOf('scripts')).toEqual(['navigate', 'click']);
    await close();
    cancel();
  });

  test('in a frame of another site, which is a process of its own, it is seen too', async () => {
    const further = await serve(
      [{ html: () => '<label>User <input name="user"></label>', posts: {} }],
      asRecorded,
    );
    const elsewhere = further.start.replace('127.0.0.1', 'localhost');
    const { page: window, close, cancel } = await at('frame', `<iframe src="${elsewhere}"></iframe>`);
    await window.frameLocator('iframe').locator('input').pressSequentially('ann');
    await eventually(() => (stepsOf('frame').includes('change ann') ? true : null));
    const { file, origins } = importRecording(watched.recording('frame'), {
      users: [{ username: 'ann', password: null }],
      fields: new Map(),
    });
    expect(file.steps[1]).toMatchObject({
      type: 'change',
      value: '{{username}}',
      frame: [0],
      target: elsewhere.replace(/0$/, '*'),
    });
    expect(origins).toContain(new URL(elsewhere).origin);
    await close();
    cancel();
  });
});
