import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('in step mode each request waits for the person, and Continue does the rest', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.useBrowser('Unattended');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await expect(flows.field('code_challenge')).toHaveValue('{{code_verifier|s256}}');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await expect(flows.tokenStep).toContainText('paused');
  await expect(flows.tokenStep).toHaveAttribute('aria-selected', 'true');
  await expect(flows.field('code')).toHaveValue('{{code}}');

  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /orders');
  await flows.tokenStep.click();
  await expect(flows.trace.getByText(/^Effect: Issued an access token/)).toBeVisible();
  await page.getByRole('button', { name: words.flows.next }).click();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await expect(flows.held).toHaveCount(0);
});

test('a code that has outlived its minute is refused, and the trace shows where the gate shut', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.useBrowser('Unattended');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await flows.moveClockAnHour();
  await page.keyboard.press('F10');

  await expect(
    page
      .getByRole('main')
      .getByText(/^Run 1 failed\. The server rejected the request with 400 invalid_grant/),
  ).toBeVisible();
  await expect(flows.tokenStep).toHaveAttribute('aria-selected', 'true');
  await expect(flows.response).toContainText('"error": "invalid_grant"');
  const rules = flows.trace.getByRole('listitem');
  const shut = rules.filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut).toHaveCount(1);
  await expect(shut).toContainText('Code has not expired');
  await expect(shut).toContainText('RFC 6749 §4.1.2');
  await expect(shut).toContainText('less than 60.0 s old');
  await expect(rules.last()).toContainText('Not reached: Access and refresh token are issued');
  await expect(flows.trace.getByText('Effect: Nothing was issued.')).toBeVisible();
  await expect(flows.step(/GET \/orders/)).toContainText('not reached');
});

test('a request without PKCE from a client that needs it is refused with what was wanted and what came', {
  tag: '@long',
}, async ({ flows }) => {
  await flows.choose('Flow', 'Authorization code');
  await flows.choose('Client', 'mobile-app');
  await flows.runUnattended('FAILED');
  await flows.authorizationStep.click();
  const shut = flows.trace.getByRole('listitem').filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut.getByRole('definition')).toHaveText(['a code_challenge', 'none']);
  await expect(shut.getByRole('term')).toHaveText(['expected', 'received']);
});

test('a run that waits can be cancelled', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.run();
  await expect(page.getByRole('main').getByText(words.flows.waiting)).toBeVisible();
  await page.getByRole('button', { name: words.flows.cancel }).click();
  await expect(page.getByRole('main').getByText(/^Run 1 was cancelled\./)).toBeVisible();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.cancelled);
  await expect(page.getByRole('link', { name: words.flows.openSignIn })).toHaveCount(0);
});
