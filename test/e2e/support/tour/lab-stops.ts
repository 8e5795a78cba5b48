import { expect } from '@playwright/test';
import { ConsentImportScreen, consentSheet } from '../consents-screen.ts';
import { ContractScreen, platformSession } from '../contract-screen.ts';
import { ThrottleLabScreen } from '../throttle-screen.ts';
import { words } from '../words.ts';
import { escape, type Stop } from './stop.ts';

function resultStop(lower: string): Stop {
  return { name: `Throttle: ${lower}`, go: ({ page }) => new ThrottleLabScreen(page).show(lower) };
}

/** Throttle: policy, traffic, results, the live gateway. */
export const throttleStops: readonly Stop[] = [
  {
    name: 'Throttle: policy and traffic',
    go: ({ page }) => new ThrottleLabScreen(page).open(),
  },
  {
    name: 'Throttle: a client of the traffic',
    async go({ page }) {
      await new ThrottleLabScreen(page).traffic.getByRole('button', { name: 'Edit ann' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    leave: escape,
  },
  {
    name: 'Throttle: results',
    async go({ page }) {
      await expect(page.getByRole('dialog')).toBeHidden();
      await new ThrottleLabScreen(page).simulate();
    },
  },
  ...['Heat map', 'Retry-After', 'Requests', 'Compare', 'Gateway'].map(resultStop),
  {
    name: 'Throttle: route JSON and the tables behind the charts',
    async go({ page }) {
      const lab = new ThrottleLabScreen(page);
      await lab.view('Route JSON');
      await expect(lab.policy.locator('.view-line').first()).toBeVisible();
      for (const button of await lab.results.getByRole('button', { name: 'Table' }).all())
        await button.click();
    },
  },
  {
    name: 'Throttle: live',
    async go({ page }) {
      await new ThrottleLabScreen(page).view('Form');
      await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
      await expect(page.getByRole('button', { name: words.throttle.send })).toBeVisible();
    },
  },
];

function stepStop(step: 'File' | 'Map' | 'Match' | 'Check' | 'Dry run'): Stop {
  return { name: `Consents: ${step}`, go: ({ page }) => new ConsentImportScreen(page).go(step) };
}

/** The list of imports, and one of them through its seven steps. */
export const consentStops: readonly Stop[] = [
  {
    name: 'Consents: a new import',
    async go({ page }) {
      const screen = new ConsentImportScreen(page);
      await screen.openList();
      await page.getByRole('button', { name: words.imports.add }).click();
      await expect(page.getByRole('heading', { name: words.imports.file.drop })).toBeVisible();
    },
  },
  {
    name: 'Consents: Map, with a question',
    async go({ page }) {
      const screen = new ConsentImportScreen(page);
      await screen.take(consentSheet(30, { unknown: [4], english: [7] }));
      await screen.read();
      await expect(page.getByText(words.imports.map.ambiguous)).toBeVisible();
    },
  },
  {
    name: 'Consents: Match, looked up',
    async go({ page }) {
      const screen = new ConsentImportScreen(page);
      await screen.map();
      await screen.match();
    },
  },
  stepStop('File'),
  stepStop('Check'),
  stepStop('Dry run'),
  {
    name: 'Consents: Load, done',
    async go({ page }) {
      const screen = new ConsentImportScreen(page);
      await screen.load();
      await expect(screen.count('Accepted')).not.toHaveText('0');
      await expect(screen.act('Pause')).toBeHidden({ timeout: 120_000 });
    },
  },
  {
    name: 'Consents: Report',
    async go({ page }) {
      await new ConsentImportScreen(page).go('Report');
      await expect(page.getByRole('table', { name: words.importLoad.report.notSentTitle })).toBeVisible();
    },
  },
  {
    name: 'Consents: the list',
    async go({ page }) {
      await new ConsentImportScreen(page).openList();
      await expect(page.getByRole('table', { name: words.nav.consents })).toBeVisible();
    },
  },
];

/** The history of the contract, and the findings in the work. */
export const contractStops: readonly Stop[] = [
  {
    name: 'Contract: the history',
    async go({ page }) {
      const screen = new ContractScreen(page);
      await screen.open();
      await screen.entries.getByRole('option').first().click();
      await expect(screen.entry).toBeVisible();
    },
  },
  {
    name: 'Contract: sources',
    async go({ host, page }) {
      const screen = new ContractScreen(page);
      await screen.add('session.har', platformSession(host.services['platform'] ?? ''));
      await screen.tab('Sources');
      await expect(screen.source('session.har')).toBeVisible();
    },
  },
  {
    name: 'Contract: findings',
    async go({ page }) {
      const screen = new ContractScreen(page);
      await screen.tab('Findings');
      await screen.stepTo('CC-022');
      await expect(screen.finding.locator('.after mark')).toBeVisible();
    },
  },
  {
    name: 'Contract: between two dates',
    async go({ page }) {
      await new ContractScreen(page).tab('Between two dates');
      await expect(page.getByRole('region', { name: words.contract.between.appear })).toBeVisible();
    },
  },
];
