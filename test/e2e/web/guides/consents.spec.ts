import { ConsentImportScreen } from '../../support/consents-screen.ts';
import { guideStory } from '../../support/guides/guide-story.ts';
import { expect } from '../../support/web.ts';

guideStory(
  'consents',
  'an admin takes a spreadsheet of 200 consents from the file to the report, and mends it on the way',
  ({ hands, page }) => {
    const screen = new ConsentImportScreen(page);
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    return {
      'Open **Consents**, press **New import** and **Try the sample**.': async () => {
        await hands.open('Consents');
        await hands.press('New import');
        await hands.press('Try the sample');
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Sample consents');
      },
      'Press **Read file** and **Use this mapping**: the mapping of its four columns was suggested, each with the reason.':
        async () => {
          await hands.press('Read file');
          await expect(part('Column mapping').getByText(/^Suggested \(/)).toHaveCount(4);
          await hands.press('Use this mapping');
          await screen.expectStep('Match');
          await expect(screen.steps).toContainText('4 of 4 columns');
        },
      'Choose **Sandbox** as **Target** and press **Look up and match**: two users and one language are unknown there.':
        async () => {
          await hands.choose('Target', 'Sandbox');
          await hands.press('Look up and match');
          await expect(part('Users')).toContainText('Missing2');
          await expect(part('Languages')).toContainText('Missing1');
        },
      'Press **Replace…** beside `english`, type `en` as **Replacement** and press **Map english → en, 1 row**.':
        async () => {
          await hands.press('Replace…', page.getByRole('button', { name: 'Replace… english in all rows' }));
          await hands.type('Replacement', 'en', { field: page.getByLabel('Replacement') });
          await hands.press('Map english → en, 1 row');
          await expect(part('Languages')).toContainText('Missing0');
        },
      'Press **Continue to Check**, choose **User not found** and press **Exclude all 2**.': async () => {
        await hands.press('Continue to Check');
        const groups = page.getByRole('listbox', { name: 'Rows by status' });
        await hands.press('User not found', groups.getByRole('option', { name: 'User not found' }));
        await expect(screen.grid).toContainText('NOBODY-57');
        await hands.press('Exclude all 2');
        await expect(page.getByText('197 rows will be sent')).toBeVisible();
      },
      'Press **Continue to Dry run** and **Rehearse**: counts, the exact requests, and existing consents; nothing is written.':
        async () => {
          await hands.press('Continue to Dry run');
          await expect(part('Exact requests')).toContainText('consent.accept+json');
          await expect(page.getByRole('table', { name: 'Rows by outcome' })).toContainText('Ready197');
          await hands.press('Rehearse');
          await expect(page.getByRole('complementary', { name: 'Rehearsal' })).toContainText(
            'Would be accepted197',
            { timeout: 120_000 },
          );
        },
      'Press **Continue to Load** and **Load 197**, and again to confirm.': async () => {
        await hands.press('Continue to Load');
        await hands.press('Load 197');
        await hands.press('Load 197', page.getByRole('dialog').getByRole('button', { name: 'Load 197' }));
        await expect(screen.count('Accepted')).toHaveText('197', { timeout: 120_000 });
      },
      'Press **Open report** and **Save: Result file**: each row of your file with its result.': async () => {
        await hands.press('Open report');
        const { text } = await hands.save('Save: Result file');
        const rows = text.trim().split(/\r?\n/).slice(1);
        expect(rows).toHaveLength(200);
        expect(rows.filter((row) => row.includes(',accepted,'))).toHaveLength(197);
      },
    };
  },
);
