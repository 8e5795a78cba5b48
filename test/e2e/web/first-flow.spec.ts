import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('a person signs in, allows, and sees every step from both sides up to the validated token', async ({
  flows,
  page,
  problems,
}) => {
  await expect(page.getByRole('heading', { name: words.flows.emptyTitle })).toBeVisible();
  // The start token leaves the address as soon as it was swapped.
  await expect(page).toHaveURL(/\/#\/flows$/);
  await flows.choose('Client', 'portal-web');
  await flows.choose('User', 'bob');
  await flows.run();
  await expect(page.getByRole('main').getByText(words.flows.waiting)).toBeVisible();
  await expect(
    page.getByRole('main').getByText('Sign in as bob; the run continues automatically.'),
  ).toBeVisible();

  const tab = await flows.openSignIn();
  await expect(tab.page.getByLabel(words.userForm.name)).toHaveValue('bob');
  await tab.signIn('wrong-password');
  await expect(tab.page.getByRole('alert')).toHaveText(/Incorrect user name or password/);
  await tab.signIn('bob-password');
  await expect(tab.page.getByRole('listitem')).toHaveText(['orders.read', 'orders.write', 'profile']);
  await tab.decide('Allow');
  // The page says which run it came back to, in the theme of the system, and runs nothing.
  await expect(tab.page.getByRole('heading', { name: /^Run \d+ received the response$/ })).toBeVisible();
  await expect(tab.page.getByRole('definition').first()).toHaveText(/^\d+, Authorization code/);
  await expect(tab.page.locator('script')).toHaveCount(0);
  await expectAccessible(tab.page);

  await page.bringToFront();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await expect(flows.steps).toHaveText([
    /GET \/login.*Browser to Client/,
    /GET \/as\/authorization\.oauth2.*Browser to AS/,
    /POST \/as\/authorization\.oauth2.*Browser to AS/,
    /POST \/as\/authorization\.oauth2.*sign-in bob/,
    /GET \/as\/authorization\.oauth2.*Browser to AS/,
    /POST \/as\/authorization\.oauth2.*consent, allow/,
    /GET \/cb.*code, state/,
    /POST \/as\/token\.oauth2.*Client to AS/,
    /GET \/orders.*Client to RS/,
    /POST \/as\/token\.oauth2.*RS to AS/,
  ]);
  // Nobody has chosen a step: the one that brought the token is shown.
  await expect(flows.tokenStep).toHaveAttribute('aria-selected', 'true');
  await flows.steps.last().click();
  await expect(flows.request).toContainText('urn:gatehouse:oauth2:grant_type:validate_bearer');
  await expect(flows.response).toContainText('"username": "bob"');
  await expect(flows.trace).toContainText('Access token is known');

  await flows.tokenStep.click();
  await expect(flows.request).toContainText('authorization_code');
  await expect(flows.request).toContainText('Basic ••••••••');
  await expect(flows.response).toContainText('"token_type": "Bearer"');
  await expect(flows.response).toContainText('"access_token": "••••••••"');
  await expect(flows.trace.getByText('code_verifier matches the challenge')).toBeVisible();
  await expect(flows.trace.getByText('RFC 7636 §4.6')).toBeVisible();
  await expect(flows.trace.getByText(/^Effect: Issued an access token and a refresh token/)).toBeVisible();
  await expect(flows.values.getByRole('listitem')).toHaveText([
    /code_verifier/,
    /state.*matches/,
    /code.*used up/,
    /access_token.*valid/,
    /refresh_token.*valid/,
  ]);
  await test.step('and what the client must check, with the outcome', async () => {
    const checks = page.getByRole('region', { name: words.flowChecks.title });
    await expect(checks).toContainText(words.flowChecks.titles['token-type']);
    await expect(checks.getByText(words.runs.states.passed).first()).toBeVisible();
    await expect(checks.getByRole('link', { name: 'RFC 6749 §7.1' })).toBeVisible();
    await flows.step(/GET \/cb/).click();
    await expect(checks).toContainText(words.flowChecks.titles.state);
  });
  await test.step('a token whose worth is not known is checked at a click', async () => {
    await flows.values.getByRole('button', { name: 'Inspect access_token' }).click();
    const about = page.getByRole('region', { name: 'About access_token' });
    await about.getByRole('button', { name: words.values.check, exact: true }).click();
    await expect(about).toContainText(/valid.*Checked\s*\d/s);
    await expect(about.getByRole('button', { name: words.values.check, exact: true })).toHaveCount(0);
  });
  expect(problems).toEqual([]);
});

test('of two sign-in attempts only the one that was clicked is selected', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  const posts = flows.step(/POST \/as\/authorization\.oauth2/);
  await expect(posts).toHaveCount(2);
  await posts.last().click();
  await expect(page.locator('[role=option][aria-selected=true]', { hasText: 'POST' })).toHaveCount(1);
  await expect(flows.request).toContainText('decision');
  await posts.first().click();
  await expect(flows.request).toContainText('password');
  await expect(flows.request).not.toContainText('decision');
});

test('the step that a person is looking at stays in view when the run ends', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.run();
  await flows.authorizationStep.click();
  const tab = await flows.openSignIn();
  await tab.signIn('ann-password');
  await tab.decide('Allow');
  await page.bringToFront();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await expect(flows.authorizationStep).toHaveAttribute('aria-selected', 'true');
  await expect(flows.request).toContainText('code_challenge_method');
});

test('denying ends the run with the words of the server, without a token', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.run();
  const tab = await flows.openSignIn();
  await tab.signIn('ann-password');
  await tab.decide('Deny');
  await page.bringToFront();
  await expect(
    page.getByRole('main').getByText(/^Run 1 failed\. The server rejected the request with access_denied/),
  ).toBeVisible();
  await expect(flows.step(/GET \/orders/)).toContainText('not reached');
  await expect(flows.values).not.toContainText('access_token');
});
