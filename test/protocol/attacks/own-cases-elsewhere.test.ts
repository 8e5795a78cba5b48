import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { composeStandaloneAttack } from '#main/composition/standalone-attack.ts';
import { caseOfStep, requestTo } from '#test/support/own-case.ts';
import { writeWorkspace } from '#test/support/workspace.ts';
import { startSmallServer } from './small-server.ts';

test('a server that is not ours is reached by them at its own address alone', async () => {
  const [server, stranger] = [await startSmallServer(''), await startSmallServer('')];
  const folder = writeWorkspace({
    'own.json': [
      caseOfStep('ZZ-01', {
        request: requestTo('{{token_origin}}', { path: '/.well-known/openid-configuration?own' }),
      }),
      caseOfStep('ZZ-02', { request: requestTo(stranger.issuer) }),
    ],
  });
  const { cases } = await composeStandaloneAttack({
    resources: fileURLToPath(new URL('../../../resources', import.meta.url)),
    profile: 'strict',
    weaknesses: [],
    only: ['ZZ-01', 'ZZ-02'],
    caseFiles: [join(folder.path, 'own.json')],
    target: { issuer: server.issuer, file: JSON.stringify({ clients: [] }), confirmedHost: null },
    onCase: undefined,
  });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['ZZ-01', 'PASSED'],
    ['ZZ-02', 'INCONCLUSIVE'],
  ]);
  expect(server.asked.filter(({ fields }) => fields.has('own'))).toHaveLength(1);
  expect(stranger.asked).toEqual([]);
  folder.remove();
  await Promise.all([server.close(), stranger.close()]);
});
