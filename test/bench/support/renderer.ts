import type { Browser, Page } from '@playwright/test';
import { HomeScreen } from '#test/e2e/support/home-screen.ts';

/** Opens the screens with nothing cached and waits until Home stands. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  // The window before left its tabs: each begins on Home.
  await page.getByRole('link', { name: 'Home' }).click();
  await new HomeScreen(page).services.waitFor();
  // A person looks before the hand moves; meanwhile the code of the other screens comes.
  await page.waitForTimeout(2_000);
  return page;
}

/**
 * Time in milliseconds from an act of the hand to the frame in which `selector` is shown, both taken in the page: the
 * way to the browser and back does not count.
 */
export async function untilPainted(page: Page, act: () => Promise<void>, selector: string): Promise<number> {
  // In place before the act: a key can be faster than a call into the page.
  await page.evaluate(() => {
    performance.clearMarks('act');
    const begin = () => void performance.mark('act');
    for (const type of ['pointerdown', 'keydown'] as const)
      document.addEventListener(type, begin, { once: true, capture: true });
  });
  await act();
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isShown = () =>
          [...document.querySelectorAll<HTMLElement>(wanted)].some(
            (element) => element.offsetParent !== null,
          );
        const look = () => {
          const [began] = performance.getEntriesByName('act');
          if (began === undefined || !isShown()) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - began.startTime));
        };
        look();
      }),
    selector,
  );
}

export interface ScrollOptions {
  /** How far each frame scrolls. */
  readonly pixels: number;
  readonly frames: number;
}

/** Times between frames in milliseconds while an element is scrolled on with every frame. */
export function frameMillis(
  page: Page,
  selector: string,
  options: ScrollOptions,
): Promise<readonly number[]> {
  return page.evaluate(
    ({ wanted, pixels, frames }) =>
      new Promise<number[]>((resolve, reject) => {
        const element = document.querySelector(wanted);
        if (element === null) return reject(new Error(`There is no ${wanted}`));
        const times: number[] = [];
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          times.push(now - last);
          last = now;
          element.scrollTop += pixels;
          if (times.length < frames) requestAnimationFrame(step);
          else resolve(times.slice(1));
        };
        requestAnimationFrame(step);
      }),
    { wanted: selector, ...options },
  );
}

/** CPU time of the page's renderer process so far, in milliseconds. */
export async function rendererCpuMillis(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
