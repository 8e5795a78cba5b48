import { expect, test } from '../support/web.ts';

test('two runs are compared at the step where they went different ways', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await flows.stepOn();
  await expect(flows.tokenStep).toContainText('held');
  await flows.moveClockAnHour();
  await flows.stepOn();
  await expect(flows.runs.getByRole('option').first()).toContainText('FAILED');

  await page.getByRole('button', { name: 'Compare 1 and 2' }).click();
  const dialog = page.getByRole('dialog', { name: /^Step \d: Run 1 and Run 2$/ });
  const line = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect(line('status').getByRole('cell')).toHaveText(['Response', '200', '400']);
  await expect(line('Code not expired').getByRole('cell')).toHaveText(['Trace', 'passed', 'failed']);
  // Both are masked and look the same: that they are not is said.
  await expect(line('code_verifier').getByRole('cell').last()).toHaveText('•••••••• differs');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Compare 1 and 2' })).toBeFocused();
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
  await expect(flows.trace.getByText('Verifier matches challenge')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Client credentials Flow' })).toBeVisible();
});
