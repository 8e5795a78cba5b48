import { tutorialStory } from '../../support/tutorials/tutorial-story.ts';
import { expect } from '../../support/web.ts';

tutorialStory(
  'gateway-owner',
  'the owner of a gateway finds out from a log of their own whom a limit hits, changes it, and has it enforced',
  ({ desk, hands, host, page, tutorial }) => {
    const written = 'http://127.0.0.1:4002';
    const dialog = page.getByRole('dialog');
    const file = 'routes/30-basket.json';
    let real = written;
    const readout = (words: string) => page.locator('.readout', { hasText: hands.pattern(words) });
    const reads = async (words: string, count: string) => {
      await hands.read(words, readout(words));
      await expect(readout(words).locator('dd:not(.readout-change)')).toContainText(count);
    };
    return [
      async () => void desk.save('basket.mjs', tutorial.files.get('basket.mjs') ?? ''),
      async () => void ({ url: real } = await desk.start(tutorial.commands[0] ?? '')),
      async () => void desk.save('access.log', tutorial.files.get('access.log') ?? ''),
      // The host of this test is open already: its port is its own.
      async () => expect(tutorial.commands[1]).toBe('gatehouse serve --open'),
      async () => {
        await hands.open('Throttle');
        await hands.press('New route from a template');
        await hands.within(dialog, () => hands.choose('Template', 'Throttled by client address'));
      },
      async () => {
        await hands.within(dialog, async () => {
          await hands.type('Route name', 'basket');
          await hands.type('Upstream', written, { real });
          await hands.type('Path prefix', '/basket');
          await hands.press('Create');
          await expect.poll(() => desk.written(file)).toContain(real);
        });
        // The screen goes to the new route once it is saved: a menu that is opened before would close.
        await expect(dialog).toBeHidden();
        await expect(hands.find('button', 'Open 30-basket.json in the editor')).toBeVisible();
        await expect(hands.find('textbox', 'Requests of every group')).toHaveValue('6');
      },
      async () => {
        await hands.press('More traffic actions');
        await hands.press('Import a log…');
        await hands.give('Choose files…', desk.save('access.log', tutorial.files.get('access.log') ?? ''));
        await hands.read('10 requests of 2 clients', dialog);
      },
      async () => {
        await hands.within(dialog, async () => {
          await hands.type('Traffic name', 'my-log');
          await hands.press('Add traffic');
        });
        await expect(dialog).toBeHidden();
        await hands.read('8 recorded requests');
        await hands.read('2 recorded requests');
      },
      async () => {
        await hands.pressInToolbar('Simulate 9 s');
        await reads('Offered', '10');
        await reads('Allowed', '10');
      },
      async () => {
        const rates = hands.find('table', 'Rates by status');
        await hands.see('Rates by status', rates);
        await hands.read('Requests', rates);
        await hands.type('every group', '3', { field: hands.find('textbox', 'Requests of every group') });
        await reads('Rejected with 429', '3');
      },
      async () => {
        await hands.press('Apply to gateway');
        await expect.poll(() => desk.written(file)).toMatch(/"numberOfRequests": "?3/);
      },
      async () => {
        const commands = tutorial.commands[2] ?? '';
        const { said } = await desk.run(
          commands.replace('http://127.0.0.1:9033', host.services['gateway'] ?? ''),
        );
        expect(said.trim().split('\n')).toEqual(['200', '200', '200', '429']);
      },
    ];
  },
);
