import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfitAtEveryWidth } from '../support/fit.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('the screens speak German once a person chooses it, and English again', async ({ app, page }) => {
  const body = await app.settings('Appearance');
  await body.getByRole('button', { name: /Language$/ }).click();
  await page.getByRole('option', { name: words.appearance.languages['de-DE'] }).click();
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

  const palette = page.getByRole('dialog', { name: 'Befehle und Seiten' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(':Darst');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Darstellung');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Sprache$/ }).click();
  await page.getByRole('option', { name: words.appearance.languages['en-GB'] }).click();
  await expect(app.areas.getByRole('link', { name: words.nav.flows })).toBeVisible();
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
      .getByRole('button', { name: /\ss simulieren/ })
      .first()
      .click();
    await expect(page.getByText('Zugelassen').first()).toBeVisible();
    await expect(page.getByText(/^0,5\/s/).first()).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('the tools of Flows stay in one row, and a run that waits is told in whole, in the smallest of the usual windows', async ({
    host,
    page,
  }) => {
    await page.goto(host.ui);
    await page.getByRole('link', { name: 'Abläufe' }).click();
    await page.getByRole('button', { name: 'Starten' }).first().click();
    const waits = page.locator('.held-text');
    await expect(waits).toContainText('Wartet auf die Anmeldung im Browser');
    expect(await unfitAtEveryWidth(page, 'Abläufe')).toEqual([]);
    for (const width of [1_024, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 720 });
      const isWhole = () => waits.evaluate((text) => text.scrollWidth <= text.clientWidth + 1);
      await expect.poll(isWhole).toBe(true);
      // An act that has room for its icon alone is still known by its name.
      await expect(page.getByRole('button', { name: 'Adresse kopieren' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Schritt' })).toBeVisible();
    }
  });

  test('a problem says in German what went wrong, and below it what the engine says of it', {
    tag: '@long',
  }, async ({ host, page }) => {
    await page.goto(host.ui);
    await page.getByRole('link', { name: 'Probleme' }).click();
    await page.getByRole('button', { name: /und \d+ weitere dieser Art/ }).click();
    const sealed = page.getByRole('listitem').filter({ hasText: 'connectorHost.password' });
    await expect(sealed.getByText('Ein Geheimnis stand im Klartext in einer Datei')).toBeVisible();
    await expect(sealed.getByText(/is now the stored secret/)).toHaveAttribute('lang', 'en');
  });

  test('a log is imported in German: its columns, its classes, both ways to lay a second, and what is warned of', async ({
    host,
    page,
    problems,
  }) => {
    await page.goto(host.ui);
    await page.getByRole('link', { name: 'Drosselung' }).click();
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Log importieren…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aufgezeichnete Anfragen importieren' });
    const log = join(host.folder, 'zugriffe.csv');
    const rows = Array.from({ length: 6 }, (_, at) => `2026-03-01T10:00:0${at}Z,u${at % 2},/orders/${at}`);
    writeFileSync(log, ['time,user,path', ...rows, ''].join('\n'));
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog.getByLabel('Erste Zeilen von zugriffe.csv')).toContainText('/orders/0');
    await expect(dialog.getByText('6 Anfragen von 2 Clients')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Pfadmuster (1)' })).toBeVisible();
    await expect(dialog.getByText('Es wurde nichts ausgelassen.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Verkehr hinzufügen' }).click();
    // Until the log is shown, the button is that of the traffic before it.
    await page.getByRole('button', { name: '6 s simulieren' }).first().click();
    await expect(page.getByRole('radio', { name: 'Gleichmäßig' })).toBeChecked();
    await expect(
      page.getByText(/^Auf einmal: \d+ zugelassen, \d+ abgelehnt, \d+ fehlgeschlagen\.$/),
    ).toBeVisible();
    // The sample sorts by a status that nobody in this log has.
    const findings = page.getByRole('region', { name: 'Befunde' });
    await expect(findings).toContainText('Eine Rate der Zuordnung wird von niemandem erreicht.');
    await expect(findings).toContainText('Dem Verkehr einen Client mit diesem Wert hinzufügen');
    await expect(findings.getByText(/its rate is never used/).first()).toHaveAttribute('lang', 'en');
    expect(problems).toEqual([]);
  });
});
