import { readFileSync } from 'node:fs';
import { ActivityScreen, makeExchanges } from '../support/activity-screen.ts';
import { expect, test } from '../support/web.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the log is filtered with what it suggests, and gone through with the keyboard alone', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  const log = new ActivityScreen(page);
  await page.keyboard.press('Alt+8');
  await log.expectCount(16);
  await log.grid.focus();
  await page.keyboard.press('/');
  await expect(log.filter).toBeFocused();
  await page.keyboard.type('cli');
  const suggestions = page.getByRole('listbox', { name: 'What can stand here' });
  await expect(suggestions.getByRole('option').first()).toContainText('client:');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(log.filter).toHaveValue('client:');
  await suggestions.getByRole('option', { name: 'portal-web' }).click();
  await expect(log.filter).toHaveValue(/^client:portal-web\s?$/);
  await expect(log.rows.first()).toContainText('portal-web');
  await log.filter.fill('status:banana');
  await expect(log.filter).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.suggest-error')).toContainText(/status/);
  await log.filter.fill('method:DELETE');
  await expect(page.getByRole('heading', { name: 'No exchange matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await log.expectCount(16);

  await log.grid.focus();
  await page.keyboard.press('Home');
  await expect(log.selected).toHaveText([/GET\/as\/authorization/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(log.selected).toHaveCount(3);
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '3 exchanges pinned' })).toBeVisible();
  await expect(log.row('pinned')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(log.row('pinned')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(log.selected).toHaveCount(1);
  await expect(log.selected).toHaveAttribute('aria-rowindex', '17');
});

test('an exchange is looked at from both sides, sent again, compared, marked and linked to', async ({
  app,
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Activity');
  const log = new ActivityScreen(page);
  const token = log.row(/AS\s*POST\s*\/as\/token\.oauth2/).first();
  await token.click();
  await expect(log.detail.getByRole('region', { name: 'Rules checked' })).toContainText(
    'Verifier matches challenge',
  );
  await expect(log.detail.getByRole('region', { name: 'Request fields' })).toContainText('code_verifier');
  await log.detail.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^gatehouse:\/\/x\//);

  await log.detail.getByText(/^Related \d+$/).click();
  await expect(log.detail.getByRole('listbox', { name: 'Related' }).getByRole('option')).not.toHaveCount(0);
  await log.detail.getByText('Both sides').click();
  await log.detail.getByRole('button', { name: 'Send again' }).click();
  await expect(app.toast('Sent again')).toBeVisible();
  await log.expectCount(18);
  await expect(log.detail.getByRole('region', { name: 'Response headers and body' })).toContainText(
    '"error": "invalid_grant"',
  );
  await log.detail.getByRole('button', { name: 'Compare with the one before' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two exchanges compared' });
  await expect(dialog.getByRole('row').filter({ hasText: 'status' })).toContainText('400');
  await page.keyboard.press('Escape');
  await log.detail.getByRole('button', { name: 'Mark as finding…' }).click();
  await page.getByRole('textbox', { name: 'What was found' }).fill('A code works once');
  await page.getByRole('button', { name: 'Mark as finding', exact: true }).click();
  await expect(log.detail).toContainText('A code works once');

  await log.filter.fill('is:finding');
  await log.expectCount(1);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Save this filter…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('What I found');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save this filter' })).toBeHidden();
  await app.goTo('Home');
  await app.find(link, `Open ${link}`);
  await page.keyboard.press('Enter');
  await expect(log.detail.getByRole('region', { name: 'Rules checked' })).toContainText(
    'Verifier matches challenge',
  );
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'What I found', exact: true }).click();
  await expect(log.filter).toHaveValue('is:finding');
});

test('the end is followed until a person scrolls away, and what matches leaves as HAR and comes back', {
  tag: '@long',
}, async ({ app, host, page }) => {
  const server = host.services['authorizationServer'] ?? '';
  const log = new ActivityScreen(page);
  await app.goTo('Activity');
  await expect(page.getByRole('heading', { name: 'Nothing has gone over the wire yet' })).toBeVisible();
  await makeExchanges(server, 60);
  await log.expectCount(60);
  await expect(log.row('n=59')).toBeInViewport();
  await log.grid.focus();
  await page.keyboard.press('Home');
  await expect(log.row('n=0')).toBeInViewport();
  await makeExchanges(server, 3, '/also-not-here');
  await page.getByRole('button', { name: '3 new' }).click();
  await expect(log.row('/also-not-here?n=2')).toBeInViewport();

  await log.filter.fill('path:/also-not-here');
  await log.expectCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More for the list' }).click();
  await page.getByRole('menuitem', { name: 'Export what matches as HAR' }).click();
  const saved = await download;
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8')).log.entries).toHaveLength(3);
  await expect(app.toast('3 exchanges exported')).toBeVisible();
  await page.getByLabel('Import exchanges…').setInputFiles(await saved.path());
  await log.expectCount(6);
  await log.filter.fill('path:/also-not-here svc:imported');
  await log.expectCount(3);
});

test('a request that is pasted is opened in Flows and sent; beyond this machine its host is typed first', async ({
  app,
  flows,
  host,
  page,
  problems,
}) => {
  const server = host.services['authorizationServer'] ?? '';
  const log = new ActivityScreen(page);
  await app.goTo('Activity');
  const paste = async (text: string) => {
    await page.getByRole('button', { name: 'More for the list' }).click();
    await page.getByRole('menuitem', { name: 'Paste a request…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a request' });
    await dialog.getByRole('textbox', { name: 'Request' }).fill(text);
    await dialog.getByRole('button', { name: 'Add to Activity' }).click();
    return dialog;
  };
  const refused = await paste('GET / HTTP/1.1\nnonsense\n');
  await expect(refused.getByRole('alert')).toContainText('“nonsense” is no header field');
  await page.keyboard.press('Escape');

  await paste('GET /secret HTTP/1.1\nHost: api.example\nAuthorization: Bearer planted-token\n\n');
  await expect(log.selected).toContainText('/secret');
  await log.detail.getByRole('button', { name: 'Send again' }).click();
  const confirm = page.getByRole('dialog', { name: 'Send to api.example?' });
  await expect(confirm.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await paste(`curl ${server}/as/token.oauth2 -u portal-web:portal-web-secret -d grant_type=nonsense`);
  await expect(log.selected).toContainText('/as/token.oauth2');
  await log.detail.getByRole('button', { name: 'Open in Flows' }).click();
  await expect(flows.held).toContainText('Held before the request is sent.');
  await expect(flows.field('grant_type')).toHaveValue('nonsense');
  await expect(flows.field('Authorization')).toHaveValue('Basic {{authorization}}');
  await flows.stepOn();
  await expect(flows.response).toContainText('unsupported_grant_type');
  expect(problems).toEqual([]);
});
