import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.beforeEach(async ({ flows }) => {
  await flows.choose('Client', 'portal-web');
  await flows.useBrowser('Unattended');
});

test('scope, nonce and a further parameter are set in the options, and seen in the request', async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: words.flowOptions.title, exact: true }).click();
  const options = page.getByRole('dialog', { name: words.flowOptions.title });
  for (const [name, value] of [
    ['scope', 'orders.read profile'],
    ['nonce', 'my-own-nonce'],
  ] as const) {
    await options.getByRole('button', { name: new RegExp(`${name}$`) }).click();
    await page.getByRole('option', { name: 'custom value' }).click();
    await options.getByRole('textbox', { name: `Custom value of ${name}` }).fill(value);
  }
  await options.getByRole('button', { name: words.flowOptions.addExtra }).click();
  await options.getByRole('textbox', { name: 'Name of extra parameter 1' }).fill('ui_locales');
  await options.getByRole('textbox', { name: 'Value of extra parameter 1' }).fill('de-CH');
  await options.getByRole('textbox', { name: 'claims' }).fill('{"id_token":{"email":true}}');
  await expect(options.getByText('id_token.email is not valid; this is not sent.')).toBeVisible();
  await options.getByRole('textbox', { name: 'claims' }).fill('');
  await expectAccessible(page);
  await options.getByRole('button', { name: words.flowOptions.done }).click();
  await expect(page.getByRole('button', { name: words.flowOptions.changed })).toBeVisible();

  await flows.run();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await flows.authorizationStep.click();
  await expect(flows.request).toContainText('orders.read profile');
  await expect(flows.request).toContainText('my-own-nonce');
  await expect(flows.request).toContainText('de-CH');

  await page.getByRole('button', { name: words.flowOptions.changed }).click();
  await expect(options.getByRole('textbox', { name: 'Custom value of nonce' })).toHaveValue('my-own-nonce');
  await options.getByRole('button', { name: words.flowOptions.reset }).click();
  await expect(options.getByRole('textbox', { name: 'Custom value of nonce' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words.flowOptions.title, exact: true })).toBeVisible();
});

test('a request is pushed to the hosted server, and its tokens are bound to a key', async ({
  flows,
  page,
}) => {
  await page.getByRole('button', { name: words.flowOptions.title, exact: true }).click();
  const options = page.getByRole('dialog', { name: words.flowOptions.title });
  await options.getByRole('button', { name: /Pushed request$/ }).click();
  await page.getByRole('option', { name: 'pushed', exact: true }).click();
  await options.getByText(words.flowOptions.bound).click();
  await options.getByRole('button', { name: words.flowOptions.done }).click();
  await flows.runUnattended();
  await expect(page.getByText('as/par.oauth2').first()).toBeVisible();
});
