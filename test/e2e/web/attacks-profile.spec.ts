import { AttackScreen, cases, runMillis } from '../support/attacks-screen.ts';
import { expect, test } from '../support/web.ts';

test.slow();

test('in the profile strict nothing of the catalogue gets through', async ({ flows, page }) => {
  const screen = new AttackScreen(flows.page);
  await screen.open();
  await expect(page.getByText('nothing in your workspace is touched')).toBeVisible();
  await expect(page.getByText(`Each of the ${cases} cases`)).toBeVisible();
  await screen.choose('Profile', 'strict');
  await screen.runAll.click();
  await expect(page.getByRole('progressbar', { name: 'Cases done' })).toBeVisible();
  await expect(screen.found(/PASSED|FAILED|WARNING|REVIEW|SKIPPED|INCONCLUSIVE/)).toHaveCount(cases, {
    timeout: runMillis,
  });
  await expect(screen.found(/FAILED/)).toHaveCount(0);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await screen.choose('Verdict', 'FAILED');
  await expect(page.getByText('No case matches the filter.')).toBeVisible();
});
