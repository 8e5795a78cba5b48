import type { Page } from '@playwright/test';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option }).click();
}

const runButton = (page: Page) => page.getByRole('button', { name: words.flows.run, exact: true }).first();

test.beforeEach(async ({ desktop: { page } }) => {
  await page.getByRole('link', { name: words.flowTests.list }).click();
  // The clients have come from the engine, by way of the host.
  await expect(runButton(page)).toBeEnabled();
});

test('a client credentials flow runs to its end, and the trace shows why the server granted it', async ({
  desktop: { page, problems, strayRequests, host },
}) => {
  await choose(page, 'Flow', /client credentials/i);
  await choose(page, 'Client', /^batch-job$/);
  await runButton(page).click();

  const run = page.getByRole('listbox', { name: words.runs.list }).getByRole('option').first();
  await expect(run).toContainText(words.runs.states.passed);
  await expect(run).toContainText('batch-job');
  const trace = page.getByRole('region', { name: words.exchange.traceRegion });
  await expect(trace.getByRole('listitem').first()).toContainText('Passed: ');
  await expect(trace.getByText(/^Effect: /)).toBeVisible();
  expect(problems).toEqual([]);
  expect(strayRequests).toEqual([]);
  expect(host.log()).toBe('');
});

test('the sign-in page opens in the system’s browser, and the page keeps waiting for it', async ({
  desktop,
}) => {
  const { page, problems } = desktop;
  await choose(page, 'Client', /^portal-web$/);
  await runButton(page).click();
  await page.getByRole('link', { name: words.flows.openSignIn }).click();
  await expect.poll(() => desktop.openedOutside()).toHaveLength(1);

  const [address = ''] = desktop.openedOutside();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?run=/);
  expect((await fetch(address)).status).toBe(200);
  await expect(page.getByRole('main').getByText(words.flows.waiting)).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  expect(problems).toEqual([]);
});
