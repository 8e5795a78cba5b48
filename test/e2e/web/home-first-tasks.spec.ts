import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HomeScreen } from '../support/home-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

import { expectSound } from '../support/web-checks.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('the first tasks are ticked by doing them, say what is next, and are remembered', {
  tag: '@long',
}, async ({ app, host, page, home, studio }) => {
  test.slow();
  const task = (title: string) => home.tasks.getByRole('listitem').filter({ hasText: title });
  /** All nine stand below the next one until the person folds them. */
  const showAll = async () => {
    await app.goTo('Home');
    if ((await home.tasks.getByRole('listitem').count()) > 0) return;
    await home.tasks.getByRole('button', { name: words.home.menu }).click();
    await page.getByRole('menuitem', { name: words.home.showAll }).click();
  };
  const begin = async (title: string) => {
    await showAll();
    await task(title).getByRole('button').click();
  };
  await home.expectDone(0);
  await page.getByRole('button', { name: words.home.firstRun.act }).click();
  await expect(new FlowScreen(page).runs.getByRole('option').first()).toContainText('PASSED');
  await showAll();
  await expect(task('Issue a token')).toContainText('Done:');
  await expect(task('Step through a flow')).toContainText('Next:');
  await expect(home.tasks).toContainText('Next: step through a flow');

  // Each leads to the very thing that it is done with.
  await begin('Test a connector');
  await studio.operation('Test');
  await studio.console.getByRole('button', { name: 'Run Test' }).click();
  await expect(studio.console).toContainText('/hr/v1');
  await showAll();
  await expect(task('Test a connector')).toContainText('Done:');

  await begin('Simulate throttling');
  const lab = new ThrottleLabScreen(page);
  await expect(lab.policy.getByRole('combobox', { name: words.throttle.policy.group })).toBeVisible();
  await expect(lab.requests).toBeVisible();
  await showAll();
  await expect(task('Simulate throttling')).toContainText('Done:');

  await begin('Check a recording against');
  await page.getByRole('button', { name: words.contract.sources.sample }).click();
  await expect(page.getByRole('table', { name: words.contract.sources.title })).toContainText('HAR');
  await showAll();
  await expect(task('Check a recording against')).toContainText('Done:');
  await home.expectDone(4);
  await expectSound(page);

  // Put away, and brought back by the palette; a restart changes nothing of what was done.
  await home.hideTasks();
  // The page shows it at once; a host that is killed before it has written it down knows nothing of it.
  const kept = join(host.folder, 'state/preferences.json');
  const isHidden = () => existsSync(kept) && JSON.parse(readFileSync(kept, 'utf8')).isChecklistHidden;
  await expect.poll(isHidden).toBe(true);
  await host.kill();
  await app.open(await host.restart());
  await app.goTo('Home');
  await expect(home.continued).toBeVisible();
  await expect(home.tasks).toHaveCount(0);
  await app.command('Show Get started');
  await home.expectDone(4);
});

test('an import is tried with the sample, up to the dry run', { tag: '@long' }, async ({
  app: _app,
  page,
}) => {
  test.slow();
  await page.getByRole('button', { name: words.home.hide }).click();
  await new HomeScreen(page).start.getByRole('button', { name: words.home.jobs.consents[1] }).click();
  await page.getByRole('button', { name: words.imports.file.sample }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sample consents');
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByRole('button', { name: words.imports.map.save })).toBeEnabled();
});
