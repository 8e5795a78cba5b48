import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownCase } from '../../support/own-case.ts';
import { cases, runMillis } from '../support/attacks-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';

test.slow();

test('a case of the workspace stands in the catalogue, is played, and leads to its file', async ({
  host,
  page,
  attacks: screen,
}) => {
  // The catalogue is there already: it follows the files.
  mkdirSync(join(host.workspaceDir, 'attacks'), { recursive: true });
  writeFileSync(
    join(host.workspaceDir, 'attacks/codes.json'),
    JSON.stringify({ title: 'Our codes', cases: [ownCase] }),
  );
  await expect(page.getByText(`${cases + 1}`, { exact: true })).toBeVisible();
  await expect(screen.tree.getByRole('treeitem', { name: /^Our codes, custom cases/ })).toBeVisible();
  await screen.choose('Profile', 'strict');
  await screen.tick('ZZ-01');
  await screen.runChosen(1);
  await expect(screen.case('ZZ-01')).toContainText('PASSED', { timeout: runMillis });
  await screen.case('ZZ-01').click();
  await expect(screen.detail.getByText(ownCase.explain)).toBeVisible();
  await expectAccessible(page);
  await screen.detail.getByRole('button', { name: 'attacks/codes.json' }).click();
  await expect(page.getByRole('region', { name: 'attacks/codes.json' })).toBeVisible();

  // The editor knows what a case has.
  const editor = page.getByRole('textbox', { name: 'Text of attacks/codes.json' });
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"ti');
  await page.keyboard.press('ControlOrMeta+Space');
  await expect(page.locator('.suggest-widget').getByText('title').first()).toBeVisible();
});
