import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { FlowScreen } from '../support/web-flow.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('the first tasks are ticked by doing them, say what is next, and are remembered', {
  tag: '@long',
}, async ({ app, host, page }) => {
  test.slow();
  const task = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const begin = async (title: string) => {
    await app.goTo('Home');
    await task(title).getByRole('button').click();
  };
  await expect(page.getByText('0 of 9')).toBeVisible();
  await expect(task('Issue a token')).toContainText('Next:');

  await begin('Issue a token');
  const flows = new FlowScreen(page);
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Home');
  await expect(task('Issue a token')).toContainText('Done:');
  await expect(task('Step through a flow')).toContainText('Next:');

  // Each leads to the very thing that it is done with.
  await begin('Test a connector');
  const studio = new ConnectorStudioScreen(page);
  await studio.operation('Test');
  await studio.console.getByRole('button', { name: 'Run Test' }).click();
  await expect(studio.console).toContainText('/hr/v1');
  await app.goTo('Home');
  await expect(task('Test a connector')).toContainText('Done:');

  await begin('Simulate throttling');
  const lab = new ThrottleLabScreen(page);
  await expect(lab.policy.getByRole('combobox', { name: 'Count requests by' })).toBeVisible();
  await lab.simulate();
  await app.goTo('Home');
  await expect(task('Simulate throttling')).toContainText('Done:');

  await begin('Hold a recording');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('table', { name: 'Sources' })).toContainText('HAR');
  await app.goTo('Home');
  await expect(task('Hold a recording')).toContainText('Done:');
  await expect(page.getByText('4 of 9')).toBeVisible();
  await expectSound(page);

  // Put away, and brought back by the palette; a restart changes nothing of what was done.
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('heading', { name: 'Get going' })).toHaveCount(0);
  // The page shows it at once; a host that is killed before it has written it down knows nothing of it.
  const kept = join(host.folder, 'state/preferences.json');
  const isHidden = () => existsSync(kept) && JSON.parse(readFileSync(kept, 'utf8')).isChecklistHidden;
  await expect.poll(isHidden).toBe(true);
  await host.kill();
  await app.open(await host.restart());
  await app.goTo('Home');
  await expect(page.getByRole('heading', { name: 'Get going' })).toHaveCount(0);
  await app.command('Show the first tasks');
  await expect(page.getByText('4 of 9')).toBeVisible();
});

test('an import is tried with the sample, up to the dry run', { tag: '@long' }, async ({
  app: _app,
  page,
}) => {
  test.slow();
  await page.getByRole('button', { name: 'Rehearse an import' }).click();
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sample consents');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByRole('button', { name: 'Use this mapping' })).toBeEnabled();
});
