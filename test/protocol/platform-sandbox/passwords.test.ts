import { describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(startPlatform);

const path = `users/${sandboxUserId(1)}/password`;
const set = (body: Json) => platform.call('PUT', path, { action: 'password.set', body });

async function setMinimum(min: unknown) {
  const [policy] = listed(await platform.get('passwordPolicies'), 'passwordPolicies');
  const body = { ...policy, length: { min, max: 255 } };
  return platform.call('PUT', `passwordPolicies/${String(policy?.['id'])}`, { body });
}

describe('a password policy', () => {
  test.each([8, 20, 32])('has a minimum length of %i characters', async (min) => {
    expect((await setMinimum(min)).body).toMatchObject({ length: { min } });
  });

  test.each([0, 7, 33])('cannot have one of %i: it is from 8 to 32', async (min) => {
    const refused = await setMinimum(min);
    expect(refused.status).toBe(400);
    expect(detailsOf(refused)).toMatchObject([
      {
        code: 'INVALID_VALUE',
        target: 'length.min',
        innerError: { rangeMinimumValue: 8, rangeMaximumValue: 32 },
      },
    ]);
  });

  test('cannot do without one', async () => {
    expect(detailsOf(await setMinimum(undefined))).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'length.min' },
    ]);
  });
});

describe('setting a password', () => {
  test('keeps to the policy', async () => {
    await setMinimum(12);
    const refused = await set({ value: 'eleven char' });
    expect(detailsOf(refused)).toMatchObject([
      { code: 'INVALID_VALUE', target: 'value', innerError: { rangeMinimumValue: 12 } },
    ]);
    expect((await set({ value: 'twelve chars' })).body).toMatchObject({ status: 'OK' });
  });

  test('ignores it where bypassPolicy says so, which is a boolean and optional', async () => {
    expect((await set({ value: 'long enough' })).status).toBe(200);
    for (const without of [{ value: 'short' }, { value: 'short', bypassPolicy: false }])
      expect(detailsOf(await set(without))).toMatchObject([{ target: 'value' }]);
    for (const bypassPolicy of ['true', 1, null])
      expect(detailsOf(await set({ value: 'short', bypassPolicy }))).toMatchObject([
        { code: 'INVALID_VALUE', target: 'bypassPolicy' },
      ]);
    expect((await set({ value: 'short', bypassPolicy: true, forceChange: true })).body).toMatchObject({
      status: 'MUST_CHANGE_PASSWORD',
    });
  });

  test('never shows or records it', async () => {
    expect((await platform.get(path)).body).toMatchObject({ status: 'NO_PASSWORD' });
    const answered = await set({ value: 'planted-user-password' });
    const read = await platform.get(path);
    expect(read.body).toEqual(answered.body);
    const stored = await platform.engine.ports.storage.records.list('platform.entity');
    for (const text of [answered.body, read.body, stored, (await platform.get('activities')).body])
      expect(JSON.stringify(text)).not.toContain('planted-user-password');
    expect(JSON.stringify(read.body)).not.toContain('hash');
  });
});

describe('risk', () => {
  const predictor = (more: Json) =>
    platform.call('POST', 'riskPredictors', {
      body: { name: 'Office', compactName: 'office', type: 'IP_REPUTATION', ...more },
    });
  const evaluate = (ip: string) =>
    platform.call('POST', 'riskEvaluations', {
      body: { event: { ip, user: { id: sandboxUserId(1), type: 'EXTERNAL' } } },
    });

  test('each predictor has a whiteList of its own', async () => {
    await predictor({ whiteList: ['192.0.2.0/24', '2001:db8::/32'] });
    await predictor({ name: 'Elsewhere', compactName: 'elsewhere', type: 'USER_LOCATION_ANOMALY' });
    const inside = (await evaluate('192.0.2.77')).body['details'] as Json;
    expect(inside['office']).toMatchObject({ reason: 'WHITELISTED' });
    expect(inside['elsewhere']).toEqual({ level: 'LOW', type: 'USER_LOCATION_ANOMALY' });
    const other = (await evaluate('198.51.100.1')).body;
    expect((other['details'] as Json)['office']).toEqual({ level: 'LOW', type: 'IP_REPUTATION' });
    expect(detailsOf(await predictor({ compactName: 'x', whiteList: ['10.0.0.0/64'] }))).toMatchObject([
      { target: 'whiteList.0' },
    ]);
    expect(detailsOf(await predictor({}))).toMatchObject([
      { code: 'UNIQUENESS_VIOLATION', target: 'compactName' },
    ]);
  });

  test('details name state and city, now and of the previous successful transaction', async () => {
    const first = (await evaluate('192.0.2.1')).body;
    expect(first).toMatchObject({ details: { state: expect.any(String), city: expect.any(String) } });
    expect((first['details'] as Json)['previousSuccessfulTransaction']).toBeUndefined();
    const failed = (await evaluate('192.0.2.2')).body;
    expect((failed['details'] as Json)['previousSuccessfulTransaction']).toBeUndefined();
    const body = { completionStatus: 'SUCCESS' };
    await platform.call('PUT', `riskEvaluations/${String(first['id'])}/event`, { body });
    const second = (await evaluate('192.0.2.3')).body;
    const { state, city } = first['details'] as Json;
    expect(second).toMatchObject({ details: { previousSuccessfulTransaction: { state, city } } });
    expect((second['details'] as Json)['city']).not.toBe(city);
    expect((await platform.get(`riskEvaluations/${String(second['id'])}`)).body).toEqual(second);
  });
});
