import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askToken } from '../support/identity-screen.ts';
import { expect, test } from '../support/web.ts';

import { expectAccessible, expectSound } from '../support/web-checks.ts';
import type { WebHost } from '../support/web-host.ts';
import { words } from '../support/words.ts';

const mobile = {
  client_id: 'mobile-app',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['com.example.mobile:/cb'],
  grant_types: ['authorization_code', 'password', 'refresh_token'],
  response_types: ['code'],
  scope: 'orders.read',
  require_pkce: true,
};
/** Valid from 2020 to 2021. */
const expired = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBHDCBw6ADAgECAgEBMAoGCCqGSM49BAMCMBYxFDASBgNVBAMTC1BhcnRuZXIg',
  'SWRQMB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowFjEUMBIGA1UEAxML',
  'UGFydG5lciBJZFAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASt9E9OozlpAzJb',
  'VS91PBxmFKItIKLh4FUQ9gzu9yq17CrOWMsrgC58Eh4UvEGOPf/gtxWDfsXafzDa',
  'BwMWNtZWowIwADAKBggqhkjOPQQDAgNIADBFAiBhB4Bh1h5mbXun+HXNartIBvPz',
  'LO1L/uesCjH1zIJu+AIhAMRDPsYRQO4NVLWgnhtKwaxNoAgWh2sOaQPFAuXm/vuD',
  '-----END CERTIFICATE-----',
].join('\n');

const onDisk = (host: WebHost, file: string) => readFileSync(join(host.workspaceDir, file), 'utf8');
const ann = { username: 'ann', password: 'ann-password', client_id: 'mobile-app', grant_type: 'password' };
const server = (host: WebHost) => host.services['authorizationServer'];
const validate = (host: WebHost, token: unknown) =>
  askToken(
    server(host),
    { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token: String(token) },
    ['orders-api', 'orders-api-secret'],
  );

test('a client that was made in the form gets a token, and its secret is never seen again', async ({
  host,
  page,
  problems,
  identity,
}) => {
  await identity.open();
  await page.getByRole('button', { name: words.clientForm.add }).first().click();
  const form = identity.form('New client');
  await form.getByLabel(words.clientForm.id).fill('night-batch');
  await form.getByText('Client credentials').click();
  await expect(form.getByText('Client credentials never issues a refresh token.')).toBeVisible();
  await form.getByLabel(words.clientForm.grantTitles.authorization_code).click();
  await expect(form.getByText('Allow the authorization code or password grant first')).toBeVisible();
  await form.getByLabel(words.clientForm.grantTitles.refresh_token, { exact: true }).click();
  await expect(form.getByLabel(words.clientForm.grantTitles.refresh_token, { exact: true })).toBeDisabled();
  await expect(form.getByRole('group', { name: words.clientForm.redirects })).toBeHidden();
  await form.getByRole('checkbox', { name: 'orders.read' }).click();
  await form.getByRole('button', { name: words.secretInput.generate }).click();
  const secret = await form.getByLabel(words.clientForm.secret).inputValue();
  expect(secret).toMatch(/^[\w-]{43}$/);
  await identity.save(form, 'night-batch');
  await expect(page.locator('body')).not.toContainText(secret);
  await expect(identity.form('night-batch')).toContainText('stored, never shown');
  expect(onDisk(host, 'oauth/clients/night-batch.json')).not.toContain(secret);
  const own = { grant_type: 'client_credentials' };
  const { status, body } = await askToken(server(host), own, ['night-batch', secret]);
  expect([status, body['token_type']]).toEqual([200, 'Bearer']);
  expect(problems).toEqual([]);
});

test('a doubtful redirect URI is named beside its field with the clause, and the warning goes with it', async ({
  page,
  identity,
}) => {
  await identity.open();
  const form = await identity.choose('Clients', 'portal-web');
  const uri = form.getByRole('textbox', { name: 'Redirect URIs, 1' });
  const before = await uri.inputValue();
  await uri.fill('http://portal.example.com/cb');
  const redirects = form.getByRole('group', { name: words.clientForm.redirects });
  await expect(redirects).toContainText('Redirect URI uses http and is not a loopback address');
  await expect(redirects).toContainText('RFC 9700 §2.6');
  await expect(form.getByRole('group', { name: words.clientForm.findings })).toContainText(
    'Use https. With http, codes and tokens',
  );
  await uri.fill(before);
  await expect(redirects).not.toContainText('not a loopback');
  await expect(form.getByText('not saved')).toBeHidden();
  await form.getByRole('button', { name: words.clientForm.tryInFlows }).click();
  await expect(page.getByRole('button', { name: /Client$/ })).toContainText('portal-web');
});

