import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const fontPath = '/font-of-the-pictures';
const faces = [
  { weight: 400, file: import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2') },
  { weight: 700, file: import.meta.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2') },
];

/** Sets an open page in the font with which its pictures were taken, whatever fonts the machine has. */
export async function setInSameFont(page: Page): Promise<void> {
  for (const { weight, file } of faces) {
    await page.route(`**${fontPath}/${weight}`, (route) =>
      route.fulfill({ path: fileURLToPath(file), contentType: 'font/woff2' }),
    );
  }
  const rules = faces.map(
    ({ weight }) =>
      `@font-face { font-family: "Same"; font-weight: ${weight}; src: url("${fontPath}/${weight}") format("woff2"); }`,
  );
  await page.addStyleTag({ content: `${rules.join('\n')}\n:root { --font-ui: "Same"; }` });
  await page.evaluate(async () => {
    // A font is fetched once the page is laid out with it.
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
}
