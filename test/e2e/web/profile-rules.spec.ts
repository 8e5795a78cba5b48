import { IdentityScreen } from '../support/identity-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('the policy lists the rules that a profile misses, and a client what it is missing', async ({
  app,
  page,
}) => {
  const identity = new IdentityScreen(app);
  await identity.open(words.identity.tabs.policy);
  const body = page.getByRole('tabpanel', { name: words.identity.tabs.policy });
  await body.getByRole('button', { name: /Profile$/ }).click();
  await page.getByRole('option', { name: /^FAPI 2.0/ }).click();
  await expect(app.status).toContainText('Profile: fapi-2.0-security');
  const rules = body.getByRole('group', { name: words.profileRules.title });
  await expect(rules).toContainText(/FAPI 2\.0: \d+ rules, \d+ hold, \d+ do not, 1 not examined/);
  // The clients of the sample use secrets.
  const line = rules.getByRole('listitem').filter({ hasText: 'Clients authenticate with private_key_jwt' });
  await expect(line).toContainText('portal-web');
  const push = rules.getByRole('listitem').filter({ hasText: 'Authorization requests must be pushed' });
  await expect(push).toBeHidden();
  await body.getByRole('checkbox', { name: words.server.requirePushedAuthorizationRequests }).click();
  await expect(push).toContainText('Set requirePushedAuthorizationRequests to true.');
  await push.getByRole('button', { name: words.profileRules.caseOf('PR-06') }).click();
  await expect(page.getByText('Downgrade from pushed to plain requests').first()).toBeVisible();

  await identity.open('Clients');
  const form = await identity.choose('Clients', 'portal-web');
  const missing = form.getByText(/^Missing for FAPI 2\.0: \d+ rules$/);
  await missing.click();
  await expect(form).toContainText('Set token_endpoint_auth_method to private_key_jwt');
});
