import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityScreen } from '../support/identity-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';

test('what came of a run is expected of the next one, and what changed since is told', async ({
  app,
  flows,
  host,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.getByRole('button', { name: 'More for runs' }).click();
  await page.getByRole('menuitem', { name: 'Save as flow file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save run 1 as a flow file' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('sign-in-works');
  await dialog.getByRole('checkbox', { name: 'Expect what came' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as flows/sign-in-works.json')).toBeVisible();
  const file = readFileSync(join(host.workspaceDir, 'flows/sign-in-works.json'), 'utf8');
  expect(file).toContain('"origin": "{{endpoint.token}}"');

  const runSaved = async () => {
    await page.getByRole('button', { name: 'More for runs' }).click();
    await page.getByRole('menuitem', { name: 'Saved flows…' }).click();
    await page.getByRole('button', { name: 'Run sign-in-works' }).click();
  };
  const expectations = page.getByRole('region', { name: 'Expectations' });
  await runSaved();
  await expect(expectations).toContainText(/^PASSED(\d) of \1 expectations hold/);
  await expect(expectations.getByRole('table')).toHaveCount(0);
  await expectations.getByRole('button', { name: 'Show' }).click();
  await expect(expectations.getByRole('row').filter({ hasText: 'token_type' })).toContainText('met');

  // The server gives tokens for another time than before.
  await new IdentityScreen(app).open('Server policy');
  const policy = page.getByRole('tabpanel', { name: 'Server policy' });
  await policy.getByRole('textbox', { name: 'Access token lives, in seconds' }).fill('100');
  await page.keyboard.press('Enter');
  await app.toast('Access token lives, in seconds saved').getByRole('button', { name: 'Close' }).click();
  await app.goTo('Flows');
  await runSaved();
  const broken = expectations.getByRole('row').filter({ hasText: 'broken' });
  await expect(broken).toHaveCount(1);
  await expect(broken).toContainText('expires_in is 7200');
  await expect(broken).toContainText('expires_in is 100');
  await expect(flows.runs.getByRole('option').first()).toContainText('FAILED');
  await expectSound(page);
});
