import { expect } from '@playwright/test';
import { ActivityScreen } from '../activity-screen.ts';
import { FileScreen } from '../file-screen.ts';
import { IdentityScreen, type IdentityTab } from '../identity-screen.ts';
import { words } from '../words.ts';
import { escape, type Stop } from './stop.ts';

/** A part of the identity screen, with the first of its list opened where it has one. */
function identityStop(tab: IdentityTab, list?: string, first?: string): Stop {
  return {
    name: `Identity: ${tab}`,
    async go({ app }) {
      const identity = new IdentityScreen(app);
      await identity.open(tab);
      if (list !== undefined && first !== undefined) await identity.choose(list, first);
    },
  };
}

const sectionCount = 10;

function settingsStop(at: number): Stop {
  return {
    name: `Settings: section ${at + 1}`,
    async go({ app, page }) {
      if (at === 0) await app.settings('Keyboard shortcuts');
      const link = page.getByRole('navigation', { name: words.nav.settings }).getByRole('link').nth(at);
      await link.click();
      const body = page.getByRole('region', { name: (await link.textContent()) ?? '', exact: true });
      await expect(body.locator('.settings-form > *').first()).toBeVisible();
    },
  };
}

/** Home, identity, the settings, the files, the problems, the log: what is about the workspace as a whole. */
export const windowStops: readonly Stop[] = [
  {
    name: words.nav.home,
    async go({ page }) {
      await expect(page.getByRole('button', { name: words.home.firstRun.act })).toBeVisible();
    },
  },
  {
    name: words.bring.title,
    async go({ app, page }) {
      await app.command('Import configuration…');
      await expect(page.getByRole('tabpanel').getByRole('textbox').first()).toBeVisible();
    },
  },
  identityStop('Clients', 'Clients', 'portal-web'),
  identityStop('Users', 'Users', 'ann'),
  identityStop('Active tokens'),
  identityStop('Scopes'),
  identityStop('Trust'),
  identityStop('Server policy'),
  ...Array.from({ length: sectionCount }, (_, at) => settingsStop(at)),
  {
    name: 'Files: an editor',
    async go({ app, host, page }) {
      await app.goTo('Files');
      await new FileScreen(page, host).open('oauth/clients/portal-web.json');
    },
  },
  {
    name: words.nav.problems,
    async go({ app }) {
      await app.goTo('Problems');
      await expect(app.screen('Problems').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'Activity: an exchange',
    async go({ app, host, page }) {
      await (await fetch(`${host.services['authorizationServer']}/nothing-here`)).text();
      await app.goTo('Activity');
      const log = new ActivityScreen(page);
      await log.row('/nothing-here').first().click();
      await expect(log.detail).toBeVisible();
    },
  },
];

/** Dialogs and popovers that open over the window, wherever one is. */
export const dialogStops: readonly Stop[] = [
  {
    name: 'The palette',
    async go({ app, page }) {
      await page.keyboard.press('Control+k');
      await expect(app.palette.getByRole('option').first()).toBeVisible();
    },
    leave: escape,
  },
  {
    name: words.keys.title,
    async go({ app, page }) {
      await expect(app.palette).toBeHidden();
      await app.command('Show keyboard shortcuts');
      await expect(page.getByRole('dialog', { name: words.keys.title })).toBeVisible();
    },
    leave: escape,
  },
  {
    name: words.workspace.titles.new,
    async go({ app, page }) {
      await app.command('New workspace…');
      await expect(page.getByRole('dialog', { name: words.workspace.titles.new })).toBeVisible();
    },
    leave: escape,
  },
  {
    name: 'A template',
    async go({ app, page }) {
      await new IdentityScreen(app).open('Clients');
      await page.getByRole('button', { name: words.templates.titles.client }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: /Template$/ })).toBeVisible();
    },
    leave: escape,
  },
  {
    name: 'The menu',
    async go({ page }) {
      await page.getByRole('button', { name: words.menu.label, exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
    leave: escape,
  },
  {
    name: 'A panel of the status bar',
    async go({ app }) {
      await expect(await app.panel(/0 problems/)).toBeVisible();
    },
    leave: escape,
  },
];
