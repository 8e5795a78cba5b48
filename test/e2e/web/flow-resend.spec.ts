import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const edit = 'Edit and resend';

test.beforeEach(async ({ flows, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
});

test('a request is edited and sent again in three acts, and stays told apart', async ({ flows, page }) => {
  let acts = 0;
  const act = async (what: Promise<unknown>) => {
    acts += 1;
    await what;
  };
  await act(page.getByRole('button', { name: edit }).click());
  await expect(flows.field('grant_type')).toBeFocused();
  await act(page.keyboard.type('x'));
  await act(page.keyboard.press('Control+Enter'));

  const again = flows.step(/POST \/as\/token\.oauth2.*sent again/);
  await expect(again).toHaveAttribute('aria-selected', 'true');
  await expect(again).toContainText('Edited: grant_type edited');
  expect(acts).toBeLessThanOrEqual(3);
  // No new run was started, and the first one says what happened in it.
  await expect(flows.runs.getByRole('option')).toHaveCount(1);
  await expect(flows.runs.getByRole('option')).toContainText('1 sent again');
  await expect(flows.editor).toBeHidden();

  const difference = page.getByRole('button', { name: /^Difference between steps \d and \d$/ });
  await flows.steps.nth(1).click();
  await expect(difference).toHaveCount(0);
  await again.click();
  await difference.click();
  const compared = page.getByRole('region', { name: words.diff.titleExchanges });
  await expect(compared).toContainText('authorization_codexA');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(compared.getByRole('status')).toHaveText(/^2 of \d+$/);
  await page.keyboard.press('Escape');
  await expect(compared).toHaveCount(0);
});

test('a draft is kept with its step: while another one is looked at, after Escape, and after a new run', async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: edit }).click();
  await flows.field('code').fill('{{code|flip}}');
  await expect(flows.tokenStep).toContainText(words.flowEditor.hasDraft);
  await flows.authorizationStep.click();
  await expect(flows.editor).toBeHidden();
  await flows.tokenStep.click();
  await expect(flows.field('code')).toHaveValue('{{code|flip}}');

  await flows.field('code').press('Escape');
  await expect(flows.editor).toBeHidden();
  await expect(page.getByRole('button', { name: edit })).toBeFocused();

  // Outside of the editor the key begins a new run, as ever.
  await page.keyboard.press('Control+Enter');
  await expect(flows.runs.getByRole('option')).toHaveCount(2);
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await expect(flows.tokenStep).toContainText(words.flowEditor.hasDraft);
  await flows.tokenStep.click();
  await page.keyboard.press('e');
  await expect(flows.field('code')).toHaveValue('{{code|flip}}');
  await expect(flows.editor).toContainText('1 change. The draft is saved with this step.');
  await flows.editor.getByRole('button', { name: words.flowEditor.discard }).click();
  await expect(flows.field('code')).toHaveValue('{{code}}');
  await expect(flows.tokenStep).not.toContainText('This step has a draft');
});

test('a field is one line of 26 pixels, the body comes first, and automatic headers are folded', async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: edit }).click();
  const rows = flows.editor.getByRole('listitem');
  await expect(flows.editor.getByRole('region', { name: 'Body' }).getByRole('listitem')).toHaveCount(4);
  const heights = await rows.evaluateAll((lines) =>
    lines
      .filter((line) => line.clientHeight > 0)
      .map((line) => Math.round(line.getBoundingClientRect().height)),
  );
  expect(new Set(heights)).toEqual(new Set([26]));
  const headings = flows.editor.getByRole('heading', { level: 3 });
  await expect(headings).toHaveText(['Body', words.exchange.query, words.exchange.headers]);
  await expect(flows.field('Host')).toBeHidden();
  await flows.editor.getByText(/^\d automatic headers/).click();
  await expect(flows.field('Host')).toBeVisible();
  // A secret is shown masked, as it is everywhere.
  await expect(flows.row('code')).toContainText(/= •+/);
  await expect(flows.row('grant_type')).toContainText('flow');
  await flows.field('grant_type').fill('authorization_codes');
  await expect(flows.row('grant_type')).toContainText('edited: 1 byte');
  await flows.editor.getByRole('checkbox', { name: 'Send redirect_uri' }).uncheck();
  await expect(flows.row('redirect_uri')).toContainText('not sent');
});

