import { expect, test } from 'vitest';
import { flowStartSchema } from '#shared/api/flows.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';

const running = startedOnce(startTestEngine);

test('from the start of a flow to its first step the engine computes for 200 ms at most', async () => {
  const start = flowStartSchema.parse({
    kind: 'code-pkce',
    clientId: 'portal-web',
    username: 'ann',
    mode: 'step',
    browser: 'system',
  });
  const costsMillis: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    const before = cpuMillis();
    const run = await running.engine.flows.start(start);
    costsMillis.push(cpuMillis() - before);
    expect(run.hold).toEqual({ rowId: 'authorize', phase: 'request' });
  }
  expect(costsMillis.toSorted((one, other) => one - other)[4]).toBeLessThan(200);
});
