import { letPageDraw } from '../support/keep.ts';
import { type Desktop, expect, test } from './desktop.ts';
import { pageOrigin, toHostAddress } from './page-window.ts';

/** Where somebody might want to lead the page, and whether that may open in the system's browser. */
const addresses = [
  { url: 'https://docs.example/a?b=c', isOpened: true },
  { url: 'http://127.0.0.1:9/as/authorization?x=1', isOpened: true },
  { url: 'http://evil.example/?next=https://docs.example/', isOpened: false },
  { url: 'http://127.0.0.1.evil.example/', isOpened: false },
  { url: 'https://user:pw@evil.example/', isOpened: false },
  { url: 'http://app.gatehouse.localhost.evil.example/', isOpened: false },
  { url: `${pageOrigin}/none`, isOpened: false },
  { url: 'gatehouse://app/', isOpened: false },
  { url: 'file:///etc/passwd', isOpened: false },
  { url: 'javascript:document.title="gone"', isOpened: false },
  { url: 'data:text/html,<title>gone</title>', isOpened: false },
] as const;

/** Puts a link over the page and clicks it as a person does. */
async function follow({ page }: Desktop, url: string, target: string): Promise<void> {
  await page.evaluate(
    ([href = '', where = '']) => {
      const link = document.createElement('a');
      Object.assign(link, { href, target: where, textContent: 'planted link' });
      link.setAttribute('style', 'position: fixed; inset: 0 auto auto 0; z-index: 9999; background: white');
      document.body.append(link);
    },
    [url, target],
  );
  await page.getByText('planted link').click({ noWaitAfter: true });
}

/** Expects that the page was not led to a place, and that the host was asked and said no where the browser has to ask. */
async function expectPageStays(desktop: Desktop, address: string, url: string): Promise<void> {
  // All other schemes the browser itself refuses, in the task of the click or right after it.
  if (/^https?:/.test(url)) await expect.poll(() => desktop.refusals).toContain(toHostAddress(url));
  await letPageDraw(desktop.page);
  await expect.poll(() => desktop.page.context().pages()).toHaveLength(1);
  expect(desktop.page.url()).toBe(address);
  expect(await desktop.page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  await expect(desktop.page).toHaveTitle(/Gatehouse$/);
  await expect(desktop.page.getByRole('heading', { name: 'Services' })).toBeAttached();
  expect(desktop.strayRequests).toEqual([]);
  expect(desktop.allowedWindows).toEqual([]);
}

test.beforeEach(async ({ desktop }) => {
  await expect(desktop.page.getByRole('heading', { name: 'Services' })).toBeAttached();
  await expect(desktop.page).toHaveURL(/#\/home$/);
  await desktop.page.evaluate(() => Reflect.set(window, 'isSame', true));
});

const waysElsewhere = [
  ['a link', (desktop: Desktop, url: string) => follow(desktop, url, '')],
  ['a link to the top', (desktop: Desktop, url: string) => follow(desktop, url, '_top')],
  [
    'a script',
    async ({ page }: Desktop, url: string) => {
      await page.evaluate((to) => {
        // In a task of its own, so that the answer is on its way before the page would be.
        setTimeout(() => location.assign(to), 0);
      }, url);
    },
  ],
] as const;

for (const [way, lead] of waysElsewhere) {
  test(`${way} never replaces the page, nor opens anything`, async ({ desktop }) => {
    const address = desktop.page.url();
    for (const { url } of addresses) {
      await test.step(url, async () => {
        await lead(desktop, url);
        await expectPageStays(desktop, address, url);
        await desktop.page
          .getByText('planted link')
          .evaluateAll((links) => links.forEach((link) => link.remove()));
      });
    }
    expect(desktop.openedOutside()).toEqual([]);
  });
}

const waysToWindows = [
  ['a link to a new window', (desktop: Desktop, url: string) => follow(desktop, url, '_blank')],
  ['a link to a named window', (desktop: Desktop, url: string) => follow(desktop, url, 'other')],
  [
    'window.open',
    async ({ page }: Desktop, url: string) => {
      await page.evaluate((to) => void window.open(to), url);
    },
  ],
] as const;

for (const [way, lead] of waysToWindows) {
  test(`${way} opens the system’s browser where that is allowed, and never a window`, async ({ desktop }) => {
    const address = desktop.page.url();
    for (const { url } of addresses) {
      await test.step(url, async () => {
        await lead(desktop, url);
        await expectPageStays(desktop, address, url);
        await desktop.page
          .getByText('planted link')
          .evaluateAll((links) => links.forEach((link) => link.remove()));
      });
    }
    expect(desktop.openedOutside()).toEqual(
      addresses.filter(({ isOpened }) => isOpened).map(({ url }) => url),
    );
  });
}

test('the page goes nowhere when a frame in it tries to take it along', async ({ desktop }) => {
  const address = desktop.page.url();
  await desktop.page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const link = frame.contentDocument?.createElement('a');
    if (link === undefined) return;
    Object.assign(link, { href: 'https://evil.example/', target: '_top' });
    frame.contentDocument?.body.append(link);
    link.click();
  });
  await expectPageStays(desktop, address, 'https://evil.example/');
});

for (const [way, isOwn] of [
  ['by itself, as after a screen that stopped', true],
  ['from the menu', false],
] as const) {
  test(`the page can be loaded anew ${way}, and reaches its engine by new ports`, async ({ desktop }) => {
    const { page, host } = desktop;
    const first = await host.noted('to-page');
    if (isOwn) {
      const loaded = page.waitForEvent('load');
      await page.evaluate(() => setTimeout(() => location.reload(), 0));
      await loaded;
    } else await desktop.reload();

    await expect(page.getByRole('button', { name: /^Authorization server .*running/ })).toBeVisible();
    expect(await page.evaluate(() => Reflect.has(window, 'isSame'))).toBe(false);
    const handedOut = host.notes.flatMap((note) => (note.type === 'to-page' ? note.ports : []));
    const closed = host.notes.flatMap((note) => (note.type === 'port-closed' ? [note.port] : []));
    expect(handedOut).toHaveLength(4);
    expect(closed.toSorted((one, other) => one - other)).toEqual(first.ports);
    expect(desktop.problems).toEqual([]);
  });
}
