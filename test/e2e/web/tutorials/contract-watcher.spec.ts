import { tutorialStory } from '../../support/tutorials/tutorial-story.ts';
import { expect } from '../../support/web.ts';

tutorialStory(
  'contract-watcher',
  'a caller of the platform finds what of their own script is out of date, fixes it, and has it checked',
  ({ desk, hands, page, tutorial }) => {
    const script = () => tutorial.files.get('nightly.sh') ?? '';
    const source = page.getByRole('row').filter({ hasText: 'nightly.sh' });
    const found = (rule: string) =>
      hands.find('grid', 'Findings, by file').getByRole('row').filter({ hasText: rule });
    const tab = (words: string) =>
      hands.press(
        words,
        hands.find('tablist', 'Contract views').getByRole('tab', { name: hands.pattern(words) }),
      );
    const fix = async (rule: string) => {
      await hands.press('Fix');
      await expect(found(rule)).toHaveCount(0);
    };
    return [
      async () => void desk.save('nightly.sh', script()),
      // The host of this test is open already: its port is its own.
      async () => expect(tutorial.commands[0]).toBe('gatehouse serve --open'),
      async () => {
        await hands.open('Contract');
        await tab('Sources');
      },
      async () => {
        await hands.give('Add files…', desk.save('nightly.sh', script()));
        await hands.read('Script', source);
      },
      async () => {
        await tab('Findings');
        await hands.read('Is platform.example.com the platform?');
      },
      async () => {
        await hands.press('Yes, platform.example.com is the platform');
        await hands.read('CC-016', found('CC-016'));
        await hands.read('CC-022', found('CC-022'));
      },
      async () => {
        await hands.press('CC-022', found('CC-022'));
        await expect(page.locator('.after')).toContainText('deviceAuthenticationPolicies');
      },
      () => fix('CC-022'),
      async () => {
        await hands.press('CC-016', found('CC-016'));
        await fix('CC-016');
      },
      async () => {
        await tab('Sources');
        const { text } = await hands.save('Save nightly.sh with fixes');
        const fixed = script()
          .replace('/activeIdentityCounts', '/metrics/activeIdentityCounts')
          .replace('deviceAuthenticationPolicy', 'deviceAuthenticationPolicies');
        expect(text).toBe(fixed);
        desk.save('former.sh', script());
        desk.save('nightly.sh', text);
      },
      async () => {
        const command = tutorial.commands[1] ?? '';
        expect((await desk.run(command.replace('nightly.sh', 'former.sh'))).code).toBe(3);
        expect(await desk.run(command)).toMatchObject({ code: 0 });
      },
    ];
  },
);
