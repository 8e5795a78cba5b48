import {
  CompactEncrypt,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { TokenScreen } from '../support/tokens-screen.ts';
import { expect, test } from '../support/web.ts';

import { expectAccessible, expectNoSidewaysScrolling, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const secondsOf = (date: string) => Date.parse(date) / 1_000;
const secret = 'a secret that two parties know, 32 bytes';

/** A JWT that is over since 2020, and odd in several ways. */
function oddJwt(): Promise<string> {
  return new SignJWT({ sub: 'ann', name: 'José 😀', scope: 'orders.read', team: 'red' })
    .setProtectedHeader({ alg: 'HS256', kid: '../../etc/passwd', jku: 'https://elsewhere.example/jwks' })
    .setIssuer('https://issuer.example.com')
    .setIssuedAt(secondsOf('2020-01-01T00:00:00Z'))
    .setExpirationTime(secondsOf('2020-01-01T01:00:00Z'))
    .sign(new TextEncoder().encode(secret));
}

test('an opaque token of a run is explained from the store of the server', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.keyboard.press('Control+i');
  const token = page.getByRole('region', { name: 'About access_token' });
  await expect(token).toContainText('••••••••');
  await token.getByRole('button', { name: 'Reveal access_token' }).click();
  await expect(token).not.toContainText('••••••••');
  const text = await token.getByRole('paragraph').first().innerText();
  await token.getByRole('button', { name: 'Hide access_token' }).click();
  await expect(token).toContainText('••••••••');

  const screen = new TokenScreen(page);
  await screen.open();
  await screen.inspect(text);
  await expect(screen.summary).toContainText(words.token.forms.opaque);
  await expect(screen.part('Server records').getByRole('definition')).toHaveText([
    words.token.kinds.access_token,
    'valid',
    'portal-web',
    'ann',
    'orders.read orders.write profile',
    /.+/,
    /in (?:2\sh|1\sh 59\smin)/,
  ]);
});

test('a value of a run is inspected without being shown, and a server is asked of it', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.getByRole('button', { name: 'Inspect access_token' }).click();
  const screen = new TokenScreen(page);
  await expect(screen.field).toHaveCount(0);
  await expect(screen.summary).toHaveText(words.token.forms.opaque);
  await expect(screen.drawer.locator('.value-about')).toContainText('valid');
  await screen.goTo('Query a server');
  await screen
    .part('Query a server')
    .getByRole('button', { name: words.tokenAsk.validate, exact: true })
    .click();
  await expect(screen.part('Response')).toContainText('The server reports the token as valid.');
  await expect(screen.part('Response')).toContainText('"client_id": "portal-web"');
  await screen.choose('As the client', 'portal-web');
  await screen
    .part('Query a server')
    .getByRole('button', { name: words.tokenAsk.introspect, exact: true })
    .click();
  await expect(screen.part('Response')).toContainText('"active": true');
  await screen.press('Show the exchange');
  await expect(screen.drawer).toBeHidden();
  await expect(page.getByRole('region', { name: words.exchange.requestRegion, exact: true })).toContainText(
    'token',
  );
  await expect(page.getByText('/as/introspect.oauth2').first()).toBeVisible();
});

test('a JWT is read and explained, and its signature not believed', async ({ page, tokens: screen }) => {
  await screen.inspect(await oddJwt());
  await expect(screen.summary).toHaveText(/JWT\s*HS256\s*signature not verified/);
  const remarks = screen.part('Findings');
  await expect(remarks.getByRole('listitem')).toHaveText([
    /where to fetch its key \(jku\).*RFC 8725 §3\.10/,
    /kid looks like a path.*RFC 8725 §3\.10/,
    /According to its claims, the token has expired\..*RFC 7519 §4\.1\.4/,
    /The signature is a MAC.*RFC 8725 §3\.1/,
  ]);
  const claims = screen.part('Claims');
  await expect(claims).toContainText('"José 😀"');
  await expect(claims).toContainText('Expires. Recipients reject the token from this time.');
  await expect(claims).toContainText('1 Jan 2020');
  await expect(claims).toContainText(words.token.unexplained);
  await expect(screen.part('As written')).toContainText('"iss": "https://issuer.example.com"');
  await expectSound(page);
});

