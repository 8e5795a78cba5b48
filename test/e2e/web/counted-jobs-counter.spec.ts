import { expect, type Page, test } from '@playwright/test';
import { countedJob } from '../support/counted-job.ts';
import { installPressCounter } from '../support/press-counter.ts';
import { words } from '../support/words.ts';

const popup = '<button>In the popup</button>';
const content = `
  <button>Press</button><label>Name <input></label><label>Other <textarea></textarea></label>
  <label><input type="checkbox"> Tick</label><input type="file" aria-label="File">
  <select aria-label="Kind"><option>One<option>Two</select>
  <a href="http://gatehouse.test/popup" target="_blank">Open</a>`;

test.beforeEach(async ({ context, page }) => {
  await installPressCounter(context);
  await context.route('http://gatehouse.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: route.request().url().endsWith('/popup') ? popup : content,
    }),
  );
  await page.goto('http://gatehouse.test/');
});

const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
const press = (page: Page) => page.getByRole('button', { name: 'Press' }).click();

/** Each act, and how many presses it has to count. */
const acts: readonly (readonly [string, number, (page: Page) => Promise<unknown>])[] = [
  ['a press', 1, press],
  ['a double press', 2, (page) => page.getByRole('button', { name: 'Press' }).dblclick()],
  ['a tick', 1, (page) => page.getByLabel('Tick').check()],
  [
    'text into a field that was pressed',
    1,
    async (page) => {
      await page.getByLabel('Name').click();
      await page.keyboard.type('a long name');
      await page.keyboard.press('Backspace');
    },
  ],
  [
    'text into a field by its label',
    1,
    async (page) => {
      await page.getByText('Name').click();
      await page.keyboard.type('x');
    },
  ],
  ['text that a story fills in', 1, (page) => page.getByLabel('Name').fill('filled')],
  [
    'two fields that are filled in',
    2,
    async (page) => {
      await page.getByLabel('Name').fill('filled');
      await page.getByLabel('Other').fill('filled');
    },
  ],
  [
    'keys to the next field',
    2,
    async (page) => {
      await page.getByLabel('Name').click();
      await page.keyboard.type('one');
      await page.keyboard.press('Tab');
      await page.keyboard.type('two');
    },
  ],
  ['a key that acts', 1, (page) => page.keyboard.press('Enter')],
  ['a chord', 1, (page) => page.keyboard.press('Control+Enter')],
  [
    'a file by its dialog',
    2,
    async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel(words.menu.groups.file).click();
      await (await chooser).setFiles(file);
    },
  ],
  ['a file without its dialog', 2, (page) => page.getByLabel(words.menu.groups.file).setInputFiles(file)],
  ['an option', 1, (page) => page.getByLabel('Kind').selectOption('Two')],
];

test('N presses count N, and text that is typed counts none', async ({ page }) => {
  for (const [name, expected, act] of acts) {
    await page.reload();
    const { clicks } = await countedJob(page, name, expected, () => act(page).then(() => undefined));
    expect(clicks, name).toBe(expected);
  }
});

test('reloads and popups keep the count', async ({ page }) => {
  const { clicks } = await countedJob(page, 'through a reload and a popup', 4, async () => {
    await press(page);
    await page.reload();
    await press(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open' }).click();
    await (await opened).getByRole('button').click();
  });
  expect(clicks).toBe(4);
});

test('a job that does more than it says is refused', async ({ page }) => {
  const job = countedJob(page, 'three presses where two are said', 2, async () => {
    for (let times = 0; times < 3; times += 1) await press(page);
  });
  await expect(job).rejects.toThrow(/three presses where two are said/);
});
