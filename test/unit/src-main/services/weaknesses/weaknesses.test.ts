import { describe, expect, test } from 'vitest';
import { activeWeaknesses, allWeaknesses, unknownWeaknesses } from '#main/services/weaknesses/index.ts';
import { manifestSchema } from '#shared/workspace/index.ts';

const manifest = (services: object) => manifestSchema.parse({ name: 'test', services });

describe('the weaknesses of all services', () => {
  test('no two have one id, so that a trace says which is meant', () => {
    const ids = allWeaknesses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('those of the authorization server act in the training profile, those of the samples where they are named', () => {
    const weaknesses = ['code-reusable'];
    const sampleUpstreams = { weaknesses: ['scope-not-checked', 'client-without-challenge'] };
    const idsOf = (services: object) => activeWeaknesses(manifest(services)).map(({ id }) => id);
    expect(idsOf({ authorizationServer: { weaknesses }, sampleUpstreams })).toEqual(
      sampleUpstreams.weaknesses,
    );
    expect(idsOf({ authorizationServer: { profile: 'training', weaknesses } })).toEqual(['code-reusable']);
  });

  test('an id that none has is a warning that names its place, also where it is one of another service', () => {
    const problems = unknownWeaknesses(
      manifest({
        authorizationServer: { weaknesses: ['code-reusable', 'never-heard-of'] },
        sampleUpstreams: { weaknesses: ['code-reusable'] },
      }),
    );
    expect(problems).toMatchObject([
      {
        code: 'workspace.unknown-weakness',
        severity: 'warning',
        location: { file: 'gatehouse.json', pointer: '/services/authorizationServer/weaknesses/1' },
      },
      { location: { pointer: '/services/sampleUpstreams/weaknesses/0' } },
    ]);
  });
});
