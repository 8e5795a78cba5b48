import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityScreen } from '../support/identity-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('a changed profile holds for the server and the file, and Ctrl Z takes it back', async ({
  app,
  host,
  page,
}) => {
  await new IdentityScreen(app).open(words.identity.tabs.policy);
  const body = page.getByRole('tabpanel', { name: words.identity.tabs.policy });
  await body.getByRole('button', { name: /Profile$/ }).click();
  await page.getByRole('option', { name: /^Strict/ }).click();
  await expect(app.status).toContainText('Profile: strict');
  await expect(app.toast('Profile saved')).toBeVisible();
  const manifest = () => JSON.parse(readFileSync(join(host.workspaceDir, 'gatehouse.json'), 'utf8'));
  expect(manifest().services.authorizationServer.profile).toBe('strict');
  await page.keyboard.press('Control+z');
  await expect(app.status).toContainText('Profile: product');
  expect(manifest().services.authorizationServer.profile).toBe('product');

  const lifetime = body.getByRole('textbox', { name: words.server.codeLifetimeSeconds });
  await lifetime.fill('soon');
  await page.keyboard.press('Enter');
  await expect(lifetime).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(lifetime).toHaveValue('60');
  await lifetime.fill('90');
  await page.keyboard.press('Enter');
  await expect(app.toast(`${words.server.codeLifetimeSeconds} saved`)).toBeVisible();
  expect(manifest().services.authorizationServer.codeLifetimeSeconds).toBe(90);
});

test('secrets are added, replaced, removed and brought back, and the key is changed', async ({
  app,
  page,
}) => {
  const body = await app.settings('Secrets');
  await body.getByRole('button', { name: words.secrets.add }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('proxy.password');
  await page.getByLabel('Value').fill('first-value');
  await page.keyboard.press('Enter');
  const secret = body.getByRole('row', { name: /proxy\.password/ });
  await expect(secret).toContainText('stored');
  await expect(secret).toContainText('nowhere');
  await secret.getByRole('button', { name: 'Replace…' }).click();
  await page.getByLabel('Value').fill('second-value');
  await page.keyboard.press('Enter');
  await expect(app.toast('proxy.password stored')).toBeVisible();
  await secret.getByRole('button', { name: 'Remove proxy.password' }).click();
  await expect(secret).toHaveCount(0);
  await app.toast('proxy.password removed').getByRole('button', { name: words.common.undo }).click();
  await expect(secret).toContainText('stored');
  await expect(page.locator('body')).not.toContainText(/(?:first|second)-value/);

  const key = body.getByRole('region', { name: words.secrets.key });
  await expect(key).toContainText(words.secrets.keptIn.file);
  await key.getByRole('button', { name: words.secrets.rotate }).click();
  const question = page.getByRole('dialog', { name: words.secrets.rotateTitle });
  await question.getByRole('button', { name: words.secrets.rotate }).click();
  await expect(app.toast(/^Key rotated: \d+ values? encrypted again/)).toBeVisible();
  await expect(secret).toContainText('stored');
});

test('the root certificate is shown and saved', { tag: '@long' }, async ({ app, page }) => {
  const body = await app.settings('Certificates');
  await expect(body.locator('.hash')).toHaveText(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i);
  const download = page.waitForEvent('download');
  await body.getByRole('button', { name: words.trust.save }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toContain('-----BEGIN CERTIFICATE-----');
});

test('a service is let out to other machines only after its address was typed', async ({
  app,
  host,
  page,
}) => {
  const body = await app.settings('Services and addresses');
  const service = body.getByRole('group', { name: words.status.services.authorizationServer.name });
  const bind = service.getByRole('textbox', { name: words.serviceSettings.bind });
  await bind.fill('0.0.0.0');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Expose this service to other machines at 0.0.0.0?' });
  const expose = question.getByRole('button', { name: words.serviceSettings.exposeAct });
  await expect(expose).toBeDisabled();
  await question.getByRole('textbox', { name: 'Type 0.0.0.0 to continue' }).fill('0.0.0.0');
  await expose.click();
  await expect(app.toast('Bind address saved')).toBeVisible();
  const manifest = JSON.parse(readFileSync(join(host.workspaceDir, 'gatehouse.json'), 'utf8'));
  expect(manifest.services.authorizationServer.bind).toBe('0.0.0.0');
  // The focus is back in the field, where Ctrl Z belongs to the text.
  await app.toast('Bind address saved').getByRole('button', { name: words.common.undo }).click();
  await expect(bind).not.toHaveValue('0.0.0.0');
});

test('limits are kept, and what the state holds is purged after a question', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const body = await app.settings('Retention and purge');
  const max = body.getByRole('textbox', { name: words.retention.maxExchanges });
  await max.fill('5');
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await expect(body.getByRole('button', { name: words.retention.save })).toBeDisabled();
  await max.fill('500');
  await body.getByRole('button', { name: words.retention.save }).click();
  await expect(app.toast('Retention and purge saved')).toBeVisible();
  await page.reload();
  await expect(max).toHaveValue('500');

  await app.goTo('Flows');
  await page.getByRole('button', { name: /Flow$/ }).click();
  await page.getByRole('option', { name: 'Client credentials' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listbox', { name: words.runs.list })).toContainText('PASSED');
  await app.settings('Retention and purge');
  const runs = body.getByRole('row', { name: /^Flow runs/ });
  await expect(runs).toContainText('1');
  await runs.getByRole('button', { name: 'Purge flow runs' }).click();
  const question = page.getByRole('dialog', { name: 'Purge flow runs?' });
  await question.getByRole('button', { name: 'Purge flow runs' }).click();
  await expect(app.toast(/deleted$/)).toBeVisible();
  await expect(runs.getByRole('button', { name: 'Purge flow runs' })).toBeDisabled();
});

test('a fault is put on, breaks the token endpoint for one client, and is taken away', async ({
  app,
  host,
  page,
}) => {
  const body = await app.settings('Faults');
  await expect(body).toContainText(words.faults.none);
  const ask = async (client: string): Promise<number> => {
    const { authorizationServer } = host.services;
    const response = await page.request.post(`${authorizationServer}/as/token.oauth2`, {
      headers: { authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
      form: { grant_type: 'client_credentials' },
    });
    return response.status();
  };
  await body.getByRole('button', { name: /Effect$/ }).click();
  await page.getByRole('option', { name: words.faults.kinds.status }).click();
  const status = body.getByRole('textbox', { name: words.status.label });
  await status.fill('99');
  await expect(status).toHaveAttribute('aria-invalid', 'true');
  await expect(body.getByRole('button', { name: words.faults.add })).toBeDisabled();
  await status.fill('503');
  await body.getByRole('textbox', { name: 'client_id' }).fill('batch-job');
  await body.getByRole('button', { name: words.faults.add }).click();
  const row = body.getByRole('row', { name: /The status is 503/ });
  await expect(row).toContainText('client batch-job');
  await expect(page.getByText('1 fault is being injected.')).toBeVisible();
  expect(await ask('batch-job')).toBe(503);
  await row.getByRole('button', { name: 'Remove: The status is 503' }).click();
  await expect(body).toContainText(words.faults.none);
  expect(await ask('batch-job')).toBe(200);
});
