import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const broken = 'oauth/clients/broken.json';

test.use({
  workspace: {
    [broken]: '{\n  "client_id": "broken",\n  oops\n}\n',
    'oauth/clients/sealed.json': {
      client_id: 'sealed',
      client_secret: { $secret: 'client.sealed' },
      grant_types: ['client_credentials'],
    },
  },
});

test('an error leads to its line, and is gone once the line is mended', async ({ app, page, files }) => {
  await expect(page.getByText(/problems? in this workspace/)).toBeVisible();
  await page.getByRole('button', { name: words.problems.filter, exact: true }).click();
  const screen = app.screen('Problems');
  const problem = screen.getByRole('listitem').filter({ hasText: broken });
  await expect(problem).toContainText('Error:');
  await expect(problem).toContainText('oauth/clients/broken.json:3:3');
  await page.keyboard.press('F8');
  await expect(screen.getByRole('listitem').first()).toBeFocused();
  await problem.getByRole('button', { name: `Open ${broken}` }).click();
  await expect(files.field(broken)).toBeFocused();
  // The caret stands at the place of the error: what is typed there mends it.
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Delete');
  await page.keyboard.type('"scope": "orders.read"');
  await page.keyboard.press('Control+s');
  await expect(app.said(`${broken} saved`)).toBeVisible();
  await app.goTo('Problems');
  await expect(problem.filter({ hasText: 'not JSON' })).toHaveCount(0);
});

test('a secret that is missing is stored from the problem that names it', async ({ app, page }) => {
  await app.goTo('Problems');
  const problem = app.screen('Problems').getByRole('listitem').filter({ hasText: 'client.sealed' });
  await problem.getByRole('button', { name: 'Store client.sealed…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Store client.sealed' });
  await expect(dialog.getByLabel('Value')).toHaveAttribute('type', 'password');
  await dialog.getByLabel('Value').fill('a-secret-value');
  await page.keyboard.press('Enter');
  await expect(app.toast('client.sealed stored')).toBeVisible();
  await expect(problem).toHaveCount(0);
  await app
    .screen('Problems')
    .getByText(/^Errors 1$/)
    .click();
  await expect(app.screen('Problems').getByRole('listitem')).toHaveCount(1);
});

test.describe('with several problems of one kind', () => {
  const sealed = ['one', 'two', 'three', 'four'];
  test.use({
    workspace: Object.fromEntries(
      sealed.map((name) => [
        `oauth/clients/${name}.json`,
        {
          client_id: name,
          client_secret: { $secret: `client.${name}` },
          grant_types: ['client_credentials'],
        },
      ]),
    ),
  });

  test('they stand in one line, which unfolds to each with its act', async ({ app, page }) => {
    await app.goTo('Problems');
    const screen = app.screen('Problems');
    const group = screen.getByRole('listitem').filter({ hasText: 'and 3 more like this' });
    await expect(group).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Store client.two…' })).toBeHidden();
    await page.keyboard.press('F8');
    await expect(group).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (const name of sealed)
      await expect(screen.getByRole('button', { name: `Store client.${name}…` })).toBeVisible();
    await expectSound(page);
  });
});
