import { FileScreen } from '../support/file-screen.ts';
import { expect, test } from './desktop.ts';

const file = 'oauth/clients/batch-job.json';

test('a file is edited, saved and seen on the disk, and a change from outside is brought in', async ({
  desktop,
}) => {
  const { app, page, problems } = desktop;
  const files = new FileScreen(page, desktop);
  await app.goTo('Files');
  await files.list.getByRole('treeitem', { name: 'batch-job.json' }).click();
  await expect(files.lines(file)).not.toHaveCount(0, { timeout: 120_000 });
  await files.focus(file);
  await files.goToLine(1);
  await page.keyboard.type('\n  "client_name": "Night batch",');
  await page.keyboard.press('Control+s');
  await expect(app.said(`${file} saved`)).toBeVisible();
  expect(files.onDisk(file)).toContain('"client_name": "Night batch"');
  files.writeOutside(file, files.onDisk(file).replace('Night batch', 'Day batch'));
  await expect(files.lines(file).filter({ hasText: 'Day batch' })).toHaveCount(1);
  expect(problems).toEqual([]);
});
