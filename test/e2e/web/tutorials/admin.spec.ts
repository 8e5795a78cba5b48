import { tutorialStory } from '../../support/tutorials/tutorial-story.ts';
import { expect } from '../../support/web.ts';

tutorialStory(
  'admin',
  'an administrator loads a spreadsheet of their own, with its mistakes found before the first request',
  ({ desk, hands, page, tutorial }) => {
    const sheet = () => desk.save('consents.csv', tutorial.files.get('consents.csv') ?? '');
    const counts = page.locator('.imp-counts > div');
    return [
      async () => void sheet(),
      // The host of this test is open already: its port is its own.
      async () => expect(tutorial.commands[0]).toBe('gatehouse serve --open'),
      async () => {
        await hands.open('Consents');
        await hands.press('New import');
        await hands.give('Choose file…', sheet());
      },
      async () => {
        await hands.press('Read file');
        await expect(hands.find('region', 'Column mapping')).toContainText('Given at');
      },
      () => hands.press('Use this mapping'),
      async () => {
        await hands.choose('Target', 'Sandbox');
        await hands.press('Look up and match');
        await expect(hands.find('region', 'Users')).toContainText('EXT-99999');
        await expect(hands.find('region', 'Languages')).toContainText('english');
      },
      async () => {
        await hands.press('Replace…', hands.find('button', 'Replace… english in all rows'));
        await hands.type('Replacement', 'en');
        await hands.press('Map english → en, 1 row');
      },
      async () => {
        await hands.press('Continue to Check');
        await hands.press(
          'User not found',
          hands
            .find('listbox', 'Rows by status')
            .getByRole('option', { name: hands.pattern('User not found') }),
        );
        await hands.press('Exclude this row');
      },
      async () => {
        await hands.press('Continue to Dry run');
        await hands.press('Rehearse');
        await hands.read('Would be accepted', hands.find('complementary', 'Rehearsal'));
        await expect(hands.find('complementary', 'Rehearsal')).toContainText('4');
      },
      async () => {
        await hands.press('Continue to Load');
        await hands.press('Load 4');
        await hands.within(page.getByRole('dialog'), () => hands.press('Load 4'));
        await hands.read('Accepted');
        await expect(counts.filter({ hasText: hands.pattern('Accepted') }).locator('dd')).toHaveText('4');
      },
      async () => {
        await hands.press('Open report');
        const { text } = await hands.save('Save: Result file');
        const rows = text.trim().split(/\r?\n/).slice(1);
        expect(rows).toHaveLength(5);
        expect(rows.filter((row) => row.includes(',accepted,'))).toHaveLength(4);
      },
      async () => {
        const { code, said } = await desk.runInWorkspace(tutorial.commands[1] ?? '');
        expect(code).toBe(0);
        for (const line of ['3\tready', '1\tunknown-language', '1\tunknown-user'])
          expect(said).toContain(line);
      },
    ];
  },
);
