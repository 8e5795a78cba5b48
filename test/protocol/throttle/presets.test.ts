import { afterAll, expect, test } from 'vitest';
import { startThread } from '#main/platform/isolates/index.ts';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { createScripting } from '#main/services/scripting/index.ts';
import { decisionsIn } from '#main/services/throttle/pure/simulation/index.ts';
import { checkExpectations, presets } from '#shared/throttle/presets/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { workerFiles } from '#test/support/workers.ts';

const folder = temporaryDirectory();
const scripting = createScripting({
  directory: folder.path,
  workerUrl: new URL(workerFiles.script),
  start: startThread,
  nowMillis: () => 0,
  log: () => undefined,
  send: () => Promise.reject(new Error('Nothing is sent here')),
});
afterAll(async () => {
  await scripting.close();
  folder.remove();
});

test.each(presets.map((preset) => [preset.title, preset] as const))(
  'what is expected of “%s” comes true, its script run by the sandbox of the gateway',
  async (_title, preset) => {
    const { route, problems } = readRoute(preset.document, { id: preset.id });
    expect(problems).toEqual([]);
    if (route === null) throw new Error('The preset does not load');
    const { traffic } = preset;
    const window = { fromSeconds: 0, untilSeconds: traffic.durationSeconds, maximum: 20_000 };
    const decisions = await decisionsIn({ route, traffic }, { script: scripting.rateScript }, window);
    const checked = checkExpectations(preset, decisions);
    expect(checked).not.toEqual([]);
    expect(checked.filter(({ verdict }) => verdict !== 'PASSED')).toEqual([]);
  },
);
