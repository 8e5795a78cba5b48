import { ann, page as html, type Product } from '#test/support/sign-in-servers/index.ts';
import { startOurServer } from '../support/our-server.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

/** A server whose page is drawn by a script, and which asks for what nobody can answer unattended. */
const asking: Product = {
  answer: ({ path }) =>
    path === '/authorize'
      ? html(
          'Which branch?',
          `<main></main><script>document.querySelector('main').innerHTML =
            '<h1>Which branch are you at?</h1><p>You are ${ann.username}.</p><select><option>North<option>South</select>'</script>`,
        )
      : null,
};

test('the page at which a sign-in stopped is shown under the message, and opens larger', async ({
  flows,
  host,
  page,
  problems,
}) => {
  const server = await startOurServer(host, asking, { sign_in: { with: 'browser' } });
  await page.reload();
  await flows.choose('Server', 'Our server');
  await flows.runUnattended('FAILED');

  const picture = page.getByRole('button', { name: words.flows.stopPicture });
  await expect(picture).toBeVisible();
  await expect(
    page.locator('.outcome').getByText('“Which branch?” could not be completed unattended'),
  ).toBeVisible();
  await expectSound(page);
  await page.reload();
  await picture.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: words.flows.stopPicture });
  const image = dialog.getByRole('img');
  await expect(image).toBeVisible();
  expect(await image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(300);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(picture).toBeFocused();
  expect(problems).toEqual([]);
  await server.close();
});
