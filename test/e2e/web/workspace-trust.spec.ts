import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AppWindow } from '../support/app-window.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import type { WebHost } from '../support/web-host.ts';
import { words } from '../support/words.ts';

/** Writes a folder as a colleague might send it. */
function writeForeign(host: WebHost): string {
  const folder = join(host.folder, 'foreign');
  mkdirSync(join(folder, 'webhooks'), { recursive: true });
  const manifest = {
    id: 'foreign',
    name: 'From a colleague',
    services: {
      authorizationServer: { port: 0 },
      connectorHost: { port: 0 },
      gateway: { port: 0, bind: '0.0.0.0' },
      platform: { port: 0 },
      sampleUpstreams: { port: 0 },
    },
    network: { proxy: { url: 'http://proxy.example:3128' } },
  };
  writeFileSync(join(folder, 'gatehouse.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'webhooks/audit.json'), JSON.stringify({ url: 'https://hooks.example/x' }));
  return folder;
}

async function openFolder(app: AppWindow, page: Page, folder: string): Promise<void> {
  await app.command('Open workspace…');
  await page.getByRole('textbox', { name: words.workspaceTrust.folder }).fill(folder);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').first()).toContainText('From a colleague');
}

test('a folder of somebody else is restricted, says what it would do, and does it once it is trusted', async ({
  app,
  host,
  page,
}) => {
  const folder = writeForeign(host);
  await openFolder(app, page, folder);
  const banner = page.getByRole('status').filter({ hasText: 'Restricted mode' });
  await expect(banner).toContainText('3 features are off');
  // It hides nothing: what is in the folder can be read.
  await banner.getByRole('button', { name: words.banner.decideTrust }).click();
  const screen = page.getByRole('region', { name: words.settings.sections.workspaceTrust });
  const wouldDo = screen.getByRole('table', { name: words.workspaceTrust.would });
  await expect(wouldDo.getByRole('row').filter({ hasText: 'Gateway on 0.0.0.0' })).toContainText('off');
  await expect(wouldDo).toContainText('proxy.example:3128');
  await expect(wouldDo.getByRole('row').filter({ hasText: 'hooks.example' })).toContainText(
    'webhooks/audit.json',
  );
  await expectSound(page);

  await screen.getByRole('button', { name: words.workspaceTrust.trust }).click();
  const does = screen.getByRole('table', { name: words.workspaceTrust.does });
  await expect(does.getByRole('row').filter({ hasText: 'Gateway on 0.0.0.0' })).toContainText('on');
  await expect(banner).toBeHidden();

  // A pull brings in one more: it is off, and it alone.
  writeFileSync(join(folder, 'webhooks/more.json'), JSON.stringify({ url: 'https://more.example/x' }));
  await app.command('Go to Problems');
  await page.getByRole('button', { name: words.problems.acts.openTrust }).click();
  const fresh = screen.getByRole('table', { name: words.workspaceTrust.grown });
  await expect(fresh.getByRole('row').filter({ hasText: 'more.example' })).toContainText('off');
  await expect(fresh).not.toContainText('hooks.example');
  await expectSound(page);
  await screen.getByRole('button', { name: words.workspaceTrust.trustNew }).click();
  await expect(does.getByRole('row').filter({ hasText: 'more.example' })).toContainText('on');

  await screen.getByRole('button', { name: words.workspaceTrust.revoke }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.workspaceTrust.revokeAct }).click();
  await expect(banner).toContainText('4 features');
  await expect(screen.getByRole('table', { name: words.workspaceTrust.folders })).toContainText('restricted');
});

test('the decision is found by its name and made by the keyboard alone', async ({ app, host, page }) => {
  await openFolder(app, page, writeForeign(host));
  await app.command('Manage workspace trust');
  const screen = page.getByRole('region', { name: words.settings.sections.workspaceTrust });
  await expect(screen).toContainText(words.workspaceTrust.undecided);
  await screen.getByRole('button', { name: words.workspaceTrust.restrict }).press('Enter');
  await expect(screen).toContainText(/Decided /);
  await expect(screen.getByRole('button', { name: words.workspaceTrust.trust })).toBeVisible();
});

test('a folder that was named on the command line may do everything, and says why', async ({ app, page }) => {
  await app.command('Manage workspace trust');
  const screen = page.getByRole('region', { name: words.settings.sections.workspaceTrust });
  await expect(screen).toContainText('its folder was named on the command line');
  await expect(screen.getByRole('button', { name: words.workspaceTrust.trust })).toBeHidden();
  await expectSound(page);
});