test('a JWT is verified with a secret, and refused for what it says', { tag: '@long' }, async ({
  page,
  tokens: screen,
}) => {
  await screen.inspect(await oddJwt());
  await screen.goTo('Verify');
  await screen.press('Verify');
  await expect(screen.summary).toContainText('signature check failed');
  await expect(screen.part('Checks')).toContainText(
    'A MAC requires a secret, and a public key is not secret.',
  );
  await screen.choose('Verify with', 'Typed secret');
  await screen.input('Secret').fill(secret);
  await screen.press('Verify');
  await expect(screen.summary).toContainText('signature valid, token not acceptable');
  const checked = screen.part('Checks');
  await expect(checked.getByRole('listitem').filter({ hasText: /has not expired/ })).toContainText(
    words.exchange.got,
  );
  await expect(checked).toContainText('Effect: the signature is valid, but the token must be rejected.');
  // The key was typed: nothing of it stands anywhere but in its field.
  expect(await screen.drawer.innerText()).not.toContain(secret);
  await expectSound(page);
});

test('an encrypted JWT is opened with a private key, and what it holds is inspected', async ({
  flows,
  page,
}) => {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const inner = await oddJwt();
  const token = await new CompactEncrypt(new TextEncoder().encode(inner))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
    .encrypt(publicKey);
  const screen = new TokenScreen(flows.page);
  await screen.open();
  await screen.inspect(token);
  await expect(screen.summary).toContainText(words.token.forms.jwe);
  await screen.goTo('Decrypt');
  await expect(screen.drawer.getByText(words.tokenDecrypt.emptyTitle)).toBeVisible();
  await screen.input('Key').fill('{"kty":"oct","k":"AAAA"}');
  await screen.press('Decrypt');
  await expect(screen.drawer.getByRole('alert')).toContainText('The key does not decrypt the token');
  await screen.input('Key').fill(JSON.stringify(await exportJWK(privateKey)));
  await screen.press('Decrypt');
  expect(await screen.made('Content')).toBe(inner);
  await expectSound(page);
  await screen.press('Inspect');
  await expect(screen.summary).toHaveText(/JWT\s*HS256\s*signature not verified/);
});

test('keys of another machine are not fetched before the person says so', async ({
  page,
  tokens: screen,
}) => {
  await screen.inspect(await oddJwt());
  await screen.goTo('Verify');
  await screen.choose('Verify with', 'Key set from a URL');
  await screen.input('Key set URL').fill('https://keys.example/jwks');
  await expect(
    screen.drawer.getByRole('checkbox', { name: 'Send to keys.example, which is not on this machine' }),
  ).not.toBeChecked();
  await screen.press('Verify');
  await expect(screen.drawer.getByRole('alert')).toContainText(
    'https://keys.example is not on this machine.',
  );
  await expectAccessible(page);
});

test('a new JWT is written, signed and verified by keyboard alone', async ({ page, tokens: screen }) => {
  const { keyboard } = page;
  const tabTo = async (target: ReturnType<TokenScreen['input']>) => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error('The keyboard does not get there');
  };
  const button = (name: string) => screen.drawer.getByRole('button', { name, exact: true });
  await tabTo(button('Write a JWT'));
  await keyboard.press('Enter');
  await tabTo(screen.input('Claims'));
  await keyboard.press('Control+a');
  await keyboard.type('{"sub":"Ånn"}');
  await tabTo(button('Sign'));
  await keyboard.press('Enter');
  await expect(screen.part('New token')).toBeVisible();
  const token = await screen.made('New token');
  const keys = await screen.made('Public key as a key set');
  expect(decodeJwt(token)).toEqual({ sub: 'Ånn' });
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT' });
  await tabTo(button('Inspect'));
  await keyboard.press('Enter');
  await expect(screen.field).toBeFocused();
  await expect(screen.field).toHaveValue(token);
  await tabTo(screen.drawer.getByRole('tab', { name: words.token.label, exact: true }));
  await keyboard.press('ArrowRight');
  await expect(screen.drawer.getByRole('tab', { name: words.token.tabs.verify, exact: true })).toBeFocused();
  await screen.choose('Verify with', 'Pasted key');
  await screen.input('Key').fill(keys);
  await screen.input('Expected iss').fill('');
  await tabTo(button('Verify'));
  await keyboard.press('Enter');
  await expect(screen.summary).toContainText('signature verified');
  await expect(screen.part('Verification key')).toContainText('The pasted key');
  await keyboard.press('Escape');
  await expect(screen.drawer).toBeHidden();
});

