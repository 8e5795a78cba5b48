import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('two runs are compared at the step where they went different ways', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await flows.stepOn();
  await expect(flows.tokenStep).toContainText('paused');
  await flows.moveClockAnHour();
  await flows.stepOn();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.failed);

  // A mode in the place of the panes, begun by one press: no dialog.
  await page.getByRole('button', { name: 'Compare 1 and 2' }).click();
  const runs = page.getByRole('region', { name: words.diff.titleRuns });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(runs.locator('.compare-bar')).toContainText(/A.*run 1.*PASSED.*B.*run 2.*FAILED/);
  // The list of steps says which ones differ; what is made anew each time makes no difference.
  const steps = page.getByRole('listbox', { name: 'Steps of run 1 and run 2' });
  await expect(steps.getByRole('option', { selected: true })).toContainText(/token\.oauth2.*200.*400/);
  await expect(runs.getByText(/^\d of \d+ steps differ$/)).toBeVisible();
  const part = (name: string) => runs.getByRole('region', { name, exact: true });
  const line = (name: string) =>
    part('Response')
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) });
  await expect(line('status')).toContainText('A200B400');
  await expect(line('access_token')).toContainText('absent');
  await expect(part('Trace').getByRole('listitem').filter({ hasText: 'Code has not expired' })).toContainText(
    /A: passed.*B: failed/,
  );
  // Both are masked and look the same: that they are not is said, and V shows them.
  const verifier = part('Request').getByRole('listitem').filter({ hasText: 'code_verifier' });
  await expect(verifier).toContainText('A••••••••B••••••••');
  await expect(part('Request')).toContainText(words.diff.groups.fresh);
  await page.keyboard.press('v');
  await expect(verifier).toContainText(/A[\w-]{43}B[\w-]{43}/);
  await page.keyboard.press('v');
  await expect(verifier).toContainText('A••••••••B••••••••');

  await part('Request').getByRole('radio', { name: words.flowEditor.bytes }).check({ force: true });
  await expect(part('Request')).toContainText('POST /as/token.oauth2');
  await part('Request').getByRole('radio', { name: 'Fields' }).check({ force: true });

  const place = runs.getByRole('status');
  await expect(place).toHaveText(/^1 of \d+$/);
  await page.keyboard.press('n');
  await expect(place).toHaveText(/^2 of \d+$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(runs).toHaveCount(0);

  // The same by keys, from the list of runs: A marks one, D compares it with the other.
  await flows.runs.getByRole('option').last().click();
  await page.keyboard.press('a');
  await expect(flows.runs.getByRole('option').last()).toContainText('A');
  await flows.runs.getByRole('option').first().click();
  await page.keyboard.press('d');
  await expect(runs).toBeVisible();
  await steps.getByRole('option').first().click();
  await expect(runs.locator('.stephead')).toContainText('/as/authorization.oauth2');
});

test('after a reload the page shows the same run, and earlier ones can still be looked at', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.choose('Flow', 'Client credentials');
  await flows.choose('Client', 'batch-job');
  await flows.run();
  await expect(flows.runs.getByRole('option')).toHaveText([
    /^2PASSEDbatch-jobClient credentials/,
    /^1PASSEDportal-webAuthorization code \+ PKCE/,
  ]);
  await flows.runs.getByRole('option').last().click();
  await expect(page.getByRole('listbox', { name: 'Steps of run 1' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('listbox', { name: 'Steps of run 1' })).toBeVisible();
  await expect(flows.runs.getByRole('option')).toHaveCount(2);
  await expect(flows.runs.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await flows.tokenStep.click();
  await expect(flows.trace.getByText('code_verifier matches the challenge')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Client credentials Flow' })).toBeVisible();
});
