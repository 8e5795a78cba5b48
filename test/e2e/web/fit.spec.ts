import { AttackScreen } from '../support/attacks-screen.ts';
import { consentSheet } from '../support/consents-screen.ts';
import { ContractScreen, platformSession } from '../support/contract-screen.ts';
import { unfitAtEveryWidth } from '../support/fit.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

import { words } from '../support/words.ts';

test('every screen fits the usual windows: no second row of tools, nothing under a footer, no cell cut beside blank', async ({
  app,
  flows,
  page,
  studio,
}) => {
  const unfit: string[] = [];
  const look = async (screen: string) => unfit.push(...(await unfitAtEveryWidth(page, screen)));
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await look('Flows');
  // Nothing was refused yet: no room may be kept for reasons.
  await app.goTo('Activity');
  await expect(app.screen('Activity')).toBeVisible();
  await look('Activity without a refusal');
  await app.goTo('Flows');
  await flows.tokenStep.click();
  await page.keyboard.press('e');
  await flows.field('grant_type').fill('none');
  await page.keyboard.press('Control+Enter');
  await expect(flows.step(/POST \/as\/token\.oauth2.*sent again/)).toHaveAttribute('aria-selected', 'true');
  await look('A refused step');
  const attacks = new AttackScreen(page);
  await attacks.open();
  await look('Attacks before a run');
  await attacks.tick('AC-01');
  await attacks.runChosen(1);
  await expect(attacks.case('AC-01')).toContainText('PASSED', { timeout: 60_000 });
  await look('Attacks');
  const area = async (name: 'Home' | 'Identity' | 'Consents' | 'Activity' | 'Problems' | 'Files') => {
    await app.goTo(name);
    await expect(app.screen(name)).toBeVisible();
    await look(name);
  };
  await area('Home');
  await area('Identity');
  await studio.openList();
  await look('Connectors');
  await studio.open('hr');
  await look('Connector studio');
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await look('Throttle');
  await area('Consents');
  for (const tab of ['History', 'Between two dates', 'Findings', 'Sources']) {
    await app.goTo('Contract');
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await look(`Contract, ${tab}`);
  }
  await area('Activity');
  await area('Problems');
  await area('Files');
  await app.find('gatehouse://help/guides/connectors', /^Open /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await look('Help');
  await app.settings('Keyboard shortcuts');
  await look('Settings, Keys');
  await app.settings('Secrets');
  await look('Settings, Secrets');
  expect(unfit).toEqual([]);
});

test('screens in the middle of work fit as well: an import at each step, findings, a console, a client, live tokens', {
  tag: '@long',
}, async ({ host, page, consents: imports, studio, identity }) => {
  test.slow();
  const unfit: string[] = [];
  const look = async (screen: string) => unfit.push(...(await unfitAtEveryWidth(page, screen)));
  await imports.begin(consentSheet(60, { unknown: [4], english: [7] }));
  await look('Import, File');
  await imports.read();
  await look('Import, Map');
  await imports.map();
  await imports.match();
  await look('Import, Match');
  await imports.go('Check');
  await expect(imports.grid).toContainText('NOBODY-4');
  await look('Import, Check');
  await imports.go('Dry run');
  await expect(page.getByRole('region', { name: words.importLoad.dryRun.samples })).toContainText('POST');
  await look('Import, Dry run');
  await imports.load();
  await expect(imports.act('Pause')).toBeHidden({ timeout: 120_000 });
  await look('Import, Load');
  await imports.go('Report');
  await look('Import, Report');

  const contract = new ContractScreen(page);
  await contract.open();
  await contract.add('session.har', platformSession(host.services['platform'] ?? ''));
  await look('Contract, Sources');
  await contract.tab('Findings');
  await expect(contract.finding).toBeVisible();
  await look('Contract, Findings');

  await studio.open('hr');
  await studio.operation('Test');
  await page.keyboard.press('Control+Enter');
  await expect(studio.outcome()).toBeVisible();
  await look('Connector console');

  await identity.open();
  await identity.choose('Clients', 'portal-web');
  await look('A client');
  for (const tab of ['Users', 'Active tokens', 'Scopes', 'Trust', 'Server policy'] as const) {
    await identity.tab(tab);
    await look(tab);
  }
  expect(unfit).toEqual([]);
});

test('a page that does not fit is told from one that does', async ({ page }) => {
  await page.setContent(`
    <style>
      body { margin: 0 }
      .toolbar { display: flex; flex-wrap: wrap; inline-size: 220px }
      .toolbar button { inline-size: 90px; block-size: 30px }
      table { table-layout: fixed; inline-size: 600px }
      td { overflow: hidden; white-space: nowrap }
      footer { position: fixed; inset: auto 0 0; block-size: 60px; background: white }
      #low { position: fixed; inset-block-end: 10px }
      [role=option] { display: flex; inline-size: 400px }
      [role=option] .clip { inline-size: 30px; overflow: hidden; white-space: nowrap }
      .doctabs [role=tab] { inline-size: 60px; overflow: hidden; white-space: nowrap }
    </style>
    <div class="toolbar"><button>One</button><button>Two</button><button>Three</button></div>
    <table><tr><th style="inline-size: 60px">Name</th><th>State</th></tr><tr><td>a name that is far too long</td><td>ok</td></tr></table>
    <div role="listbox">${'<div role="option"><span class="clip">a title that is far too long</span>ok</div>'.repeat(8)}</div>
    <button id="low">Under it</button>
    <footer>Status</footer>
    <div class="doctabs"><div role="tab" aria-selected="true">Authorization code + PKCE</div></div>`);
  const told = (await unfitAtEveryWidth(page, 'Made up')).filter((line) => line.includes(' 1280 px'));
  expect(told).toEqual([
    expect.stringContaining('more than one row: div.toolbar'),
    expect.stringContaining('under a footer: button. “Under it”'),
    expect.stringMatching(/cut beside \d+ % of blank: td. “a name/),
    expect.stringContaining('fewer than 8 letters: span.clip “a title'),
    expect.stringMatching(/cut beside \d+ % of blank: span.clip “a title/),
    expect.stringContaining('the shown tab is cut'),
  ]);
  await page.setContent('<div class="toolbar"><button>One</button></div><table><tr><td>a</td></tr></table>');
  expect(await unfitAtEveryWidth(page, 'Made up')).toEqual([]);
});
