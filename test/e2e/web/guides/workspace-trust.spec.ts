import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'workspace-trust',
  'a folder that a colleague has sent is looked at, trusted, asked about again when it grows, and restricted',
  ({ app, hands, host, page }) => {
    const folder = join(host.folder, 'from-a-colleague');
    const banner = page.getByRole('status').filter({ hasText: 'Restricted mode' });
    const table = (name: string) => page.getByRole('table', { name });
    const webhook = (name: string, url: string) =>
      writeFileSync(join(folder, `webhooks/${name}.json`), JSON.stringify({ url }));
    const anyPort = { port: 0 };
    return {
      'Press **Open a workspace** at **Home**, type its path as **Folder**, and press **Open**.':
        async () => {
          mkdirSync(join(folder, 'webhooks'), { recursive: true });
          webhook('audit', 'https://hooks.example/audit');
          const services = {
            authorizationServer: anyPort,
            connectorHost: anyPort,
            gateway: { ...anyPort, bind: '0.0.0.0' },
            platform: anyPort,
            sampleUpstreams: anyPort,
          };
          const manifest = { id: 'theirs', name: 'From a colleague', services };
          writeFileSync(join(folder, 'gatehouse.json'), JSON.stringify(manifest));
          await hands.open('Home');
          await hands.press('Open a workspace');
          await hands.fill('Folder', folder);
          await hands.press(
            'Open',
            page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }),
          );
          await expect(page.getByRole('banner').first()).toContainText('From a colleague');
        },
      'Press **Review trust** in the banner: the list shows each item with the file that contains it.':
        async () => {
          await expect(banner).toBeVisible();
          await hands.press('Review trust');
          const row = table('Requested permissions').getByRole('row').filter({ hasText: 'hooks.example' });
          await expect(row).toContainText('webhooks/audit.json');
          await expect(row).toContainText('off');
        },
      'Press **Trust this workspace** if you know who made it: it opens again with the listed items on.':
        async () => {
          await hands.press('Trust this workspace');
          await expect(table('Permissions').getByRole('row').filter({ hasText: '0.0.0.0' })).toContainText(
            'on',
          );
          await expect(banner).toBeHidden();
          await app.expectLive();
        },
      'Pull a change that adds another webhook: it is off, and listed as new.': async () => {
        webhook('more', 'https://more.example/x');
        const fresh = table('New since you decided');
        await expect(fresh.getByRole('row').filter({ hasText: 'more.example' })).toContainText('off');
      },
      'Press **Allow new items**, or leave it off.': async () => {
        await hands.press('Allow new items');
        await expect(table('New since you decided')).toBeHidden();
        await expect(table('Permissions')).toContainText('more.example');
      },
      'Press **Restrict again…** and **Restrict workspace** to withdraw your trust.': async () => {
        await hands.press('Restrict again…');
        await hands.press('Restrict workspace');
        await expect(banner).toBeVisible();
      },
    };
  },
);
