import { tutorialStory } from '../../support/tutorials/tutorial-story.ts';
import { expect } from '../../support/web.ts';

tutorialStory(
  'integrator',
  'an integrator describes a service of their own, and reads and creates its accounts',
  ({ desk, hands, page, tutorial }) => {
    const written = 'http://127.0.0.1:4001';
    const file = 'connectors/provisioner.openicf-staff.json';
    const wizard = page.getByRole('dialog');
    const outcome = () => hands.find('region', 'Run result');
    let real = written;
    return [
      async () => void desk.save('staff.mjs', tutorial.files.get('staff.mjs') ?? ''),
      async () => void ({ url: real } = await desk.start(tutorial.commands[0] ?? '')),
      // The host of this test is open already: its port is its own.
      async () => expect(tutorial.commands[1]).toBe('gatehouse serve --open'),
      async () => {
        await hands.open('Connectors');
        await hands.press('New connector…');
      },
      async () => {
        await hands.type('System name', 'staff');
        await hands.type('serviceUri', written, { real });
        await expect(wizard.locator('input[value="/users"]')).toBeVisible();
      },
      async () => {
        await hands.choose('Authentication', 'TOKEN: a fixed token');
        await hands.type('authToken', 'staff-token');
        await hands.press('Fetch a sample');
        await hands.read('3 attributes detected in 2 records', wizard);
      },
      async () => {
        await hands.press('Create connector');
        await expect.poll(() => desk.written(file)).toContain('"login"');
      },
      async () => {
        await hands.choose('Operation', 'Test');
        await hands.press('Run Test');
        await hands.read('200', outcome());
      },
      async () => {
        await hands.press('Fetch a list');
        await expect(page.getByRole('tabpanel').first()).toContainText('ada@example.com');
      },
      async () => {
        await hands.choose('Operation', 'Create');
        await hands.type('Attributes', '{"login": "cleo", "email": "cleo@example.com"}');
        await hands.press('Run Create');
        await hands.read('201', outcome());
      },
      async () => {
        expect(desk.written(file)).not.toContain('staff-token');
        const { code, said } = await desk.runInWorkspace(tutorial.commands[2] ?? '');
        expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('cleo@example.com') });
      },
    ];
  },
);
