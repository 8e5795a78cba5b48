import { expect, test } from '../support/web.ts';
import { expectAccessible, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const tokenLine = 'POST /as/token.oauth2';

test.beforeEach(async ({ flows }) => {
  await flows.choose('Client', 'portal-web');
  await flows.useBrowser('Unattended');
});

test('a verifier with one character changed is refused, and the trace marks the rule that shut', async ({
  flows,
  page,
}) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await expect(flows.row('code')).toContainText('from step 5');

  await page.getByRole('button', { name: words.flowEditor.wrong }).click();
  await page.getByRole('menuitem', { name: words.flowEditor.wrongs['one-character'] }).click();
  await expect(flows.field('code_verifier')).toHaveValue('{{code_verifier|flip-middle}}');
  await expect(flows.runs.getByRole('option').first()).toContainText('code_verifier edited');
  await page.getByRole('button', { name: words.flows.next }).click();

  await expect(
    page
      .getByRole('main')
      .getByText(/^Run 1 failed\. The server rejected the request with 400 invalid_grant/),
  ).toBeVisible();
  const shut = flows.trace.getByRole('listitem').filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut).toContainText('code_verifier matches the challenge');
  await expect(shut.getByRole('term')).toHaveText(['expected', 'received']);
});

test('what is typed goes out even when it is continued at once, and can be taken back', async ({
  flows,
  page,
}) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await flows.field('code').fill('typed-over');
  const row = flows.row('code');
  await expect(row).toContainText('overwritten: no longer bound');
  await row.getByRole('button', { name: 'Restore code' }).click();
  await expect(flows.field('code')).toHaveValue('{{code}}');
  await expect(row).not.toContainText('no longer bound');

  await flows.field('code').fill('typed-over');
  await page.keyboard.press('F5');
  await expect(
    page
      .getByRole('main')
      .getByText(/^Run 1 failed\. The server rejected the request with 400 invalid_grant/),
  ).toBeVisible();
  const shut = flows.trace.getByRole('listitem').filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut).toContainText('Code is known');
});

test('fields and bytes are the same request: what is edited in one stands in the other', async ({
  flows,
  page,
}) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await flows.editor.getByText(words.flowEditor.bytes, { exact: true }).click();
  const bytes = flows.editor.getByRole('textbox', { name: words.flowEditor.bytesLabel });
  await expect(bytes).toHaveValue(/grant_type=authorization_code&code=\{\{code\|form\}\}/);
  await bytes.fill((await bytes.inputValue()).replace('authorization_code', 'made_up'));
  await flows.editor.getByText('Fields', { exact: true }).click();
  await expect(flows.field('grant_type')).toHaveValue('made_up');

  // Order, too, is part of the request.
  await flows.field('grant_type').press('Alt+ArrowDown');
  await expect(flows.field('grant_type')).toBeFocused();
  await flows.editor.getByText(words.flowEditor.bytes, { exact: true }).click();
  await expect(bytes).toHaveValue(/\n\ncode=\{\{code\|form\}\}&grant_type=made_up/);
  await page.getByRole('button', { name: words.flowEditor.reset }).click();
  await expect(bytes).toHaveValue(/\n\ngrant_type=authorization_code/);
});

test('an answer is held before the client reads it, and another is given in its place', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.breakAt(tokenLine, 'before reading the response');
  await flows.run();
  await flows.expectHeld('the client reads the response', 'POST /as/token.oauth2');
  await expect(flows.response).toContainText('"token_type": "Bearer"');
  await expect(flows.values).not.toContainText('access_token');

  await page.getByRole('button', { name: words.flowHeld.answer }).click();
  const dialog = page.getByRole('dialog', { name: /^Respond to step \d directly$/ });
  const answer = dialog.getByRole('textbox', { name: words.flowHeld.answerLabel });
  await expect(answer).toHaveValue(/^HTTP\/1\.1 200 OK\n.*"access_token":"[^•]+"/s);
  await answer.fill('HTTP/1.1 400 Bad Request\nContent-Type: application/json\n\n{"error":"made_up"}');
  await dialog.getByRole('button', { name: words.flowHeld.give }).click();
  await expect(page.getByRole('main').getByText(/^Run 1 failed\..*made_up/)).toBeVisible();
});