test('each preset makes the token that it says, and what is typed stays while another tab is looked at', {
  tag: '@long',
}, async ({ page, tokens: screen }) => {
  const original = await oddJwt();
  await screen.inspect(original);
  await screen.goTo('Edit and re-sign');
  const sign = async (preset: string) => {
    await screen.choose('Preset', preset);
    await screen.press('Sign');
    await expect(
      screen.drawer.getByRole('button', { name: words.tokenForge.sign, exact: true }),
    ).toBeEnabled();
    return screen.made('New token');
  };
  await expect.poll(async () => (await sign('alg NONE')).endsWith('.')).toBe(true);
  await expect
    .poll(async () => decodeProtectedHeader(await sign('kid as a path')).kid)
    .toContain('/dev/null');
  await expect.poll(async () => decodeProtectedHeader(await sign('Key in the token')).jwk?.kty).toBe('EC');
  await expect.poll(async () => (await sign('Psychic signature')).split('.')[2]).toMatch(/^A{86}$/);
  await expect.poll(async () => (await sign('Encrypted, not signed')).split('.').length).toBe(5);
  await screen.input('Claims').fill('{"sub":"mallory"}');
  await expect.poll(async () => (await sign('Old signature')).split('.')[2]).toBe(original.split('.')[2]);
  await screen.goTo('Token');
  await screen.goTo('Edit and re-sign');
  await expect(screen.input('Claims')).toHaveValue('{"sub":"mallory"}');
  await screen.input('Claims').fill('{"sub":');
  await expect(screen.drawer.getByText(words.tokenForge.notJson)).toBeVisible();
  await expect(
    screen.drawer.getByRole('button', { name: words.tokenForge.sign, exact: true }),
  ).toHaveAttribute('aria-disabled', 'true');
  await expectSound(page);
});

test('an assertion that is wrapped shows which part the signature means', { tag: '@long' }, async ({
  page,
  tokens: screen,
}) => {
  await screen.press('Build an assertion');
  await screen.choose('Preset', 'XSW 3: forged assertion first');
  await expect(screen.drawer.getByText('A server should reject it: shape.')).toBeVisible();
  await screen.press('Build');
  const certificate = await screen.made('Certificate of the key');
  expect(certificate).toContain('BEGIN CERTIFICATE');
  await expectSound(page);
  await screen.press('Inspect');
  await expect(screen.summary).toHaveText(/SAML\s*Base64-URL\s*signature not verified/);
  await expect(screen.part('Assertion 1 of 2')).toContainText('mallory');
  await expect(screen.part('Assertion 1 of 2')).toContainText('not covered by a signature');
  await expect(screen.part('Assertion 2 of 2')).toContainText('covered, not verified');
  await expect(screen.part('Document').getByText('signature 1: covered, not verified')).toBeVisible();
  await expectSound(page);
  await screen.goTo('Signatures');
  await expect(screen.part('Signature 1 in saml:Assertion')).toContainText(
    'The workspace does not trust the issuer',
  );
  await screen.input('Certificate').fill(certificate);
  await screen.press('Verify with certificate');
  await expect(screen.part('Signature 1 in saml:Assertion')).toContainText('verified');
  await expect(screen.summary).toContainText('signature valid, covers only part');
  await expectAccessible(page);
  await screen.goTo('Tree');
  await expect(screen.part('Document').getByText('signature 1: covered and verified')).toBeVisible();
  await expect(screen.part('Assertion 1 of 2')).toContainText('not covered by a signature');
  await expectAccessible(page);
});

