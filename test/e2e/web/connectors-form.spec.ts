import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.beforeEach(async ({ app: _opened, page }) => new ConnectorStudioScreen(page).open('hr'));

test('a field says what it means where it has the focus, and rails join each value to its attribute', async ({
  studio,
}) => {
  await studio.part(/^QUERY/);
  const help = studio.configuration.locator('.studio-help');
  const field = studio.configuration.getByLabel('idPath', { exact: true });
  await expect(help).toHaveText(words.connectors.form.helpHint);
  const before = await field.boundingBox();
  await field.focus();
  await expect(help).toContainText('idPath Path of the uid in the response');
  await expect(field).toHaveAccessibleDescription(/^Path of the uid in the response/);
  expect(await field.boundingBox()).toEqual(before);
  // Another part has fields of its own.
  await studio.part(/^GET/);
  await expect(help).toHaveText(words.connectors.form.helpHint);
  await studio.part(/^QUERY/);

  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  const rails = studio.preview.locator('.studio-rails');
  const ends = rails.locator('.active circle');
  const value = (name: RegExp) => studio.remote.getByRole('button', { name });
  const middle = async (of: typeof ends) => {
    const box = await of.boundingBox();
    return box === null ? Number.NaN : Math.round(box.y + box.height / 2);
  };
  await studio.attribute('givenName').hover();
  await expect(ends).toHaveCount(2);
  expect(await middle(ends.first())).toBe(await middle(value(/^given/)));
  expect(await middle(ends.last())).toBe(await middle(studio.attribute('givenName')));
  // Both phones are read into one attribute.
  await studio.attribute('telephoneNumber').hover();
  await expect(ends).toHaveCount(4);
  await value(/^family/).click();
  await studio.attribute('givenName').click();
  await studio.attribute('givenName').hover();
  await expect.poll(async () => (await middle(ends.first())) === (await middle(value(/^family/)))).toBe(true);
});
