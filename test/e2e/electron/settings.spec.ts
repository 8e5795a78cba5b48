import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('a setting holds for the server and the file, and the key of this system seals the state', async ({
  desktop,
}) => {
  const { app, page, problems, workspaceDir } = desktop;
  await app.expectLive();
  const services = await app.settings('Services and addresses');
  const name = services.getByRole('textbox', { name: words.connectorHost.username });
  await name.fill('root');
  await page.keyboard.press('Enter');
  await expect(app.toast('Connector administrator saved')).toBeVisible();
  const manifest = JSON.parse(readFileSync(join(workspaceDir, 'gatehouse.json'), 'utf8'));
  expect(manifest.services.connectorHost.username).toBe('root');
  const secrets = await app.settings('Secrets');
  await expect(secrets).toContainText(words.secrets.keptIn['key-store']);
  await secrets.getByRole('button', { name: words.secrets.add }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('proxy.password');
  await page.getByLabel('Value').fill('first-value');
  await page.keyboard.press('Enter');
  await expect(secrets.getByRole('row', { name: /proxy\.password/ })).toContainText('stored');
  expect(problems).toEqual([]);
});
