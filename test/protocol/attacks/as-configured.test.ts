import { expect, test } from 'vitest';
import { configuredCopy } from '#main/services/attacks/index.ts';
import type { AttackRun } from '#shared/api/index.ts';
import { type Manifest, manifestSchema } from '#shared/workspace/index.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const servicesOf = (services: object): Manifest['services'] =>
  manifestSchema.parse({ name: 'W', services }).services;
const range = servicesOf({});
const copyOf = (services: object) => configuredCopy(servicesOf(services), range);

/** Cases that every part of a server takes a part in: pages, codes, passwords, tokens, the resource server. */
const some = ['RU-01', 'UI-01', 'AC-01', 'PK-01', 'CA-01', 'PW-02', 'RT-01', 'VB-01', 'XC-02'];

async function attackAsConfigured(services: object, only: readonly string[] = some): Promise<AttackRun> {
  const running = await startTestEngine({
    files: { ...ordinaryFiles, 'gatehouse.json': { id: 'test', name: 'Test', services } },
    start: false,
  });
  const { client, close } = await connectByPort(running.engine);
  try {
    const run = await client.attacks.start({ profile: 'as-configured', only: [...only] });
    return await eventually(async () => {
      const now = await client.attacks.get({ runId: run.id });
      return now.state === 'running' ? null : now;
    });
  } finally {
    await close();
    await running.stop();
  }
}

test('an ordinary workspace: its clients and users are not the ones that are attacked, and that is said', () => {
  const { policy, undecided } = copyOf({
    authorizationServer: { requirePkce: true, rollRefreshTokens: true },
  });
  expect(policy.authorizationServer.requirePkce).toBe(true);
  expect(undecided).toEqual([expect.stringContaining('the clients and users of the catalogue')]);
});

test('what a copy cannot take over is left out of it, and said', () => {
  const { policy, undecided } = copyOf({
    authorizationServer: {
      publicUrl: 'https://id.example/as',
      tls: true,
      sessionLifetimeSeconds: 0,
      weaknesses: ['code-reusable'],
      passwordValidators: [{ id: 'hr', type: 'http', url: 'https://hr.example/check' }],
    },
    sampleUpstreams: { requireAudience: true },
  });
  expect(policy.authorizationServer).toMatchObject({ tls: false, sessionLifetimeSeconds: 0 });
  expect(policy.authorizationServer.publicUrl).toBeUndefined();
  expect(policy.authorizationServer.passwordValidators).toEqual(range.authorizationServer.passwordValidators);
  expect(policy.sampleUpstreams.requireAudience).toBe(false);
  const about = [
    'clients and users',
    'password validators',
    'TLS',
    'audience',
    'training profile',
    'RT-04',
    'AC-09',
  ];
  expect(undecided.map((said, index) => said.includes(about[index] ?? '-'))).toEqual(about.map(() => true));
});

test('a server that asks others for passwords, at an address of the world, comes to verdicts all the same', async () => {
  const run = await attackAsConfigured({
    authorizationServer: {
      publicUrl: 'https://id.example/as',
      passwordValidators: [{ id: 'none', type: 'unavailable' }],
    },
    sampleUpstreams: { requireAudience: true },
  });
  const open = run.verdicts.filter(({ verdict }) => verdict === 'INCONCLUSIVE' || verdict === 'FAILED');
  expect([open, run.done]).toEqual([[], some.length]);
  const said = run.remarks.map(({ text }) => text).join('\n');
  expect(said).toContain('Other password validators of the workspace are not tested.');
  expect(said).toContain('the public URL');
});

test('as a workspace is at first, what it leaves open is what was said', async () => {
  const run = await attackAsConfigured({}, ['RT-01', 'RT-04', 'RT-05', 'AC-01']);
  const open = run.verdicts.filter(({ verdict }) => verdict === 'INCONCLUSIVE').map(({ id }) => id);
  expect(open).toEqual(['RT-04', 'RT-05']);
  const [said] = copyOf({}).undecided.slice(-1);
  expect(open.every((id) => said?.includes(id))).toBe(true);
  expect(run.remarks.map(({ text }) => text)).toContain(said);
});

test('the settings of the workspace decide: a weakness that it trains is found', async () => {
  const run = await attackAsConfigured(
    { authorizationServer: { profile: 'training', weaknesses: ['code-reusable'] } },
    ['AC-01'],
  );
  expect(run.verdicts).toEqual([{ id: 'AC-01', verdict: 'FAILED' }]);
});