test('edits outlive the page, follow an edit from outside, and a clash is decided member by member', async ({
  app,
  host,
  page,
  identity,
}) => {
  await identity.open();
  const form = await identity.choose('Clients', 'batch-job');
  await form.getByLabel(words.clientForm.name).fill('Batch by form');
  await expect(form.getByText('not saved')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(form.getByLabel(words.clientForm.name)).toHaveValue('Batch by form');

  const file = join(host.workspaceDir, 'oauth/clients/batch-job.json');
  const document = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...document, scope: 'orders.read orders.count' }, null, 2));
  await expect(form.getByRole('checkbox', { name: 'orders.count' })).toBeChecked();
  await expect(form.getByText('Your edits were merged')).toBeVisible();
  writeFileSync(file, JSON.stringify({ ...document, client_name: 'Batch by hand' }, null, 2));
  await expect(form.getByText(words.identity.conflict)).toBeVisible();
  await expect(form.getByRole('button', { name: words.identity.save })).toBeDisabled();
  await form.getByRole('button', { name: words.identity.takeChoices }).click();
  await identity.save(form, 'batch-job');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    client_name: 'Batch by form',
    scope: 'orders.read',
  });
  await app.toast('batch-job saved').getByRole('button', { name: words.bring.undo }).click();
  await expect(form.getByLabel(words.clientForm.name)).toHaveValue('Batch by hand');
});

