import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { AppWindow } from '../support/app-window.ts';
import { ConsentImportScreen } from '../support/consents-screen.ts';
import { FileScreen } from '../support/file-screen.ts';
import { IdentityScreen } from '../support/identity-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';
import { startWebHostOn } from '../support/web-host.ts';

/** A workspace, its state and what its page kept, of the version before the domains were named anew. */
const former = unzipSync(
  readFileSync(resolve(import.meta.dirname, '../../fixtures/workspace/before-renames.zip')),
);
const { storage, tabs } = JSON.parse(strFromU8(former['browser.json'] ?? new Uint8Array())) as {
  readonly storage: Readonly<Record<string, string>>;
  readonly tabs: readonly string[];
};

function unpack(folder: string): void {
  for (const [name, bytes] of Object.entries(former)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // A folder is trusted, and owns its state, by its path.
    const isPlace = /^state\/[a-z]+\.json$/.test(name);
    const content = isPlace ? strToU8(strFromU8(bytes).replaceAll('{{folder}}', folder)) : bytes;
    writeFileSync(file, content, { mode: 0o600 });
  }
}

test('all that a person left open, typed and loaded in an earlier version is there', async ({ page }) => {
  const host = await startWebHostOn(unpack);
  try {
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }, storage);
    const app = new AppWindow(page);
    await app.open(host.ui);
    // Tabs that were not shown yet have the names of their areas.
    await expect(app.tabs()).toHaveCount(tabs.length);
    await expect(app.tabs().last()).toHaveText(tabs.at(-1) ?? '');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    const files = new FileScreen(page, host);
    const client = 'oauth/clients/portal-web.json';
    await expect(files.lines(client).first()).toHaveText('// typed before the renames');

    await app.tabs().nth(tabs.indexOf('Identity, not saved')).click();
    await expect(
      (await new IdentityScreen(app).choose('Clients', 'batch-job')).getByLabel('Name'),
    ).toHaveValue('Batch before the renames');

    await app.tabs().nth(tabs.indexOf('Orders by status, not saved')).click();
    await expect(
      new ThrottleLabScreen(page).traffic.getByRole('row', { name: /nightly-before/ }),
    ).toBeVisible();

    await app.tabs().nth(tabs.indexOf('consents-2021')).click();
    await expect(new ConsentImportScreen(page).count('Accepted')).toHaveText('11');

    await app.tabs().nth(tabs.indexOf('Authorization code + PKCE')).click();
    await expect(app.tabs()).toHaveText(tabs);
    const secrets = await app.settings('Secrets');
    await expect(secrets.getByRole('row', { name: /kept\.before/ })).toContainText('stored');
  } finally {
    await host.discard();
  }
});