test('a request that is dropped never leaves, and the run says so', async ({ flows, page }) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await page.getByRole('button', { name: words.flowHeld.drop }).click();
  await expect(
    page.getByRole('main').getByText('Run 1 failed. The request was dropped and not sent.'),
  ).toBeVisible();
});

test('a code that is sent again is a step of its own, and is refused', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.runUnattended();
  await flows.step(/POST \/as\/token\.oauth2.*Client to AS/).click();
  await expect(flows.trace).toContainText('code_verifier matches the challenge');
  await page.getByRole('button', { name: words.flowEditor.resend }).click();
  await expect(flows.field('code')).toHaveValue('{{code}}');
  await flows.editor.getByRole('button', { name: words.flowEditor.sendAgain }).click();
  await expect(flows.step(/POST \/as\/token\.oauth2.*sent again/)).toHaveAttribute('aria-selected', 'true');
  const shut = flows.trace.getByRole('listitem').filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut).toContainText('Code has not been used');
});

test('tokens on the shelf are used from there: refreshed by R, introspected in the drawer', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.runUnattended();
  await flows.values.getByRole('button', { name: 'Copy refresh_token' }).focus();
  const before = await flows.steps.count();
  await page.keyboard.press('r');
  await expect(flows.steps).toHaveCount(before + 1);
  await expect(flows.steps.last()).toHaveAttribute('aria-selected', 'true');
  await expect(flows.request).toContainText('refresh_token');
  await expect(flows.response).toContainText('"access_token"');

  await flows.values.getByRole('button', { name: 'Inspect access_token' }).click();
  await page
    .getByRole('region', { name: 'About access_token' })
    .getByRole('button', { name: words.values.operations.introspect })
    .click();
  await expect(flows.response).toContainText('"active": true');
});

test('a value that is typed over goes into the next request, and says that it was', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await flows.values.getByRole('button', { name: 'Inspect code_verifier' }).click();
  const about = page.getByRole('region', { name: 'About code_verifier' });
  await about.getByRole('button', { name: words.common.edit, exact: true }).click();
  const value = about.getByRole('textbox', { name: 'Edit code_verifier' });
  await value.fill('another-verifier-that-nobody-has-heard-of-yet');
  await value.press('Enter');
  await expect(flows.values.getByRole('listitem').filter({ hasText: 'code_verifier' })).toContainText(
    'edited',
  );
  await page.getByRole('button', { name: words.flows.next }).click();
  const shut = flows.trace.getByRole('listitem').filter({ hasText: words.exchange.outcomes.failed });
  await expect(shut).toContainText('code_verifier matches the challenge');
});

test('a run is kept as a flow file and run again from it, edits and all', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.breakAt(tokenLine, 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await flows.editor.getByRole('checkbox', { name: 'Send code_verifier' }).uncheck();
  await page.getByRole('button', { name: words.flows.next }).click();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.failed);

  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.replay }).click();
  await expect(flows.runs.getByRole('option')).toHaveCount(2);
  await expect(flows.runs.getByRole('option').first()).toContainText('code_verifier left out');
  await flows.runs.getByRole('option').last().click();

  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.save }).click();
  const dialog = page.getByRole('dialog', { name: 'Save run 1 as a flow file' });
  await dialog.getByRole('textbox', { name: words.savedFlows.name }).fill('no-verifier');
  await dialog.getByRole('button', { name: words.common.save }).click();
  await expect(page.getByText('Saved as flows/no-verifier.json')).toBeVisible();

  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.saved }).click();
  await page.getByRole('button', { name: 'Run no-verifier' }).click();
  // The saved flow and its result stay in view; the run is a click away.
  await page.getByRole('button', { name: words.flowTests.openRun(3) }).click();
  await expect(flows.runs.getByRole('option')).toHaveCount(3);
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.failed);
});

