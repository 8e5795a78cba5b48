import { signIns as german } from '#renderer/words/de/sign-ins.ts';
import { ann, type SignInServer } from '#test/support/sign-in-servers/index.ts';
import { openInGerman } from '../support/german.ts';
import { signInByHand, startOwnWords } from '../support/own-words-server.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

let server: SignInServer;
test.use({ workspace: { 'targets/ours.json': '{ "issuer": "https://id.example" }' } });
test.beforeEach(async ({ host }) => {
  server = await startOwnWords(host);
});
test.afterEach(() => server.close());

test('a sign-in that nobody can guess is done by hand once, kept, and tested beside its file', async ({
  app,
  host,
  page,
  problems,
  files,
}) => {
  await app.goTo('Files');
  await files.open('targets/ours.json');
  const pane = page.getByRole('region', { name: words.signIns.ofServer });
  await expect(pane).toContainText('No sign-in file');
  await pane.getByRole('button', { name: words.signIns.test, exact: true }).click();
  const result = pane.getByRole('status');
  await expect(result).toContainText('could not be completed unattended', { timeout: 20_000 });
  await expectSound(page);

  await pane.getByRole('button', { name: words.signIns.byHand }).click();
  await expect(result).toContainText(`Sign in as ${ann.username} in the window that opened.`);
  await signInByHand(host, server);
  await expect(result).toContainText(`${ann.username} signed in after`);
  await pane.getByRole('button', { name: words.signIns.keep }).click();
  const dialog = page.getByRole('dialog', { name: words.signIns.keepTitle });
  await expect(dialog.getByRole('list', { name: words.signIns.acts }).getByRole('listitem')).toHaveText([
    /^Go to http:\/\/127\.0\.0\.1:\d+\/authorize$/,
    /^Type the user name into/,
    /^Type the password into/,
    'Click Los',
    /^Type nothing yet into/,
    'Click Los',
  ]);
  await expectSound(page);
  await dialog.getByRole('button', { name: /Action 5,.*: 6 characters/ }).click();
  await page.getByRole('option', { name: words.signIns.meanings.code }).click();
  await dialog.getByRole('button', { name: words.signIns.save }).click();
  await expect(app.toast('sign-ins/ours.json saved')).toBeVisible();
  expect(files.onDisk('sign-ins/ours.json')).toContain('{{totp}}');
  expect(files.onDisk('sign-ins/ours.json')).not.toContain(ann.password);

  const acts = page.getByRole('region', { name: words.signIns.acts });
  await acts.getByRole('button', { name: words.signIns.test, exact: true }).click();
  await expect(acts.getByRole('status')).toContainText(`${ann.username} signed in after`, {
    timeout: 20_000,
  });
  await expectSound(page);
  expect(problems).toEqual([]);
});

test('a run that stopped at a sign-in goes on by hand, and its acts are offered', async ({
  flows,
  host,
  page,
  problems,
}) => {
  await page.reload();
  await flows.choose('Server', 'Our server');
  await flows.runUnattended('FAILED');
  await page.locator('.outcome').getByRole('button', { name: words.signIns.byHand }).press('Enter');
  await signInByHand(host, server);
  await expect(page.getByText(words.flows.watched(5))).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: words.signIns.keep }).press('Enter');
  await expect(page.getByRole('dialog', { name: words.signIns.keepTitle })).toContainText(
    'Type the password into',
  );
  expect(problems).toEqual([]);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });
  test('a sign-in is tried beside the file of its server', async ({ host, page }) => {
    await openInGerman(page, host, 'files');
    await page.getByRole('treeitem', { name: 'ours.json' }).click();
    const pane = page.getByRole('region', { name: german.signIns.ofServer });
    await pane.getByRole('button', { name: german.signIns.test, exact: true }).press('Enter');
    await expect(pane.getByRole('button', { name: german.signIns.byHand })).toBeVisible({ timeout: 20_000 });
    await expectSound(page);
  });
});
