import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileScreen } from '../support/file-screen.ts';
import { expect, test } from './desktop.ts';

const broken = 'oauth/clients/broken.json';

test('an error of a file leads to its line, and is gone once the line is mended', async ({ desktop }) => {
  const { app, page, problems, workspaceDir } = desktop;
  await app.expectLive();
  writeFileSync(join(workspaceDir, broken), '{\n  "client_id": "broken",\n  oops\n}\n');
  await app.goTo('Problems');
  const problem = app.screen('Problems').getByRole('listitem').filter({ hasText: broken });
  await expect(problem).toContainText(`${broken}:3:3`);
  await problem.getByRole('button', { name: `Open ${broken}` }).click();
  const files = new FileScreen(page, desktop);
  await expect(files.field(broken)).toBeFocused();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Delete');
  await page.keyboard.type('"scope": "orders.read"');
  await page.keyboard.press('Control+s');
  await expect(app.said(`${broken} saved`)).toBeVisible();
  await app.goTo('Problems');
  await expect(problem.filter({ hasText: 'not JSON' })).toHaveCount(0);
  expect(problems).toEqual([]);
});
