import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { ActivityScreen } from '#test/e2e/support/activity-screen.ts';
import { seedExchanges } from '#test/support/many-exchanges.ts';
import type { Area, Bench, Sample } from '../harness/area.ts';
import { percentile } from '../harness/statistics.ts';
import { limit } from '../harness/targets.ts';
import { readResidentBytes } from '../support/cpu.ts';
import { firstScreen, firstScreenWeight, serveSample } from '../support/first-screen.ts';
import {
  copySampleWorkspace,
  type Gatehouse,
  sampleClients,
  serveGatehouse,
  tokenPath,
} from '../support/gatehouse.ts';
import { interactionMillis } from '../support/interactions.ts';
import { portOf, startLoadGenerator, tokenRequest } from '../support/load.ts';
import { frameMillis, openPage, rendererCpuMillis, untilPainted } from '../support/renderer.ts';
import { openBrowser } from '../support/screen.ts';

const exchanges = 100_000;
const appendPerSecond = 200;
const appendSeconds = 10;
/** After the threads that the start needed have ended. */
const restMillis = 45_000;
const key = new Uint8Array(32).fill(7);

/** A window on a state with very many exchanges. */
interface Window {
  readonly gatehouse: Gatehouse;
  readonly page: Page;
}

async function seededState({ directory }: Bench): Promise<string> {
  const state = mkdtempSync(join(directory, 'state-'));
  seedExchanges({ stateDirectory: state, sealKey: key, count: exchanges });
  return state;
}

async function openWindow(bench: Bench): Promise<Window> {
  const browser: Browser = await bench.once('browser', openBrowser, (opened) => opened.close());
  const state = await bench.once('seeded state', () => seededState(bench));
  const gatehouse = await serveGatehouse(copySampleWorkspace(bench.directory), state, {
    env: { GATEHOUSE_KEY: Buffer.from(key).toString('base64') },
  });
  try {
    return { gatehouse, page: await openPage(browser, gatehouse.ui) };
  } catch (error) {
    await gatehouse.stop();
    throw error;
  }
}

/** Does something in a fresh window, and closes it. */
function inWindow(work: (window: Window) => Promise<Sample>) {
  return async (bench: Bench): Promise<Sample> => {
    const window = await openWindow(bench);
    try {
      return await work(window);
    } finally {
      await window.page.context().close();
      await window.gatehouse.stop();
    }
  };
}

const firstRow = '[role=grid] [role=row][aria-selected] [role=gridcell]:nth-child(2):not(:empty)';

async function openActivity(page: Page): Promise<number> {
  return untilPainted(page, () => page.getByRole('link', { name: 'Activity' }).click(), firstRow);
}

/** Keeps the tab that is shown, which the next visit would replace, and returns it. */
async function keepTab(page: Page): Promise<Locator> {
  const shown = page.locator('.doctabs [role=tab][aria-selected=true]');
  await shown.dblclick();
  return page.locator(`[id="${await shown.getAttribute('id')}"]`);
}

/** Works with the list as people do: walks along it, chooses, filters, compares, and shows what is masked. */
async function workWithList(page: Page): Promise<void> {
  const activity = new ActivityScreen(page);
  const pressEach = async (keys: readonly string[]) => {
    for (const pressed of keys) {
      await page.keyboard.press(pressed);
      // As fast as a key that is held down repeats.
      await page.waitForTimeout(33);
    }
  };
  await activity.rows.nth(8).click();
  await pressEach([...Array<string>(10).fill('ArrowUp'), ...Array<string>(10).fill('ArrowDown')]);
  await pressEach(['PageUp', 'PageUp', 'PageDown', 'Home', 'End']);
  for (const at of [3, 12, 5, 9]) await activity.rows.nth(at).click();
  await pressEach(['v', 'v', 'a', 'ArrowUp', 'd', 'n', 'n', 'p', 'Escape']);
  for (const word of ['4xx', 'Rejected', 'Paused']) {
    await activity.chip('Result', word).click();
    await activity.chip('Result', word).click();
  }
  await activity.filter.click();
  await pressEach('status:400 path:token'.split(''));
  // The next window finds the screen as it was left.
  await activity.filter.fill('');
}

