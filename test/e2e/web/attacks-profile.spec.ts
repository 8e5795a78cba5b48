import { cases, runMillis } from '../support/attacks-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.slow();

test('in the profile strict nothing of the catalogue gets through, and what is left to decide stands first', async ({
  page,
  attacks: screen,
}) => {
  await expect(page.getByText('Your workspace is not changed')).toBeVisible();
  await expect(page.getByText(`Each of the ${cases} cases`)).toBeVisible();
  await screen.choose('Profile', 'strict');
  await screen.runAll.click();
  await expect(page.getByRole('progressbar', { name: words.attacks.progress })).toBeVisible();
  await expect(page.getByText(words.attacks.states.done, { exact: true })).toBeVisible({
    timeout: runMillis,
  });
  await expect(screen.verdict('FAILED')).toHaveCount(0);

  // All groups are closed: what needs a decision stands above them, and the first of it is open.
  await expect(screen.found(/./)).toHaveCount(0);
  const open = await screen.first.getByRole('option').count();
  expect(open).toBeGreaterThan(0);
  await expect(page.getByText(`${open} of ${cases} cases flagged.`)).toBeVisible();
  const first = await screen.first.getByRole('option').first().innerText();
  await expect(screen.detail.getByRole('heading', { level: 2 })).toContainText(first.slice(0, 5));
  await screen.detail.getByRole('button', { name: words.attacks.nextCase }).click();
  await expect(screen.first.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');

  // A verdict shows its cases alone; a second click shows all again.
  const word = /WARNING|REVIEW|INCONCLUSIVE/.exec(first)?.[0] ?? 'no verdict';
  await screen.verdict(word).click();
  await expect(screen.found(new RegExp(word))).not.toHaveCount(0);
  await expect(screen.found(/PASSED/)).toHaveCount(0);
  await screen.verdict(word).click();
  await expect(screen.found(/./)).toHaveCount(0);

  // One key runs the open case again; the larger run is one click away.
  await screen.first.getByRole('option').nth(1).focus();
  await page.keyboard.press('r');
  await expect(page.getByText('of 1 case flagged.')).toBeVisible({ timeout: runMillis });
  await page.getByRole('button', { name: `Back to the run of ${cases} cases` }).click();
  await expect(page.getByText(`${open} of ${cases} cases flagged.`)).toBeVisible();
});
