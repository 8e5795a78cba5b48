import { readFileSync } from 'node:fs';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const har = (text: string) => ({
  name: 'capture.har',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test('a run leaves as HAR without its secrets, and comes back as a finished job', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.getByRole('button', { name: words.runs.menu }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: words.runs.exportAs.har }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('run-1.har');
  await expect(page.getByRole('status').filter({ hasText: /secrets were masked/ })).toBeVisible();
  const text = readFileSync(await saved.path(), 'utf8');
  expect(JSON.parse(text).log.entries).toHaveLength(8);
  expect(text).not.toContain('ann-password');
  expect(text).not.toContain('portal-web-secret');

  await page.getByRole('button', { name: words.runs.menu }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: words.runs.importHar }).click();
  await (await chooser).setFiles(har(text));
  await expect(page.getByRole('status').filter({ hasText: 'Importing 8 exchanges' })).toBeVisible();
  const jobs = await flows.openPanel(/job/);
  await expect(jobs.getByRole('listitem')).toHaveText(/Import of 8 exchanges.*done.*8 of 8 exchanges/);
});

test('a HAR document that breaks off is refused with the place where it does', async ({ flows, page }) => {
  await page
    .getByLabel(words.runs.importHar)
    .setInputFiles(har('{\n  "log": {\n    "version": "1.2",\n    "entries": [oops\n'));
  const note = page.getByRole('alert');
  await expect(note).toContainText(/This is not a HAR 1\.2 document at line 4, column \d+/);
  await expect(note).toContainText(/HAR:4:\d+/);
  await expect(note).toContainText('Export it again');
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toBeHidden();
  await expect(flows.status.getByRole('button', { name: words.status.noJobs })).toBeVisible();
});
