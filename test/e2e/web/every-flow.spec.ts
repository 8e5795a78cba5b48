import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const client = {
  client_id: 'all-grants',
  client_secret: 'all-grants-secret',
  redirect_uris: ['http://127.0.0.1:9035/cb'],
  grant_types: [
    'authorization_code',
    'implicit',
    'refresh_token',
    'client_credentials',
    'password',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:gatehouse:oauth2:grant_type:validate_bearer',
  ],
  response_types: ['code', 'token', 'code id_token', 'code token', 'code id_token token'],
  scope: 'openid orders.read orders.write',
};

test.use({ workspace: { 'oauth/clients/all-grants.json': client } });

test.describe('a client that may do everything', () => {
  test('runs every other flow to its end, unattended', async ({ flows }) => {
    for (const flow of [
      'Authorization code + PKCE',
      'Authorization code',
      'Implicit',
      'Hybrid',
      'Client credentials',
      'Password',
      'Refresh',
      'Token exchange',
      'Validate bearer',
      'Introspect',
      'Revoke',
      'Resource call',
    ])
      await test.step(flow, async () => {
        await flows.choose('Flow', flow);
        await flows.choose('Client', 'all-grants');
        await flows.runUnattended();
      });
  });

  test('exchanges an assertion once the issuer of the debugger is trusted', async ({ flows, page }) => {
    await flows.choose('Flow', 'SAML 2.0 bearer');
    await flows.choose('Client', 'all-grants');
    await flows.run();
    const problem = page.getByRole('alert');
    await problem.getByRole('button', { name: words.flowOptions.trust }).click();
    await expect(page.getByText(/oauth\/saml-issuers\/flow-debugger\.json/)).toBeVisible();
    await expect(async () => {
      await flows.run();
      await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed, {
        timeout: 2_000,
      });
    }).toPass({ timeout: 120_000 });
  });
});
