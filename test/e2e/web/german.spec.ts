import { expect, test } from '../support/web.ts';

test('the screens speak German once a person chooses it, and English again', async ({ app, page }) => {
  const body = await app.settings('Appearance');
  await body.getByRole('button', { name: /Language$/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  const areas = page.getByRole('navigation', { name: 'Hauptbereiche' });
  await expect(areas.getByRole('link', { name: 'Abläufe' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('region', { name: 'Darstellung' })).toBeVisible();

  await areas.getByRole('link', { name: 'Abläufe' }).click();
  await page.getByRole('button', { name: /Ablauf$/ }).click();
  await page.getByRole('option', { name: /Client credentials/i }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listbox', { name: /Läufe/ }).getByRole('option').first()).toContainText(
    'BESTANDEN',
  );

  const palette = page.getByRole('dialog', { name: 'Befehle und Orte' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(':Darst');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Darstellung');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Sprache$/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(app.areas.getByRole('link', { name: 'Flows' })).toBeVisible();
});

test.describe('on a system that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('the screens are German from the first window on, with its numbers', async ({
    host,
    page,
    problems,
  }) => {
    await page.goto(host.ui);
    await expect(page.getByRole('navigation', { name: 'Hauptbereiche' })).toBeVisible();
    await page.getByRole('link', { name: 'Drosselung' }).click();
    await page
      .getByRole('button', { name: /simulieren$/ })
      .first()
      .click();
    await expect(page.getByText('Zugelassen').first()).toBeVisible();
    await expect(page.getByText(/^0,5\/s/).first()).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a problem says in German what went wrong, and below it what the engine says of it', {
    tag: '@long',
  }, async ({ host, page }) => {
    await page.goto(host.ui);
    await page.getByRole('link', { name: 'Probleme' }).click();
    const sealed = page.getByRole('listitem').filter({ hasText: 'connectorHost.password' });
    await expect(sealed.getByText('Ein Geheimnis stand im Klartext in einer Datei')).toBeVisible();
    await expect(sealed.getByText(/is now the stored secret/)).toHaveAttribute('lang', 'en');
  });
});