/** How quick the screens are to the hand, with a full log. */
export const ui: Area = {
  area: 'ui',
  title: 'the screens, with 100,000 exchanges in the log',
  rounds: 3,
  notes: [
    'A real Chromium without a graphics processor; the engine runs on the same two cores.',
    'Opening is from the click to the frame in which rows stand; the log was not looked at before.',
    'Scrolling goes 900 px on with each frame for 240 frames, through rows that were never fetched.',
    'Presses are arrows as fast as a held key repeats, rows, chips, the keys of an exchange and a filter that is typed: from the press to the end of the frame after it.',
    `While ${appendPerSecond} exchanges a second arrive, Activity follows them; the CPU is that of the renderer process, over one core.`,
    `Memory is VmRSS of the host ${restMillis / 1_000} s after its ready line: the threads that a start needs have ended, and no page is open.`,
    'The palette and the tabs are opened twice before they are measured ten times.',
  ],
  cases: [
    {
      id: 'open',
      title: 'Activity opens',
      figures: [{ id: 'wall', title: 'from the click to rows', unit: 'ms', digits: 0 }],
      run: inWindow(async ({ page }) => ({ wall: await openActivity(page) })),
    },
    {
      id: 'scroll',
      title: 'Activity scrolls',
      figures: [
        { id: 'p50', title: 'time of a frame, p50', unit: 'ms', digits: 1 },
        { id: 'p95', title: 'time of a frame, p95', unit: 'ms', digits: 1 },
      ],
      run: inWindow(async ({ page }) => {
        await openActivity(page);
        const frames = await frameMillis(page, '.log-scroll', { pixels: -900, frames: 240 });
        return { p50: percentile(frames, 50), p95: percentile(frames, 95) };
      }),
    },
    {
      id: 'interact',
      title: 'a press in Activity, until the next frame',
      figures: [
        { id: 'p50', title: 'p50', unit: 'ms', digits: 1 },
        { id: 'p95', title: 'p95', unit: 'ms', digits: 1 },
        { id: 'worst', title: 'the longest', unit: 'ms', digits: 1 },
      ],
      run: inWindow(async ({ page }) => {
        await openActivity(page);
        const times = await interactionMillis(page, () => workWithList(page));
        return { p50: percentile(times, 50), p95: percentile(times, 95), worst: Math.max(...times) };
      }),
    },
    {
      id: 'append',
      title: `${appendPerSecond} exchanges a second arrive`,
      figures: [{ id: 'cpu', title: 'CPU of the renderer', unit: '% of a core', digits: 1 }],
      run: inWindow(async ({ page, gatehouse }) => {
        await openActivity(page);
        const generator = await startLoadGenerator();
        const before = await rendererCpuMillis(page);
        const began = performance.now();
        await generator.run({
          port: portOf(gatehouse.authorizationServer),
          path: tokenPath,
          ...tokenRequest(sampleClients.batch, { grant_type: 'client_credentials' }),
          connections: 4,
          requestsPerSecond: appendPerSecond,
          durationMillis: appendSeconds * 1_000,
        });
        const used = (await rendererCpuMillis(page)) - before;
        const elapsed = performance.now() - began;
        await generator.close();
        return { cpu: (used / elapsed) * 100 };
      }),
    },
    {
      id: 'palette',
      title: 'the palette opens',
      figures: [{ id: 'p95', title: 'from the key to the list, p95', unit: 'ms', digits: 0 }],
      run: inWindow(async ({ page }) => {
        const times: number[] = [];
        for (let round = 0; round < 12; round += 1) {
          times.push(
            await untilPainted(page, () => page.keyboard.press('Control+k'), '[role=listbox] [role=option]'),
          );
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
        return { p95: percentile(times.slice(2), 95) };
      }),
    },
    {
      id: 'tabs',
      title: 'another tab is shown',
      figures: [{ id: 'p95', title: 'from the click to the screen, p95', unit: 'ms', digits: 0 }],
      run: inWindow(async ({ page }) => {
        await openActivity(page);
        const activity = await keepTab(page);
        await page.getByRole('link', { name: 'Flows' }).click();
        await page.locator('.flow').waitFor();
        const flow = await keepTab(page);
        const times: number[] = [];
        for (let round = 0; round < 6; round += 1) {
          times.push(await untilPainted(page, () => activity.click(), firstRow));
          times.push(await untilPainted(page, () => flow.click(), '.flow .toolbar'));
        }
        return { p95: percentile(times.slice(2), 95) };
      }),
    },
    {
      id: 'start',
      title: 'from the command to Home with running services',
      figures: [{ id: 'wall', title: 'wall time', unit: 'ms', digits: 0 }],
      run: firstScreen,
    },
    {
      id: 'idle',
      title: 'the host at rest, every service running',
      figures: [{ id: 'rss', title: 'resident memory', unit: 'MB', digits: 0 }],
      async run(bench) {
        const gatehouse = await serveSample(bench);
        try {
          await new Promise((resolve) => setTimeout(resolve, restMillis));
          return { rss: readResidentBytes(gatehouse.pid) / 1_000_000 };
        } finally {
          await gatehouse.stop();
        }
      },
    },
    firstScreenWeight,
  ],
  targets: [
    limit('Activity opens', ['open', 'wall'], { unit: 'ms', atMost: 500 }),
    limit('frame while scrolling, p95', ['scroll', 'p95'], { unit: 'ms', digits: 1, atMost: 34 }),
    limit('a press in Activity until the next frame, p95', ['interact', 'p95'], {
      unit: 'ms',
      digits: 1,
      atMost: 50,
    }),
    limit('renderer while 200 exchanges a second arrive', ['append', 'cpu'], {
      unit: '% of a core',
      digits: 1,
      atMost: 10,
    }),
    limit('palette opens, p95', ['palette', 'p95'], { unit: 'ms', atMost: 100 }),
    limit('tab is shown, p95', ['tabs', 'p95'], { unit: 'ms', atMost: 100 }),
    limit('from the command to Home with running services', ['start', 'wall'], { unit: 'ms', atMost: 2_500 }),
    limit('resident memory of the host at rest', ['idle', 'rss'], { unit: 'MB', atMost: 160 }),
    limit('scripts of the first screen after gzip', ['page', 'gzip'], { unit: 'kB', digits: 1, atMost: 250 }),
  ],
};