test('a document that would have to be processed is shown as text', { tag: '@long' }, async ({
  page,
  tokens: screen,
}) => {
  await screen.inspect('<!DOCTYPE a [<!ENTITY e SYSTEM "http://127.0.0.1:1/canary">]><a>&e;</a>');
  await expect(screen.drawer.getByText(words.tokenSaml.notProcessed, { exact: true })).toBeVisible();
  await expect(screen.part('Source')).toContainText('<!ENTITY e SYSTEM');
  await expectAccessible(page);
});

test('what is no token is called so', { tag: '@long' }, async ({ flows, page }) => {
  const screen = new TokenScreen(flows.page);
  await flows.page.getByRole('button', { name: words.values.paste }).click();
  await expect(screen.drawer.getByText(words.token.emptyTitle)).toBeVisible();
  await expectSound(page);
  await screen.inspect('two words');
  await expect(screen.summary).toContainText(words.token.forms.unreadable);
  await screen.inspect('AAAA-never-issued');
  await expect(screen.drawer.getByText(words.token.unknown)).toBeVisible();
  await screen.inspect(new UnsecuredJWT({ sub: 'ann' }).encode());
  await expect(screen.summary).toContainText('unsigned');
  await expect(screen.part('Findings')).toContainText(
    'The token is not signed. Anyone can create such a token.',
  );
});

test('a server that is stopped cannot be asked, and can be started from there', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  const screen = new TokenScreen(flows.page);
  const panel = await flows.openPanel(/^AS/);
  await panel.getByRole('button', { name: words.status.stop }).click();
  await page.keyboard.press('Escape');
  await screen.open();
  await screen.inspect('AAAA-never-issued');
  await screen.goTo('Query a server');
  await screen.press('Introspect');
  await expect(screen.drawer.getByRole('alert')).toContainText('The authorization server is not running.');
  await expectNoSidewaysScrolling(page);
  await screen.drawer.getByRole('button', { name: /^Start/ }).click();
  await expect(async () => {
    await screen.press('Introspect');
    await expect(screen.part('Response')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('what is revealed masks itself again after thirty seconds, in fields and in bodies', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await page.clock.install();
  await flows.request.getByRole('button', { name: 'Reveal code', exact: true }).click();
  await flows.response.getByRole('button', { name: 'Reveal Body' }).click();
  await expect(flows.response.getByRole('button', { name: 'Hide Body' })).toBeVisible();
  await expect(flows.response).not.toContainText('••••••••');
  await expect(flows.response).toContainText(/"access_token": "[\w.-]{20,}"/);
  await page.clock.fastForward(31_000);
  await expect(flows.response).toContainText('"access_token": "••••••••"');
  await expect(flows.request.getByRole('button', { name: 'Reveal code', exact: true })).toBeVisible();
  // The secret of the client is the workspace's own: it has no way out.
  await expect(flows.request.getByRole('button', { name: 'Reveal Authorization' })).toHaveCount(0);
});

test('the bytes of a request can be read as sent, and the secrets in its body shown', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await page.getByText(words.exchange.raw, { exact: true }).click();
  await expect(flows.request).toContainText('POST /as/token.oauth2 HTTP/1.1');
  await expect(flows.request).toContainText('code=••••••••');
  await flows.request.getByRole('button', { name: 'Reveal Body' }).click();
  await expect(flows.request).toContainText(/code_verifier=[\w-]{43}/);
  // Another step is shown in the same form, masked.
  await flows.step(/POST.*consent, allow/).click();
  await expect(flows.request).toContainText('POST /as/authorization.oauth2 HTTP/1.1');
  await expect(flows.request).toContainText('csrf=••••••••');
});
