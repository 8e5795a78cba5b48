import type { Page } from '@playwright/test';

/** The product's promise: so long after the last key nothing of a draft is lost, in milliseconds. */
const keptWithinMillis = 500;

/** Waits as long by the clock of the page: on a busy machine it falls behind that of the test, and keeps drafts late. */
export async function letDraftsBeKept(page: Page): Promise<void> {
  await page.evaluate((millis) => new Promise((done) => setTimeout(done, millis)), keptWithinMillis);
}

/** Waits until the page has shown what came to it before: two frames, and what they put off. */
export async function letPageDraw(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((done) => setTimeout(done, 0));
  });
}
