import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityScreen } from '../support/identity-screen.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('a client is made in the form, and its secret is in no file', async ({ desktop }) => {
  const { app, page, problems, workspaceDir } = desktop;
  const identity = new IdentityScreen(app);
  await identity.open();
  await page.getByRole('button', { name: words.clientForm.add }).first().click();
  const form = identity.form('New client');
  await form.getByLabel(words.clientForm.id).fill('night-batch');
  await form.getByText('Client credentials').click();
  await form.getByLabel(words.clientForm.grantTitles.authorization_code).click();
  await form.getByRole('checkbox', { name: 'orders.read' }).click();
  await form.getByRole('button', { name: words.secretInput.generate }).click();
  const secret = await form.getByLabel(words.clientForm.secret).inputValue();
  expect(secret.length).toBeGreaterThan(20);
  await identity.save(form, 'night-batch');
  const file = readFileSync(join(workspaceDir, 'oauth/clients/night-batch.json'), 'utf8');
  expect(JSON.parse(file).grant_types).toContain('client_credentials');
  expect(file).not.toContain(secret);
  await expect(identity.line('Clients', /^night-batch/)).toBeVisible();
  expect(problems).toEqual([]);
});
