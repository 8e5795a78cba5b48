import { tutorialStory } from '../../support/tutorials/tutorial-story.ts';
import { expect } from '../../support/web.ts';

tutorialStory(
  'tester',
  'a tester attacks a server of their own, finds that it checks no secret, and fixes it',
  ({ desk, hands, page, tutorial }) => {
    const written = 'http://127.0.0.1:4000';
    const server = () => tutorial.files.get('server.mjs') ?? '';
    const line = /^const isClient.*$/m;
    const form = page.getByRole('dialog');
    const attack = page.getByRole('treeitem', { name: /^CA-01 / });
    let real = { url: written, port: 4000 };
    const runOne = async (verdict: string) => {
      await hands.press('Run 1 selected');
      await hands.read(verdict, attack);
    };
    return [
      async () => void desk.save('server.mjs', server()),
      async () => void (real = await desk.start(tutorial.commands[0] ?? '')),
      // The host of this test is open already: its port is its own.
      async () => expect(tutorial.commands[1]).toBe('gatehouse serve --open'),
      async () => {
        await hands.open('Home');
        await hands.press('Add a server…');
        await hands.type('Issuer', written, { real: real.url });
        await hands.press('Look up');
        await hands.read('Metadata', form);
        await expect(form).toContainText(`token_endpoint: ${real.url}/token`);
      },
      () =>
        hands.within(form, async () => {
          await hands.press('Enter a client');
          await hands.type('client_id', 'batch');
          await hands.type('Secret', 'batch-secret');
          await hands.type('Grant types', 'client_credentials');
        }),
      () =>
        hands.within(form, async () => {
          await hands.press('Test');
          await hands.read('works', form);
        }),
      async () => {
        await hands.within(form, async () => {
          await hands.type('File name', 'mine');
          await hands.press('Add server');
        });
        await expect.poll(() => desk.written('targets/mine.json')).toContain(real.url);
        expect(desk.written('targets/mine.json')).not.toContain('batch-secret');
      },
      async () => {
        await hands.open('Flows');
        await hands.press('Attack');
        await hands.choose('Server', 'mine');
      },
      async () => {
        await hands.type('Filter by ID, title or clause', 'CA-01');
        await hands.press('CA-01', attack, '[data-part=tick]');
        await runOne('FAILED');
      },
      async () => {
        await hands.press('CA-01', attack);
        await hands.read('Expected');
        await hands.read('Received');
      },
      async () => {
        await hands.press('Compare control and mutant');
        await hands.close();
      },
      async () => {
        await desk.stop();
        const fixed =
          tutorial.blocks.find((block) => line.test(block) && !block.includes('createServer')) ?? '';
        expect(fixed).toMatch(line);
        desk.save('server.mjs', server().replace(line, fixed.trim()));
      },
      async () => void (real = await desk.start(tutorial.commands[2] ?? '', real.port)),
      async () => runOne('PASSED'),
      async () => {
        const { code, said } = await desk.runInWorkspace(tutorial.commands[3] ?? '');
        expect({ code, said }).toMatchObject({ code: 0 });
      },
    ];
  },
);
