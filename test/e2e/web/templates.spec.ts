import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('a client, a connector and a route begin with templates, where such things are made', async ({
  app,
  host,
  page,
}) => {
  test.slow();
  const dialog = page.getByRole('dialog');
  const choose = async (title: string) => {
    await dialog.getByRole('button', { name: /Template$/ }).click();
    await page.getByRole('option', { name: title }).click();
  };
  const written = (file: string) => readFileSync(join(host.workspaceDir, file), 'utf8');

  await app.goTo('Identity');
  await page.getByRole('button', { name: words.templates.titles.client }).click();
  await choose('Machine to machine');
  await dialog.getByLabel('client_id').fill('portal-web');
  await dialog.getByLabel(words.clientForm.secret).fill('planted-secret');
  await dialog.getByRole('button', { name: words.templates.make }).click();
  // A name that is taken is said, and nothing that was typed is lost.
  await expect(dialog.getByRole('alert')).toContainText('workspace.duplicate');
  await expectAccessible(page);
  await dialog.getByLabel('client_id').fill('night-shift');
  await dialog.getByRole('button', { name: words.templates.make }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listbox', { name: words.palette.kinds.client })).toContainText('night-shift');
  expect(written('oauth/clients/night-shift.json')).toContain('{"$secret":"client.night-shift"}');

  await app.goTo('Connectors');
  await page.getByRole('button', { name: words.templates.begin }).click();
  await choose('SCIM 2.0');
  await dialog.getByLabel('Connector name').fill('people');
  await dialog.getByRole('button', { name: words.templates.make }).click();
  await expect(page.getByRole('listbox', { name: words.connectors.tree.title })).toBeVisible();
  expect(written('connectors/provisioner.openicf-people.json')).toContain('/Users/{uid}');

  await app.goTo('Throttle');
  await page.getByRole('button', { name: words.templates.titles.route }).click();
  await choose('Throttled by client address');
  await dialog.getByLabel('Route name').fill('door');
  await dialog.getByRole('button', { name: words.templates.make }).click();
  await expect(page.getByRole('button', { name: 'Open 30-door.json' })).toBeVisible();
  expect(existsSync(join(host.workspaceDir, 'routes/30-door.json'))).toBe(true);
});
