import { expect } from '@playwright/test';
import { ConnectorStudioScreen } from '../connectors-screen.ts';
import { TokenScreen } from '../tokens-screen.ts';
import { FlowScreen } from '../web-flow.ts';
import { words } from '../words.ts';
import { escape, type Stop } from './stop.ts';

// Signed with a secret that two parties know; long since over.
const token =
  'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhbm4iLCJleHAiOjE1Nzc4Mzc2MDB9.YSBzaWduYXR1cmUgb2Ygc29tZWJvZHkgZWxzZS4uLi4';

function tokenStop(tab: 'Verify' | 'Edit and re-sign' | 'Query a server'): Stop {
  return { name: `Tokens: ${tab}`, go: ({ page }) => new TokenScreen(page).goTo(tab) };
}

/** The flow debugger with runs that ended and that wait, the attacks, the inspector, and the wire. */
export const flowStops: readonly Stop[] = [
  {
    name: 'Flows: nothing run yet',
    async go({ app, page }) {
      await app.goTo('Flows');
      await expect(page.getByRole('button', { name: /Flow$/ })).not.toHaveText('none');
      await new FlowScreen(page).choose('Client', 'portal-web');
    },
  },
  {
    name: 'Flows: a run with its trace',
    async go({ page }) {
      const flows = new FlowScreen(page);
      await flows.runUnattended();
      await flows.tokenStep.click();
      await expect(flows.trace).toContainText('code_verifier matches the challenge');
    },
  },
  {
    name: 'Flows: a request held and edited',
    async go({ page }) {
      const flows = new FlowScreen(page);
      await flows.stepOn();
      await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
      await page.getByRole('button', { name: words.common.edit, exact: true }).click();
      await flows.field('scope').fill('orders.read');
      await expect(flows.row('scope')).toContainText('overwritten');
    },
  },
  {
    name: 'The wire, open',
    async go({ page }) {
      await page.keyboard.press('Control+j');
      await page.getByRole('listbox', { name: words.wire.list }).getByRole('option').first().click();
      await expect(page.getByRole('region', { name: 'Wire: Request fields' })).toBeVisible();
    },
    leave: ({ page }) => page.keyboard.press('Control+j'),
  },
  {
    name: 'Tokens: empty',
    async go({ page }) {
      await page.getByRole('button', { name: words.flows.cancel, exact: true }).click();
      await new TokenScreen(page).open();
    },
  },
  {
    name: 'Tokens: Token',
    async go({ page }) {
      const screen = new TokenScreen(page);
      await screen.inspect(token);
      await expect(screen.summary).toContainText('HS256');
    },
  },
  tokenStop('Verify'),
  tokenStop('Edit and re-sign'),
  { ...tokenStop('Query a server'), leave: escape },
  {
    name: 'Attacks: a case that was run',
    async go({ page }) {
      await page.getByRole('radio', { name: words.flows.attack, exact: true }).check({ force: true });
      const first = page.getByRole('treeitem', { name: /^AC-01 / });
      await first.locator('[data-part=tick]').click();
      await page.getByRole('button', { name: 'Run 1 selected', exact: true }).click();
      await expect(first).toContainText(words.runs.states.passed, { timeout: 120_000 });
      await first.click();
      await expect(
        page.getByRole('region', { name: words.attacks.detail, exact: true }).getByRole('table').first(),
      ).toBeVisible();
    },
  },
];

/** The list of connectors, the studio in its views, its dialogs, and the wizard. */
export const connectorStops: readonly Stop[] = [
  {
    name: words.nav.connectors,
    go: ({ page }) => new ConnectorStudioScreen(page).openList(),
  },
  {
    name: 'Connectors: the wizard',
    async go({ page }) {
      await page.getByRole('button', { name: words.connectors.add }).click();
      const wizard = page.getByRole('dialog', { name: 'New connector' });
      await wizard
        .getByRole('textbox', { name: words.connectorWizard.sample })
        .fill('[{"id":1,"mail":"a@example.com"}]');
      await expect(wizard).toContainText('detected in 1 record');
    },
    leave: escape,
  },
  {
    name: 'Connector: form, preview and console',
    async go({ page }) {
      const studio = new ConnectorStudioScreen(page);
      await studio.open('hr');
      await studio.part(/^QUERY/);
      await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
      await expect(studio.attribute('mail')).toBeVisible();
      await studio.operation('Test');
      await studio.console.getByRole('button', { name: 'Run Test' }).click();
      await expect(studio.outcome()).toBeVisible();
    },
  },
  {
    name: 'Connector: schema',
    go: ({ page }) => new ConnectorStudioScreen(page).part('Schema'),
  },
  {
    name: 'Connector: pages',
    async go({ page }) {
      await new ConnectorStudioScreen(page).show('Pages');
      await page.getByRole('button', { name: words.connectors.pages.walk }).click();
      await expect(page.getByRole('button', { name: 'HTTP of page 1' })).toBeVisible();
    },
  },
  {
    name: 'Connector: JSON',
    async go({ page }) {
      const studio = new ConnectorStudioScreen(page);
      await studio.view('JSON');
      await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
    },
  },
  {
    name: 'Connector: recordings',
    async go({ page }) {
      await page.getByRole('button', { name: words.connectorConsole.recordings.title, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    leave: escape,
  },
];