test('a whole run is stepped through, edited and read by keyboard alone', async ({ flows, page }) => {
  const { keyboard } = page;
  await keyboard.press('F10');
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  // Two presses are two steps, however fast they come.
  await keyboard.press('F10');
  await keyboard.press('F10');
  await flows.expectHeld('the request is sent', 'GET /orders');
  await page.getByRole('button', { name: words.flows.cancel }).click();
  await keyboard.press('F10');
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await keyboard.press('F10');
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await page.getByRole('button', { name: words.common.edit, exact: true }).focus();
  await keyboard.press('Enter');
  await expect(flows.editor.getByRole('textbox', { name: 'Value of grant_type' })).toBeFocused();
  await flows.field('code_verifier').focus();
  await keyboard.press('End');
  await keyboard.type('x');
  await keyboard.press('F10');
  await expect(
    page
      .getByRole('main')
      .getByText(/^Run 2 failed\. The server rejected the request with 400 invalid_grant/),
  ).toBeVisible();
  await keyboard.press('Control+Enter');
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
});

test('the address that a browser ended at can be pasted where it does not come back', {
  tag: '@long',
}, async ({ flows, page }) => {
  await flows.useBrowser('System');
  await flows.run();
  await page.getByRole('button', { name: words.flowHeld.paste }).click();
  await page
    .getByRole('textbox', { name: words.flowHeld.callback })
    .fill('http://127.0.0.1/cb?code=x&state=other');
  await page.getByRole('button', { name: words.flowHeld.takeCallback }).click();
  await expect(
    page.getByRole('main').getByText(/^Run 1 failed\. The client rejects the response: its state/),
  ).toBeVisible();
});

test('the client can show who it is in another way than it is registered for', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: words.flowOptions.title, exact: true }).click();
  const options = page.getByRole('dialog', { name: words.flowOptions.title });
  await options.getByRole('button', { name: /Client authentication$/ }).click();
  await page.getByRole('option', { name: words.flowOptions.authentications.client_secret_post }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words.flowOptions.changed })).toBeVisible();
  await flows.run();
  await expect(flows.runs.getByRole('option').first()).toContainText(/PASSED|FAILED/);
  await flows.tokenStep.click();
  await expect(flows.request).toContainText('client_secret');
  await expect(flows.request).not.toContainText(words.flowOptions.authentications.client_secret_basic);
});

test('the parts of a message are explained, with the clause that asks for each', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.runUnattended();
  await flows.step(/POST \/as\/token\.oauth2.*Client to AS/).click();
  await page.getByRole('button', { name: words.flowExplain.title }).click();
  const explained = page.getByRole('region', { name: words.flowExplain.region });
  await expect(explained.getByRole('term').filter({ hasText: /^code_verifier$/ })).toBeVisible();
  await expect(explained.getByRole('link', { name: 'RFC 7636 §4.5' })).toHaveAttribute(
    'href',
    'https://www.rfc-editor.org/rfc/rfc7636#section-4.5',
  );
});

test('debug mode with the editor open has no barrier and fits every window', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  test.setTimeout(120_000);
  await flows.breakAt(tokenLine, 'before reading the response');
  await flows.stepOn();
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await page.getByRole('button', { name: words.flowEditor.wrong }).click();
  await page.getByRole('menuitem', { name: words.flowEditor.wrongs['too-short'] }).click();
  await page.getByRole('button', { name: words.flowExplain.title }).click();
  await expectSound(page);
  await flows.editor.getByText(words.flowEditor.bytes, { exact: true }).click();
  await expectSound(page);
  await page.getByRole('button', { name: words.flows.next }).click();
  await flows.expectHeld('the client reads the response', 'POST /as/token.oauth2');
  await page.getByRole('button', { name: words.flowEditor.resend }).click();
  await expectSound(page);
});

test('a step that is chosen is marked in the very next frame', async ({ flows, page }) => {
  await flows.runUnattended();
  await expect(flows.steps.first()).toBeVisible();
  const unmarked = await page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
    const steps = [
      ...document.querySelectorAll<HTMLElement>('[role=listbox][aria-label^="Steps"] [role=option]'),
    ];
    const late: string[] = [];
    for (const step of [...steps, ...steps.toReversed()]) {
      await frame();
      step.click();
      await frame();
      if (step.getAttribute('aria-selected') !== 'true') late.push(step.textContent ?? '');
    }
    return late;
  });
  expect(unmarked).toEqual([]);
});
