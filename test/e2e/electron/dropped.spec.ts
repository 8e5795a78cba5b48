import { dropFile, dropLink, holdFile } from '../support/drop-file.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('what is dropped on the window never replaces the page', async ({ desktop }) => {
  const { app, page } = desktop;
  await app.expectLive();
  await page.evaluate(() => Reflect.set(window, 'isSame', true));
  const address = page.url();
  // Nobody else takes it: what is not prevented, Chromium would follow.
  for (const link of ['https://evil.example/', 'file:///etc/passwd', 'javascript:document.title="gone"'])
    expect(await dropLink(page, link)).toEqual({ isPrevented: true });
  for (const name of ['page.html', 'picture.svg', 'program.exe']) {
    await dropFile(page, name, '<script>document.title = "gone"</script>');
    await expect(app.toast(`${name} was not imported`)).toBeVisible();
  }
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  expect(desktop.strayRequests).toEqual([]);
  expect(desktop.openedOutside()).toEqual([]);
});

test('while a file is held above it the window says so, and is not in the way', async ({ desktop }) => {
  const { app, page } = desktop;
  await app.expectLive();
  await holdFile(page, 'consents.csv', 'a,b');
  await expect(page.getByText(words.drop.drop)).toBeVisible();
  await dropFile(page, 'consents.csv', '');
  await expect(page.getByText(words.drop.drop)).toBeHidden();
  await expect(app.toast('consents.csv is empty.')).toBeVisible();
});

test('the zip of a workspace that is dropped begins its import', async ({ desktop }) => {
  const { app, page } = desktop;
  await app.expectLive();
  await dropFile(page, 'orders-lab.zip', 'PK');
  const dialog = page.getByRole('dialog', { name: /Import/ });
  await expect(dialog).toContainText('orders-lab.zip');
  await expect(dialog.getByRole('textbox').first()).toHaveValue(/orders-lab$/);
});
