import { AttackScreen, runMillis } from '../support/attacks-screen.ts';
import { ConnectorStudioScreen } from '../support/connectors-screen.ts';
import { ConsentImportScreen } from '../support/consents-screen.ts';
import { ContractScreen } from '../support/contract-screen.ts';
import { countedJob } from '../support/counted-job.ts';
import { installPressCounter } from '../support/press-counter.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { test as base, expect } from '../support/web.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { words } from '../support/words.ts';

/** As many clicks as a job may take from the sample. */
const limit = 3;

const test = base.extend({
  viewport: { width: 1440, height: 900 },
  context: async ({ context }, use) => {
    await installPressCounter(context);
    await use(context);
  },
});

test('five jobs and the first verdict of the catalogue, each from Home', async ({ app, page }) => {
  test.slow();
  const fromHome = async (name: string, act: () => Promise<void>) => {
    await app.goTo('Home');
    await expect(app.tabs().filter({ hasText: words.nav.home })).toHaveAttribute('aria-selected', 'true');
    await countedJob(page, name, limit, act);
  };
  await test.step('sign-in finished', () =>
    fromHome('sample: sign-in with its token', async () => {
      const flows = new FlowScreen(page);
      await page.getByRole('button', { name: words.home.firstRun.act }).click();
      await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
      await expect(flows.values.getByRole('button', { name: 'Inspect access_token' })).toBeVisible();
    }));
  await test.step('first finding', () =>
    fromHome('sample: first finding', async () => {
      const screen = new ContractScreen(page);
      await app.goTo('Contract');
      await screen.tab('Findings');
      await page.getByRole('button', { name: words.contract.sources.sample }).click();
      await expect(screen.finding).toContainText(/CC-\d+/);
    }));
  await test.step('first row planned', () =>
    fromHome('sample: first row planned', async () => {
      const screen = new ConsentImportScreen(page);
      await screen.openList();
      await page.getByRole('button', { name: words.imports.file.sample }).click();
      await screen.act('Plan rows').click();
      await screen.expectStep('Check');
      await expect(page.getByText(/^\d+ rows will be sent$/)).toBeVisible();
    }));
  await test.step('first refusal charted', () =>
    fromHome('sample: first refusal charted', async () => {
      const lab = new ThrottleLabScreen(page);
      await app.goTo('Throttle');
      await page
        .getByRole('button', { name: /^Simulate \d/ })
        .first()
        .click();
      await expect(lab.readout('Rejected with 429')).toContainText(/[1-9]/);
      await expect(lab.requests).toBeVisible();
    }));
  await test.step('first record listed', () =>
    fromHome('sample: first record listed', async () => {
      const studio = new ConnectorStudioScreen(page);
      await studio.open('hr');
      await page.getByRole('button', { name: /^Run / }).click();
      await expect(studio.outcome()).toContainText('@');
    }));
  await test.step('first verdict', () =>
    fromHome('sample: first verdict of the catalogue', async () => {
      const screen = new AttackScreen(page);
      await app.goTo('Flows');
      await screen.open();
      await screen.runAll.click();
      await expect(screen.found(/PASSED|FAILED/).first()).toBeVisible({ timeout: runMillis });
    }));
});
