import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { ann, type SignInServer } from '#test/support/sign-in-servers/index.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { signInByHand, startOwnWords } from '../../support/own-words-server.ts';
import { expect, test as web } from '../../support/web.ts';

web.use({
  workspace: {
    'targets/ours.json': JSON.stringify({
      display_name: 'Our server',
      issuer: 'https://id.example.com',
      users: [{ username: 'test-user' }],
    }),
  },
});

const act = (type: string, selector: string, value?: string) => ({ type, value, selectors: [[selector]] });
const recording = {
  title: 'Sign in',
  steps: [
    { type: 'navigate', url: 'https://id.example.com/authorize?state=1' },
    act('change', 'aria/User name', 'test-user'),
    act('click', 'aria/Next'),
    act('change', 'aria/Password', 'planted-password'),
    act('click', 'aria/Sign in'),
    act('change', '#field-3', '482915'),
    act('click', 'aria/Verify'),
    act('click', 'aria/Not now'),
  ],
};

guideStory('sign-ins', 'a recording becomes a sign-in without what was typed', ({ hands, host, page }) => {
  const written = (file: string) => readFileSync(join(host.workspaceDir, file), 'utf8');
  const acts = page.getByRole('listbox', { name: 'Sign-in actions' }).getByRole('option');
  return {
    'Open **Files**, press **Add a file** and **Import a sign-in…**.': async () => {
      await hands.open('Files');
      await hands.press('Add a file');
      await hands.press('Import a sign-in…');
    },
    'Choose **Our server** as **Server**, press **Choose the recording…** and choose the file that Chrome exported.':
      async () => {
        const path = test.info().outputPath('recording.json');
        writeFileSync(path, JSON.stringify(recording));
        await hands.choose('Server', 'Our server');
        await hands.give('Choose the recording…', path);
      },
    'Press **Read recording**: user name and password are recognised; Gatehouse asks what was typed into `#field-3`.':
      async () => {
        await hands.press('Read recording');
        const listed = page.getByRole('list', { name: 'Sign-in actions' });
        await expect(listed).toContainText('the password into Password');
        await expect(listed).not.toContainText('planted');
      },
    'Choose **The one-time code** for **Action 6, #field-3: 6 characters**.': async () => {
      await hands.choose('Action 6, #field-3: 6 characters', 'The one-time code');
    },
    'Press **Save sign-in**: the file opens, its actions beside the text, and `targets/ours.json` names it.':
      async () => {
        await hands.press('Save sign-in');
        await expect(acts).toHaveCount(8);
        expect(written('sign-ins/ours.json')).not.toMatch(/planted|482915/);
        expect(written('targets/ours.json')).toContain('"ours"');
      },
    'Choose **Click Not now** and press **Remove action**: here you remove, reorder and edit actions, or make them optional.':
      async () => {
        await hands.press('Click Not now', acts.last());
        await hands.press('Remove action');
        await expect(acts).toHaveCount(7);
      },
    'Press **Save**: the file contains the remaining actions.': async () => {
      await hands.press('Save', page.getByRole('button', { name: /^Save/ }));
      await expect.poll(() => written('sign-ins/ours.json')).not.toContain('Not now');
    },
  };
});

web.describe('by hand', () => {
  let server: SignInServer;
  web.beforeEach(async ({ host }) => {
    server = await startOwnWords(host);
  });
  web.afterEach(() => server.close());

  guideStory(
    'sign-ins',
    'a sign-in by hand becomes one that needs nobody',
    ({ hands, host, page }) => {
      const pane = page.getByRole('region', { name: 'Sign-in at this server' });
      const acts = page.getByRole('region', { name: 'Sign-in actions' });
      return {
        'Open **Files** and press **ours.json** below `targets`. **Sign-in at this server** is beside the text.':
          async () => {
            await hands.open('Files');
            await hands.press('ours.json', page.getByRole('treeitem', { name: 'ours.json' }));
            await hands.see('Sign-in at this server', pane);
          },
        'Press **Test**. Gatehouse signs the user in as unattended runs do, and shows the result. If that works, you need no file.':
          async () => {
            await hands.press('Test', pane.getByRole('button', { name: 'Test', exact: true }));
            await expect(pane.getByRole('status')).toContainText('could not be completed');
          },
        'Press **Continue manually**, or **Sign in manually…** at any time: a window opens. Sign in as the user there, with the one-time code and anything else that the server asks for.':
          async () => {
            await hands.see('Sign in manually…', pane.getByRole('button', { name: 'Sign in manually…' }));
            await hands.press('Continue manually');
            await signInByHand(host, server);
            await expect(pane.getByRole('status')).toContainText(`${ann.username} signed in`);
          },
        'Press **Save this sign-in…**. The list shows your actions. If Gatehouse cannot tell what a text is, press **Action 5**, and choose **The one-time code**.':
          async () => {
            await hands.press('Save this sign-in…');
            await expect(
              page.getByRole('list', { name: 'Sign-in actions' }).getByRole('listitem'),
            ).toHaveCount(6);
            await hands.press('Action 5', page.getByRole('button', { name: /Action 5,.*: 6 characters/ }));
            await hands.press('The one-time code');
          },
        'Press **Save sign-in**: the file opens, its actions beside the text, and `targets/ours.json` names it. Press **Test** there.':
          async () => {
            await hands.press('Save sign-in');
            await hands.press('Test', acts.getByRole('button', { name: 'Test', exact: true }));
            await expect(acts.getByRole('status')).toContainText(`${ann.username} signed in`);
            expect(readFileSync(join(host.workspaceDir, 'targets/ours.json'), 'utf8')).toContain('"file"');
          },
      };
    },
    'Sign in once by hand',
  );
});
