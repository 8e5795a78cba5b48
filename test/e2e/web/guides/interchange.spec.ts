import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readZip } from '#main/workspace/unzip.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import type { SavedFile } from '../../support/guides/hands.ts';
import { IdentityScreen } from '../../support/identity-screen.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'interchange',
  'what was given back to the products is taken over again: only what is missing is new, and it can be taken back',
  ({ app, hands, host, page }) => {
    const identity = new IdentityScreen(app);
    const rows = page.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row');
    const result = page.getByRole('region', { name: 'Imported', exact: true });
    const isThere = () => existsSync(join(host.workspaceDir, 'oauth/clients/batch-job.json'));
    const routes = readdirSync(join(host.workspaceDir, 'routes'));
    let zip: SavedFile;
    return {
      'Open **Home** and press **Import configuration…**.': async () => {
        await hands.open('Home');
        await hands.press('Import configuration…');
      },
      'Press **Save zip**: clients, connectors and routes in the format of the products, without their secrets.':
        async () => {
          zip = await hands.save('Save zip');
          await expect(app.toast(/secrets left out/)).toBeVisible();
          const files = readZip(readFileSync(zip.path));
          const names = files.map(({ name }) => name);
          expect(names).toContain('clients.json');
          expect(names.filter((name) => name.startsWith('conf/'))).toHaveLength(1);
          expect(names.filter((name) => name.startsWith('config/routes/'))).toHaveLength(routes.length);
          const text = files.map(({ bytes }) => Buffer.from(bytes).toString('utf8')).join('');
          expect(text).toContain('batch-job');
          for (const secret of ['batch-job-secret', 'hr-sample-token']) expect(text).not.toContain(secret);
        },
      'Open **Identity**, choose **batch-job** and press **Delete**.': async () => {
        await hands.open('Identity');
        await hands.press('batch-job', identity.line('Clients', /^batch-job/));
        await hands.press('Delete');
        await expect(app.toast('Deleted batch-job')).toBeVisible();
        expect(isThere()).toBe(false);
      },
      'Open **Home**, press **Import configuration…** and **Choose files…**, and choose the zip: everything is the same, but `batch-job` is new.':
        async () => {
          await hands.open('Home');
          await hands.press('Import configuration…');
          await hands.give('Choose files…', zip.path);
          await expect(rows.filter({ hasText: 'batch-job' })).toContainText('new');
          await expect(rows.getByText('new', { exact: true })).toHaveCount(1);
          await expect(rows.getByText('changed', { exact: true })).toHaveCount(0);
          await expect(rows.getByText('same', { exact: true })).not.toHaveCount(0);
        },
      'Press **Save 1 file**: the client is back, and **batch-job** opens it.': async () => {
        await hands.press('Save 1 file');
        await expect(app.toast('1 file saved')).toBeVisible();
        expect(isThere()).toBe(true);
        await hands.press('batch-job', result.getByRole('button', { name: /batch/ }));
        await expect(identity.form('batch-job')).toBeVisible();
      },
      'Go back to **Import configuration** and press **Undo**: the import is undone.': async () => {
        await hands.press('Import configuration', app.tabs().filter({ hasText: 'Import configuration' }));
        await hands.press('Undo', result.getByRole('button', { name: 'Undo' }));
        await expect(app.toast('1 file restored')).toBeVisible();
        expect(isThere()).toBe(false);
      },
    };
  },
);