test.describe('with tokens that were issued', () => {
  test.use({ workspace: { 'oauth/clients/mobile-app.json': mobile } });

  test('a revoked grant is refused by validation; its tokens end with their client, and come back with it', async ({
    app,
    host,
    page,
    identity,
  }) => {
    const first = (await askToken(server(host), ann)).body;
    const second = (await askToken(server(host), ann)).body;
    await identity.open('Active tokens');
    await identity.row(/^ann user/).click();
    await identity.row(/^mobile-app client/).click();
    await expect(identity.row(/password grant valid 2 of 2/)).toHaveCount(2);
    // The newest stands first.
    await identity
      .row(/password grant/)
      .first()
      .click();
    const detail = page.getByRole('region', { name: words.liveTokens.chosen });
    await detail.getByRole('button', { name: words.liveTokens.revoke.family }).click();
    const question = page.getByRole('dialog', { name: 'Revoke password?' });
    await expect(question).toContainText('2 active tokens stop working immediately');
    await question.getByLabel(words.liveTokens.reason).fill('The phone was lost.');
    await question.getByRole('button', { name: words.liveTokens.revokeAct, exact: true }).click();
    await expect(app.toast('2 tokens revoked')).toBeVisible();
    await expect(identity.row(/password grant revoked 0 of 2/)).toHaveCount(1);
    const answers = [
      await validate(host, first['access_token']),
      await validate(host, second['access_token']),
    ];
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);

    await identity.tab('Clients');
    const form = await identity.choose('Clients', 'mobile-app');
    await form.getByRole('button', { name: words.identity.remove }).click();
    const removal = page.getByRole('dialog', { name: 'Delete mobile-app?' });
    await expect(removal).toContainText('2 active tokens of 1 grant will be rejected.');
    await removal.getByRole('button', { name: 'Delete mobile-app' }).click();
    await expect(identity.line('Clients', /^mobile-app/)).toBeHidden();
    const alive = answers[0]?.status === 200 ? first : second;
    expect((await validate(host, alive['access_token'])).status).toBe(400);
    await app.toast('Deleted mobile-app').getByRole('button', { name: words.bring.undo }).click();
    await expect(identity.line('Clients', /^mobile-app/)).toBeVisible();
    expect((await validate(host, alive['access_token'])).status).toBe(200);
  });

  test('the tree is walked, opened and revoked from by the keyboard alone, and the clock moves to an end', {
    tag: '@long',
  }, async ({ app, host, page, identity }) => {
    const issued = (await askToken(server(host), ann)).body;
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('tablist', { name: words.identity.title })).toBeVisible();
    await page.getByRole('tab', { name: words.identity.tabs.clients, exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(identity.row(/^ann user/)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(identity.row(/^ann user/)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(identity.row(/^mobile-app client/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(identity.row(/password grant/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(identity.row(/access token valid/)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const detail = page.getByRole('region', { name: words.liveTokens.chosen });
    await expect(detail).toContainText(words.liveTokens.fields.hash);
    await page.keyboard.press('ArrowLeft');
    await expect(identity.row(/password grant/)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(identity.row(/access token/)).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await identity.row(/access token/).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await detail.getByRole('button', { name: words.liveTokens.moveClock }).focus();
    await page.keyboard.press('Enter');
    await expect(app.toast(words.liveTokens.moved)).toBeVisible();
    await expect(identity.row(/access token expired/)).toBeVisible();
    expect((await validate(host, issued['access_token'])).status).toBe(400);
  });

  test('every part has no barrier, in a wide, a narrow and a magnified window', { tag: '@long' }, async ({
    host,
    page,
    identity,
  }) => {
    test.slow();
    await askToken(server(host), ann);
    await askToken(server(host), { ...ann, password: 'wrong' });
    await identity.open();
    await expectAccessible(page);
    await identity.choose('Clients', 'mobile-app');
    await expectSound(page);
    await identity.tab('Users');
    await identity.choose('Users', 'ann');
    await expectSound(page);
    await identity.line('Users', 'Sign-ins and locks').click();
    await expect(page.getByText('1 wrong password')).toBeVisible();
    await expectAccessible(page);
    await identity.tab('Active tokens');
    // So few tokens are shown without being asked for.
    await expect(identity.row(/access token valid/)).toBeVisible();
    await identity.row(/^ann user/).click();
    await identity.row(/password grant/).click();
    await expectSound(page);
    await identity.tab('Scopes');
    await expectSound(page);
    await identity.tab('Server policy');
    await expectSound(page);
  });
});

test('a user is made, signs in with the new password, and their claims are written', async ({
  app,
  host,
  page,
  identity,
}) => {
  await identity.open('Users');
  await page.getByRole('button', { name: words.userForm.add }).first().click();
  const form = identity.form('New user');
  await form.getByLabel(words.userForm.name).fill('eve');
  await expect(form.getByRole('button', { name: words.identity.save })).toBeDisabled();
  await form.getByRole('button', { name: words.secretInput.set }).first().click();
  await form.getByLabel(words.userForm.password).fill('eves-own-password');
  const claims = form.getByRole('textbox', { name: words.userForm.claims });
  await claims.fill('{ "status": ');
  await expect(form).toContainText(words.userForm.claimsInvalid);
  await claims.fill('{ "status": "gold" }');
  await page.keyboard.press('Control+s');
  await expect(app.toast('eve saved')).toBeVisible();
  expect(JSON.parse(onDisk(host, 'oauth/users/eve.json'))).toEqual({
    username: 'eve',
    password: { $secret: 'user.eve.password' },
    claims: { status: 'gold' },
  });
  await identity.form('eve').getByRole('button', { name: words.identity.remove }).click();
  await expect(app.toast('Deleted eve')).toBeVisible();
  expect(existsSync(join(host.workspaceDir, 'oauth/users/eve.json'))).toBe(false);
});

test.describe('with SAML issuers and webhooks', () => {
  test.use({
    workspace: {
      'oauth/saml-issuers/partner.json': { issuer: 'https://idp.example.com', certificates: [expired] },
      'webhooks/audit.json': { url: 'http://127.0.0.1:9/audit', events: ['token.*'], enabled: false },
    },
  });

  test('keys are rotated, certificates are read in words, and what is trusted has no barrier', {
    tag: '@long',
  }, async ({ app, host, page, identity }) => {
    test.slow();
    await identity.open('Trust');
    await identity.line('Trusted parties and webhooks', 'Signing keys').click();
    const keys = page.getByRole('region', { name: words.trustScreen.keys }).first();
    await keys.getByRole('button', { name: /ES256/ }).click();
    await expect(app.toast('New ES256 key in use')).toBeVisible();
    await keys.getByRole('button', { name: 'Rotate ES256' }).click();
    await expect(keys.getByRole('row', { name: /published/ })).toHaveCount(1);
    const jwks = (await (await fetch(`${server(host)}/as/jwks`)).json()) as { keys: { alg: string }[] };
    expect(jwks.keys.filter(({ alg }) => alg === 'ES256')).toHaveLength(2);
    await expectSound(page);

    const form = await identity.choose('Trusted parties and webhooks', 'partner');
    await expect(form).toContainText('CN=Partner IdP');
    await expect(form).toContainText(words.samlForm.expired);
    await expect(form).toContainText(/(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/);
    await form.getByRole('button', { name: words.samlForm.addCertificate }).click();
    await form.getByRole('textbox', { name: 'Certificate 2' }).fill('no certificate');
    await expect(form).toContainText(words.samlForm.noCertificate);
    await expectSound(page);
    await form.getByRole('button', { name: words.identity.revert }).click();
    await expect(form.getByRole('textbox', { name: 'Certificate 2' })).toBeHidden();
    const hook = await identity.choose('Trusted parties and webhooks', 'audit');
    await expect(hook.getByRole('checkbox', { name: 'token.issued' })).toBeChecked();
    await expectAccessible(page);
  });
});

test.describe('with nothing but a broken client', () => {
  test.use({
    workspace: {
      ...Object.fromEntries(
        ['batch-job', 'mcp-client', 'mcp-gateway', 'mobile-app', 'orders-api', 'portal-web'].map((name) => [
          `oauth/clients/${name}.json`,
          null,
        ]),
      ),
      'oauth/users/ann.json': null,
      'oauth/users/bob.json': null,
      'oauth/clients/broken.json': '{\n  "client_id": "broken",\n  oops\n}\n',
    },
  });

  test('says what will be here, what is broken and where to mend it', { tag: '@long' }, async ({
    page,
    identity,
  }) => {
    await identity.open();
    const form = await identity.choose('Clients', 'broken');
    await expect(form).toContainText('Edit it as text');
    await expect(form.getByRole('alert')).toContainText('oauth/clients/broken.json:3:3');
    await expectSound(page);
    await identity.tab('Users');
    await expect(page.getByRole('heading', { name: words.userForm.emptyTitle })).toBeVisible();
    await expectAccessible(page);
    await identity.tab('Active tokens');
    await expect(page.getByRole('heading', { name: words.liveTokens.emptyTitle })).toBeVisible();
    await identity.tab('Scopes');
    await expect(page.getByRole('heading', { name: words.scopes.emptyTitle })).toBeVisible();
    await expectSound(page);
    await identity.tab('Clients');
    await form.getByRole('button', { name: 'Open oauth/clients/broken.json' }).click();
    await expect(page.getByRole('textbox', { name: 'Text of oauth/clients/broken.json' })).toBeAttached();
  });
});

test.describe('with the training profile', () => {
  test.use({
    workspace: {
      'gatehouse.json': {
        id: 'training',
        name: 'Training',
        services: { authorizationServer: { profile: 'training' } },
      },
    },
  });

  test('the frame stands around the window while a weakness is on, and not else', { tag: '@long' }, async ({
    app,
    page,
    identity,
  }) => {
    await identity.open('Server policy');
    const frame = page.locator('.shell.weak');
    const weakness = page.getByRole('checkbox', { name: 'Redirect URI matched by prefix' });
    await expect(frame).toHaveCount(0);
    await weakness.click();
    await expect(frame).toHaveCount(1);
    await expect(app.status).toContainText('1 weakness is on');
    await page.keyboard.press('Control+z');
    await expect(frame).toHaveCount(0);
    await weakness.click();
    await expect(frame).toHaveCount(1);
    await expectSound(page);
  });
});

test('a wide window shows the first client, the first user and the keys before anything is chosen', async ({
  app,
  identity,
}) => {
  for (const tab of ['Clients', 'Users', 'Trust'] as const) {
    await identity.open(tab);
    const list = app.page.getByRole('tabpanel', { name: tab }).getByRole('listbox');
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  }
});
