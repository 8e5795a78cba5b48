import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmallServer } from '../../protocol/attacks/small-server.ts';
import { AttackScreen } from '../support/attacks-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('another server is looked up, tried and added by the keyboard, its secrets sealed', async ({
  host,
  flows,
  page,
}) => {
  const server = await startSmallServer('');
  try {
    const screen = new AttackScreen(flows.page);
    await screen.open();
    await page.getByRole('button', { name: words.files.addServer }).press('Enter');
    const form = page.getByRole('dialog', { name: words.serverForm.title });
    await form.getByLabel(words.serverForm.issuer).fill(server.issuer);
    await form.getByLabel(words.serverForm.issuer).press('Enter');
    await expect(form.getByText(`${server.issuer}/.well-known/openid-configuration`)).toBeVisible();
    await expect(form.getByText(`token_endpoint: ${server.issuer}/token`)).toBeVisible();

    await form.getByRole('button', { name: words.serverForm.addClient }).press('Enter');
    const client = form.getByRole('group', { name: 'Client 1' });
    await client.getByLabel('client_id').fill('batch');
    await expect(form.getByRole('button', { name: words.serverForm.test })).toBeDisabled();
    await client.getByLabel(words.serverForm.secret, { exact: true }).fill('a planted secret');
    await client.getByLabel(words.serverForm.grantTypes).fill('client_credentials');
    await form.getByRole('button', { name: words.serverForm.addUser }).press('Enter');
    const user = form.getByRole('group', { name: 'User 1' });
    await user.getByLabel(words.serverForm.username).fill('ann');
    await user.getByLabel(words.serverForm.password).fill('a planted password');

    await form.getByRole('button', { name: words.serverForm.test }).press('Enter');
    await expect(form.getByText(/^Tested with \d+ requests?$/)).toBeVisible();
    await expect(form.getByRole('listitem').filter({ hasText: 'batch' })).toContainText('works');
    await expectAccessible(page);

    await form.getByLabel(words.serverForm.name).fill('small');
    await form.getByLabel(words.serverForm.name).press('Enter');
    await expect(form).toBeHidden();
    await screen.choose('Server', 'small');
    const text = readFileSync(join(host.workspaceDir, 'targets/small.json'), 'utf8');
    expect(text).toContain(server.issuer);
    expect(text).not.toContain('planted');
    await page.setViewportSize({ width: 800, height: 900 });
    await expectNoSidewaysScrolling(page);
  } finally {
    await server.close();
  }
});

test('the form is reached from Home and among the files too, and says what could not be found', async ({
  app,
  page,
}) => {
  const form = page.getByRole('dialog', { name: words.serverForm.title });
  await page.getByRole('button', { name: words.files.addServer }).click();
  await form.getByLabel(words.serverForm.issuer).fill('http://127.0.0.1:1');
  await form.getByRole('button', { name: words.serverForm.find }).click();
  await expect(form.getByText('No metadata found for this issuer.')).toBeVisible();
  await expect(form.getByText('http://127.0.0.1:1/.well-known/oauth-authorization-server')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await app.goTo('Files');
  await page.getByRole('button', { name: words.files.add }).click();
  await page.getByRole('menuitem', { name: words.files.addServer }).click();
  await expect(form).toBeVisible();
});
