import { openInGerman } from '../support/german.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const target = {
  display_name: 'Our server',
  issuer: 'https://id.example.com',
  users: [{ username: 'ann' }],
};
const field = (value: string, ...selectors: readonly string[]) => ({
  type: 'change',
  value,
  selectors: selectors.map((selector) => [selector]),
});
const recording = {
  title: 'Sign in to ours',
  steps: [
    { type: 'navigate', url: 'https://login.example.net/start?state=planted-state' },
    field('ann', 'aria/User name', '#user'),
    field('planted-password', 'aria/Password', '#password'),
    { type: 'click', selectors: [['aria/Sign in'], ['#go']], offsetX: 4, offsetY: 4 },
    field('482915', '#field-7'),
    { type: 'click', selectors: [['aria/Not now'], ['#later']], offsetX: 4, offsetY: 4 },
  ],
};
const file = 'sign-ins/ours.json';

test.use({ workspace: { 'targets/ours.json': JSON.stringify(target) } });

test('a recording is imported: the code is asked for, and nothing that was typed is kept', async ({
  app,
  page,
  problems,
  files,
}) => {
  await app.goTo('Files');
  await files.add(words.signIns.import);
  const dialog = page.getByRole('dialog', { name: words.signIns.importTitle });
  await dialog.getByRole('textbox', { name: words.signIns.paste }).fill('{ "no": "recording" }');
  await dialog.getByRole('button', { name: words.signIns.read }).click();
  await expect(dialog.getByRole('alert')).toContainText('export the recording as a JSON file');
  await dialog.getByRole('textbox', { name: words.signIns.paste }).fill(JSON.stringify(recording));
  await dialog.getByRole('button', { name: words.signIns.read }).click();
  const acts = dialog.getByRole('list', { name: words.signIns.acts }).getByRole('listitem');
  await expect(acts).toHaveText([
    'Go to https://login.example.net/start',
    'Type the user name into User name',
    'Type the password into Password',
    'Click Sign in',
    'Type nothing yet into #field-7',
    'Click Not now',
  ]);
  await expect(dialog.getByText('Nothing is typed at https://login.example.net until')).toBeVisible();
  const save = dialog.getByRole('button', { name: words.signIns.save });
  await expect(save).toBeDisabled();
  await expectSound(page);
  await dialog.getByRole('button', { name: /Action 5, #field-7: 6 characters/ }).click();
  await page.getByRole('option', { name: words.signIns.meanings.code }).click();
  await expect(acts.nth(4)).toHaveText('Type the one-time code into #field-7');
  const name = dialog.getByRole('textbox', { name: words.signIns.name });
  await name.fill('../ours');
  await expect(dialog.getByText(words.files.addHelp)).toBeVisible();
  await expect(save).toBeDisabled();
  await name.fill('ours');
  await save.click();
  await expect(app.toast(`${file} saved`)).toBeVisible();
  await files.focus(file);
  expect(files.onDisk(file)).toContain('{{totp}}');
  expect(files.onDisk(file)).not.toMatch(/planted|482915/);
  expect(files.onDisk('targets/ours.json')).toMatch(/"file": ?"ours"/);
  expect(problems).toEqual([]);
});

test.describe('the acts of a sign-in', () => {
  const signIn = {
    title: 'Ours',
    steps: [
      field('{{username}}', 'aria/User name', '#user'),
      field('{{password}}', 'aria/Password', '#password'),
      { type: 'click', selectors: [['aria/Sign in'], ['#go']] },
      { type: 'click', selectors: [['aria/Not now'], ['#later']] },
    ],
  };
  test.use({
    workspace: { 'targets/ours.json': JSON.stringify(target), [file]: JSON.stringify(signIn, null, 2) },
  });

  test('are put in order, made optional, edited and removed by keys, beside the text', async ({
    app,
    page,
    problems,
    files,
  }) => {
    await app.goTo('Files');
    await page.getByRole('treeitem', { name: 'ours.json' }).first().click();
    await files.focus(file);
    const list = page.getByRole('listbox', { name: words.signIns.acts });
    const lines = list.getByRole('option');
    await expect(lines).toHaveText([
      '1Typethe user name into User name',
      '2Typethe password into Password',
      '3ClickSign in',
      '4ClickNot now',
    ]);
    await expectSound(page);
    await lines.first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('o');
    await expect(lines.last()).toContainText('optional');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(lines.nth(2)).toContainText('Not now');
    await expect(lines.nth(2)).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect(lines).toHaveCount(3);

    const form = page.getByRole('region', { name: 'Action 1', exact: true });
    await form.getByRole('textbox', { name: words.signIns.value }).fill('{{totp}}');
    await page.keyboard.press('Enter');
    await expect(lines.first()).toContainText('the one-time code into Password');
    await form.getByRole('textbox', { name: words.signIns.selectors }).fill('aria/Code\n#host >>> #code');
    await form.getByRole('textbox', { name: 'Timeout' }).fill('90000');
    await expect(form.getByText(words.signIns.notANumber)).toBeVisible();
    await form.getByRole('textbox', { name: 'Timeout' }).fill('9000');
    await page.keyboard.press('Enter');
    await expect(lines.first()).toContainText('the one-time code into Code');
    await page.keyboard.press('Control+s');
    await expect(app.said(`${file} saved`)).toBeVisible();
    expect(JSON.parse(files.onDisk(file))).toEqual({
      title: 'Ours',
      steps: [
        {
          type: 'change',
          value: '{{totp}}',
          selectors: [['aria/Code'], ['#host', '#code']],
          timeout: 9000,
        },
        signIn.steps[2],
        { ...signIn.steps[3], optional: true },
      ],
    });
    expect(problems).toEqual([]);
  });

  test.describe('in German', () => {
    test.use({ locale: 'de-DE' });
    test('are said in German', async ({ host, page }) => {
      await openInGerman(page, host, 'files');
      await page.getByRole('treeitem', { name: 'ours.json' }).first().click();
      const lines = page.getByRole('listbox', { name: 'Schritte der Anmeldung' }).getByRole('option');
      await expect(lines.first()).toHaveText('1EingebenBenutzername in User name');
      await expectSound(page);
    });
  });
});