test('a query string fills fields, a cURL command the whole request, and anything else is refused', async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: edit }).click();
  const paste = flows.editor.getByRole('textbox', { name: 'Query string or cURL command for Body' });
  await paste.fill('no such thing');
  await paste.press('Enter');
  await expect(flows.editor.getByRole('status')).toHaveText(words.flowEditor.noPaste);
  await paste.fill('curl "http://127.0.0.1:9/other');
  await paste.press('Enter');
  await expect(flows.editor.getByRole('status')).toContainText('a quotation mark is not closed');
  await expect(paste).toHaveValue('curl "http://127.0.0.1:9/other');
  await paste.fill('grant_type=password&audience=orders%20api');
  await paste.press('Enter');
  await expect(flows.field('grant_type')).toHaveValue('password');
  await expect(flows.field('audience')).toHaveValue('orders api');
  await expect(flows.field('code')).toHaveValue('{{code}}');
  await paste.fill("curl -X PUT 'http://127.0.0.1:9/other?a=1' -H 'X-Own: yes' -d 'one=1&two=2'");
  await paste.press('Enter');
  await expect(flows.editor.getByRole('textbox', { name: words.flowEditor.parts.path })).toHaveValue(
    '/other',
  );
  await expect(flows.field('two')).toHaveValue('2');
  await expect(flows.field('X-Own')).toHaveValue('yes');
  await expect(flows.field('code')).toHaveCount(0);
});

test('what was sent for a step is walked through by its arrows', async ({ flows, page }) => {
  await page.getByRole('button', { name: edit }).click();
  await flows.field('grant_type').fill('made_up');
  await page.keyboard.press('Control+Enter');
  await expect(flows.steps.filter({ hasText: 'sent again' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: edit }).click();
  await expect(flows.field('grant_type')).toHaveValue('made_up');
  await expect(flows.editor).toContainText('sent 2 of 2');
  await flows.editor.getByRole('button', { name: words.flowEditor.sentBefore }).click();
  await expect(flows.editor).toContainText('sent 1 of 2');
  await expect(flows.field('grant_type')).toHaveValue('authorization_code');
  await flows.editor.getByRole('button', { name: words.flowEditor.sentAfter }).click();
  await expect(flows.field('grant_type')).toHaveValue('made_up');
});

test('in a request that is held the key of Run sends it, and begins no other run', async ({
  flows,
  page,
}) => {
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await page.getByRole('button', { name: words.common.edit, exact: true }).click();
  await expect(flows.field('client_id')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await expect(flows.runs.getByRole('option')).toHaveCount(2);
});

test('the editor has no barrier and fits every window', { tag: '@long' }, async ({ flows, page }) => {
  test.setTimeout(120_000);
  await page.getByRole('button', { name: edit }).click();
  await flows.field('code').fill('{{code|flip}}');
  await expectSound(page);
});

test('in a low window the refusal is read in whole, and the checks fold to their head', async ({
  flows,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('button', { name: edit }).click();
  await expect(flows.field('grant_type')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^The code was already redeemed/)).toBeInViewport({ ratio: 1 });
  const checks = page.getByRole('region', { name: words.flowChecks.title });
  await expect(checks).not.toContainText(words.flowChecks.titles['token-type']);
  await checks.getByRole('button', { name: words.flowChecks.unfold }).click();
  await expect(checks).toContainText(words.flowChecks.titles['token-type']);
  await expect(page.getByText(/^The code was already redeemed/)).toBeInViewport({ ratio: 0.5 });
});
