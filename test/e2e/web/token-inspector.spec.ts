import type { Page } from '@playwright/test';
import { SignJWT } from 'jose';
import { expect, test } from '../support/web.ts';

const secondsOf = (date: string) => Date.parse(date) / 1_000;

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).fill(text);
  await page.getByRole('button', { name: 'Inspect token' }).click();
}

test('an opaque token of a run is explained from the store of the server', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  const token = flows.values.getByRole('listitem').filter({ hasText: 'access_token' });
  await expect(token).toContainText('••••••••');
  await token.getByRole('button', { name: 'Reveal access_token' }).click();
  await expect(token).not.toContainText('••••••••');
  const text = await token.locator('.wrap').innerText();
  await token.getByRole('button', { name: 'Hide access_token' }).click();
  await expect(token).toContainText('••••••••');

  await page.keyboard.press('Control+Shift+V');
  await paste(page, text);
  const report = page.getByRole('region', { name: 'Opaque token' });
  await expect(report.getByRole('definition')).toHaveText([
    'Access token',
    'valid',
    'portal-web',
    'ann',
    'orders.read orders.write profile',
    /.+/,
    /in (?:2\sh|1\sh 59\smin)/,
  ]);
});

test('a JWT is read, its times told, and its signature not believed', async ({ flows, page }) => {
  const jwt = await new SignJWT({ sub: 'ann', scope: 'orders.read' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setIssuer('https://issuer.example.com')
    .setIssuedAt(secondsOf('2020-01-01T00:00:00Z'))
    .setExpirationTime(secondsOf('2020-01-01T01:00:00Z'))
    .sign(new TextEncoder().encode('a key that nobody here knows, 32 bytes'));
  await flows.page.getByRole('button', { name: 'Paste a token' }).click();
  await paste(page, jwt);
  const report = page.getByRole('region', { name: 'JWT' });
  await expect(report).toContainText('signature not verified');
  await expect(report).toContainText('"kid": "k1"');
  await expect(report).toContainText('"iss": "https://issuer.example.com"');
  await expect(report).toContainText('1 Jan 2020');
  await expect(report).toContainText('By its own claims it has expired.');
});

test('what is no token is called so', async ({ flows, page }) => {
  await flows.page.getByRole('button', { name: 'Paste a token' }).click();
  await paste(page, 'two words');
  await expect(page.getByRole('region', { name: 'Not readable as a token' })).toBeVisible();
  await paste(page, 'AAAA-never-issued');
  await expect(page.getByRole('region', { name: 'Opaque token' })).toContainText(
    'The authorization server does not know this token.',
  );
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

test('the bytes of a request can be read as sent, and the secrets in its body shown', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await page.getByText('Raw', { exact: true }).click();
  await expect(flows.request).toContainText('POST /as/token.oauth2 HTTP/1.1');
  await expect(flows.request).toContainText('code=••••••••');
  await flows.request.getByRole('button', { name: 'Reveal Body' }).click();
  await expect(flows.request).toContainText(/code_verifier=[\w-]{43}/);
  // Another step is shown in the same form, masked.
  await flows.step(/POST.*consent, allow/).click();
  await expect(flows.request).toContainText(/POST \/as\/authorization\.oauth2\?txn=[\w-]+ HTTP\/1\.1/);
  await expect(flows.request).toContainText('csrf=••••••••');
});
