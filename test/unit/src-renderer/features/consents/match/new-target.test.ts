import { describe, expect, test } from 'vitest';
import {
  emptyTarget,
  knownRegions,
  missingOf,
  targetFile,
  withEnvironment,
  withRegion,
} from '#renderer/features/consents/match/new-target.ts';
import { platformTargetSchema } from '#shared/workspace/index.ts';

const [europe] = knownRegions.filter(({ label }) => label === 'Europe');
const whole = {
  ...withEnvironment(withRegion(emptyTarget, europe?.id ?? ''), 'env-1'),
  name: 'production',
  clientId: 'worker',
  clientSecret: 'planted-secret',
};

describe('a target that is typed', () => {
  test('has the addresses of its region, with its environment in them', () => {
    expect(whole.baseUrl).toMatch(/^https:\/\/api\..*\.eu\/v1$/);
    expect(whole.tokenEndpoint).toMatch(/\/env-1\/as\/token$/);
    expect(missingOf(whole)).toEqual([]);
    expect(missingOf(withRegion(emptyTarget, europe?.id ?? ''))).toContain('tokenEndpoint');
  });

  test('becomes a file that the workspace takes', () => {
    const { file, text } = targetFile({ ...whole, limit: '50' });
    expect(file).toBe('platforms/production.json');
    expect(platformTargetSchema.parse(JSON.parse(text))).toMatchObject({
      region: 'Europe',
      environment_id: 'env-1',
      limit: { requests_per_second: 50, burst: 1 },
    });
  });

  test.each([
    ['baseUrl', { baseUrl: 'api.example.com' }],
    ['tokenEndpoint', { tokenEndpoint: 'https://auth.example.com/{environmentId}/token' }],
    ['clientSecret', { clientSecret: '' }],
    ['limit', { limit: 'many' }],
  ])('is not complete with a bad %s', (field, changes) => {
    expect(missingOf({ ...whole, ...changes })).toEqual([field]);
  });
});
