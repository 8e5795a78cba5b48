import { platformConnector } from '../../support/contract-connector.ts';
import { ActivityScreen } from '../support/activity-screen.ts';
import { FileScreen } from '../support/file-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const file = 'connectors/provisioner.openicf-platform.json';
const former = '/deviceAuthenticationPolicy';

test.use({ workspace: { [file]: platformConnector(former) } });

test('a finding stands among the problems, is fixed there, and the fix is taken back', async ({
  app,
  host,
  page,
}) => {
  const files = new FileScreen(page, host);
  await app.goTo('Problems');
  const problem = app.screen('Problems').getByRole('listitem').filter({ hasText: 'CC-022' });
  await expect(problem).toContainText(words.token.severities.warning);
  await problem.getByRole('button', { name: 'Use deviceAuthenticationPolicies' }).click();
  await expect(problem).toHaveCount(0);
  expect(files.onDisk(file)).toContain('/deviceAuthenticationPolicies"');
  await app
    .toast('Done: Use deviceAuthenticationPolicies')
    .getByRole('button', { name: words.common.undo })
    .click();
  await expect(problem).toHaveCount(1);
  expect(files.onDisk(file)).toContain(`${former}"`);
  await problem.getByRole('button', { name: 'Show CC-022 in history' }).click();
  await expect(
    page.getByRole('region', { name: words.contract.entry.region, exact: true }).first(),
  ).toContainText('2021-12-16');
});

test('the editor of a file marks it, and fixes the text that is being edited', { tag: '@long' }, async ({
  app,
  host,
  page,
}) => {
  const files = new FileScreen(page, host);
  await app.goTo('Files');
  await files.open(file);
  await expect(files.problems).toContainText('deviceAuthenticationPolicy is deprecated');
  await files.problems.getByRole('button', { name: 'Use deviceAuthenticationPolicies' }).click();
  await expect(files.problems).not.toContainText('is deprecated');
  expect(files.onDisk(file)).toContain(`${former}"`);
  await files.focus(file);
  await page.keyboard.press('Control+z');
  await expect(files.problems).toContainText('is deprecated');
  await files.problems.getByRole('button', { name: 'Use deviceAuthenticationPolicies' }).click();
  await expect(files.problems).not.toContainText('is deprecated');
  await files.focus(file);
  await page.keyboard.press('Control+s');
  await expect(app.said(`${file} saved`)).toBeVisible();
  expect(files.onDisk(file)).toContain('/deviceAuthenticationPolicies"');
});

test('a call that the contract breaks is marked in Activity as it happens', async ({ app, host, page }) => {
  await app.goTo('Contract');
  await expect(page.getByRole('listbox', { name: words.contract.timeline.list })).toBeVisible();
  const url = `${host.services['platform'] ?? ''}/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48`;
  await fetch(`${url}/users`);
  await fetch(`${url}${former}`);
  const log = new ActivityScreen(page);
  await app.goTo('Activity');
  await log.filter.fill('is:contract');
  await expect(log.rows).toHaveCount(1);
  await expect(log.row('found by contract rule CC-022')).toContainText(former);
  await log.rows.first().click();
  await page.getByRole('button', { name: 'CC-022', exact: true }).click();
  await expect(page.getByRole('grid', { name: words.contract.findings.list })).toContainText('CC-022');
});
