import { platformConnector } from '../../support/contract-connector.ts';
import { ContractScreen } from '../support/contract-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const file = 'connectors/provisioner.openicf-vendor.json';
const connector = JSON.stringify(platformConnector('/deviceAuthenticationPolicy')).replaceAll(
  /https?:\/\/[^/"\\&]+|&\{[^}]*platform[^}]*\}/g,
  'https://api.vendor.example',
);

test.use({ workspace: { [file]: JSON.parse(connector) as ReturnType<typeof platformConnector> } });

test('nothing is said to be clean while a host is not answered for, and an answer lets its calls be looked at', async ({
  app,
  page,
}) => {
  await app.goTo('Contract');
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await expect(page.getByText('Is api.vendor.example the platform?')).toBeVisible();
  await expect(page.getByText(words.contract.findings.noneTitle)).toHaveCount(0);
  // The line below counts as the message above does: calls to services of this workspace are no other hosts.
  const count = /(\d+) requests? to other hosts/.exec(
    await page.getByText('to other hosts.').innerText(),
  )?.[1];
  await expect(page.getByText(`· ${count} to other hosts ·`)).toBeVisible();
  await page.getByRole('tab', { name: words.contract.tabs.between }).click();
  await expect(page.getByText(/^Not everything was checked\./)).toBeVisible();
  await page.getByRole('tab', { name: words.contract.tabs.history }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByText(words.contract.entry.unusedOpen)).toBeVisible();
  await page.getByRole('tab', { name: /^Sources/ }).click();
  await expect(page.getByText('Is api.vendor.example the platform?')).toBeVisible();
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await page.getByRole('button', { name: 'Yes, api.vendor.example is the platform' }).click();
  await expect(page.getByText('CC-022').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Is api.vendor.example the platform?')).toHaveCount(0);
});

test.describe('a script whose addresses are computed', () => {
  test('is named call by call with its lines, and nothing is said to be clean', async ({
    page,
    contract: screen,
  }) => {
    await screen.add(
      'load.ts',
      'const base = build();\nawait fetch(base + path);\nawait axios({ url: build() });\n',
    );
    await screen.tab('Findings');
    await expect(page.getByText('2 requests cannot be checked')).toBeVisible();
    await page.getByText('Show 2 locations').click();
    await expect(page.getByText('load.ts:2 fetch(base + path)')).toBeVisible();
    await expect(page.getByText('load.ts:3 axios({ url: build() })')).toBeVisible();
    await expect(page.getByText(words.contract.findings.noneTitle)).toHaveCount(0);
  });

  test('is named as well where its body is not written in it', async ({ page, contract: screen }) => {
    await screen.add('new.sh', 'curl -X POST "$API/environments/$E/applications" -d "$BODY"\n');
    await screen.tab('Findings');
    await expect(
      page.getByText('1 request cannot be checked: the URL, the body or a value in it'),
    ).toBeVisible();
    await page.getByText('Show 1 location').click();
    await expect(page.getByText('new.sh:1 curl -X POST')).toBeVisible();
    await expect(page.getByText(words.contract.findings.noneTitle)).toHaveCount(0);
  });

  test('is named as well where a variable holds a value that a rule asks for', async ({
    page,
    contract: screen,
  }) => {
    await screen.add('new.js', 'axios.post(`/environments/${env}/applications`, { protocol: chosen });\n');
    await screen.tab('Findings');
    await expect(page.getByText('1 request cannot be checked')).toBeVisible();
    await page.getByText('Show 1 location').click();
    await expect(page.getByText('new.js:1 post(`/environments/${env}/applications`')).toBeVisible();
    await expect(page.getByText(words.contract.findings.noneTitle)).toHaveCount(0);
  });

  test('leaves room for a finding in a small window, and none of it lies over the line below', async ({
    app: _opened,
    page,
  }) => {
    await page.setViewportSize({ width: 800, height: 800 });
    const screen = new ContractScreen(page);
    await screen.open();
    const calls = [1, 2, 3, 4].map((index) => `fetch('https://h${index}.vendor.example/x');`);
    const found = `fetch('/environments/e1/deviceAuthenticationPolicy');`;
    await screen.add('load.ts', `fetch(base + path);\n${calls.join('\n')}\n${found}\n`);
    await screen.tab('Findings');
    await screen.stepTo('CC-022');
    const line = page.getByRole('button', { name: words.contract.coverage.show });
    await line.scrollIntoViewIfNeeded();
    const [detail, below] = [await screen.finding.boundingBox(), await line.boundingBox()];
    expect((detail?.y ?? 0) + (detail?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(detail?.height).toBeGreaterThan(120);
  });
});
