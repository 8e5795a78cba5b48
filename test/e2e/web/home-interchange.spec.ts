import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tabTo } from '../support/keys.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const items = [
  {
    clientId: 'partner-portal',
    name: 'Partner portal',
    grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'DEVICE_CODE'],
    redirectUris: ['https://partners.example.com/cb'],
    clientAuth: { type: 'SECRET', secret: 'planted-partner' },
    restrictScopes: true,
    restrictedScopes: ['orders.read'],
    cibaPollingInterval: 5,
  },
  { clientId: 'signer', clientAuth: { type: 'CERTIFICATE' } },
];
const odd = {
  handler: { type: 'Chain', config: { filters: [{ type: 'OddFilter' }], handler: 'ReverseProxyHandler' } },
};

function layProduct(folder: string): string {
  const place = join(folder, 'product');
  mkdirSync(join(place, 'config/routes'), { recursive: true });
  mkdirSync(join(place, 'conf'));
  writeFileSync(join(place, 'clients.json'), JSON.stringify({ items }));
  writeFileSync(join(place, 'conf/sync.json'), '{"mappings":[]}');
  writeFileSync(join(place, 'config/routes/odd.json'), JSON.stringify(odd));
  writeFileSync(
    join(place, 'config/routes/plain.json'),
    '{"baseURI":"http://127.0.0.1:9","handler":"ReverseProxyHandler"}',
  );
  return place;
}

test('a product’s folder is looked at, taken over and taken back, by keys alone', async ({
  app,
  host,
  page,
}) => {
  test.slow();
  const { keyboard } = page;
  const place = layProduct(host.folder);
  await app.command('Import configuration…');
  await expectSound(page);
  await tabTo(page, page.getByLabel(words.bring.place));
  await keyboard.type(join(host.folder, 'nothing'));
  await keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('is not readable');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(place);
  await keyboard.press('Enter');

  const table = page.getByRole('table', { name: words.bring.preview });
  const partner = table.getByRole('row', { name: /Partner|partner-portal/ });
  await expect(partner).toContainText(
    'Kept, but not supported here: cibaPollingInterval, grantTypes: DEVICE_CODE',
  );
  await expect(partner).toContainText('1 secret will be encrypted');
  await expect(table.getByRole('row', { name: /odd/ })).toContainText('OddFilter');
  // A document that does not work here is not taken unless somebody wants it.
  await expect(table.getByRole('checkbox', { name: 'Import the route odd' })).not.toBeChecked();
  const notTaken = page.getByRole('table', { name: words.bring.notTaken });
  await expect(notTaken).toContainText('CERTIFICATE');
  await expect(notTaken).toContainText('sync.json');
  expect(await page.content()).not.toContain('planted-partner');
  await expectSound(page);

  await tabTo(page, page.getByRole('button', { name: 'Save 2 files' }));
  await keyboard.press('Enter');
  await expect(app.toast('2 files saved')).toBeVisible();
  const file = join(host.workspaceDir, 'oauth/clients/partner-portal.json');
  expect(readFileSync(file, 'utf8')).toContain('"$secret":"client.partner-portal"');
  await expectSound(page);
  await keyboard.press('Control+z');
  await expect(app.toast('2 files restored')).toBeVisible();
  expect(() => readFileSync(file)).toThrow();
});

test('files are dropped in, and what the workspace has is given back as a zip that says nothing secret', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.command('Import configuration…');
  await page.getByLabel(words.bring.chooserLabel).setInputFiles({
    name: 'clients.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ items })),
  });
  await page.getByRole('button', { name: 'Save 1 file' }).click();
  await expect(page.getByRole('region', { name: words.bring.result, exact: true })).toContainText(
    'partner-portal',
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words.bring.save }).click();
  const zip = readFileSync(await (await download).path(), 'latin1');
  expect(zip).toContain('clients.json');
  await expect(app.toast(/secrets left out/)).toBeVisible();
  await page.getByRole('button', { name: 'partner-portal' }).click();
  await expect(page.getByRole('heading', { name: /partner-portal|Partner portal/ })).toBeVisible();
});
