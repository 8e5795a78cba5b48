import type { Page } from '@playwright/test';

/**
 * Times in milliseconds from each press and click among `acts` to the end of the frame that follows it, taken in the
 * page: as Interaction to Next Paint has it, with the time that the press waited for the page.
 */
export async function interactionMillis(page: Page, acts: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    performance.clearMeasures('interaction');
    const begin = ({ timeStamp: start }: Event) =>
      requestAnimationFrame(() => {
        // The message comes after what the frame draws.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () =>
          performance.measure('interaction', { start, end: performance.now() }),
        );
        port1.start();
        port2.postMessage(null);
      });
    for (const type of ['keydown', 'click'] as const)
      document.addEventListener(type, begin, { capture: true });
  });
  await acts();
  await page.waitForTimeout(200);
  return page.evaluate(() => performance.getEntriesByName('interaction').map(({ duration }) => duration));
}
