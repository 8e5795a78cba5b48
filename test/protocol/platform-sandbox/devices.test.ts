import { describe, expect, test } from 'vitest';
import { sandboxEnvironmentId, sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(startPlatform);

const devices = `users/${sandboxUserId(1)}/devices`;
const policies = 'deviceAuthenticationPolicies';
const idOf = ({ body }: Answered) => String(body['id']);
const pair = (more: Json = {}) =>
  platform.call('POST', devices, { body: { type: 'SMS', phone: '+44 7700 900101', ...more } });
const activate = (id: string, otp: string) =>
  platform.call('POST', `${devices}/${id}`, { action: 'device.activate', body: { otp } });
const check = (id: string, otp: string) =>
  platform.call('POST', `deviceAuthentications/${id}`, { action: 'otp.check', body: { otp } });
/** The code that the user was sent. */
const sentTo = async (id: string) => String((await platform.get(`${devices}/${id}/otp`)).body['otp']);
const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');
const messageOf = (answered: Answered) => detailsOf(answered)[0]?.['message'];

async function makeActive(): Promise<string> {
  const id = idOf(await pair());
  expect((await activate(id, await sentTo(id))).body).toMatchObject({ status: 'ACTIVE' });
  return id;
}

const begin = (device: string) =>
  platform.call('POST', 'deviceAuthentications', {
    body: { user: { id: sandboxUserId(1) }, selectedDevice: { id: device } },
  });

/** Changes what the default policy says of text messages. */
async function setSms(otp: Json): Promise<void> {
  const [policy] = listed(await platform.get(policies), policies);
  const { sms } = policy as { readonly sms: { readonly otp: Json } };
  const body = { ...policy, sms: { enabled: true, otp: { ...sms.otp, ...otp } } };
  expect((await platform.call('PUT', `${policies}/${String(policy?.['id'])}`, { body })).status).toBe(200);
}
const seconds = (duration: number) => ({ duration, timeUnit: 'SECONDS' });

describe('a device of a user', () => {
  test('has a nickname and a policy', async () => {
    const [policy] = listed(await platform.get(policies), policies);
    const made = await pair({ nickname: 'Work phone', policy: { id: policy?.['id'] } });
    expect(made.body).toMatchObject({
      status: 'ACTIVATION_REQUIRED',
      nickname: 'Work phone',
      policy: { id: policy?.['id'] },
    });
    const path = `${devices}/${idOf(made)}/nickname`;
    expect((await platform.call('PUT', path, { body: { nickname: 'Phone' } })).body).toMatchObject({
      nickname: 'Phone',
    });
    expect(detailsOf(await platform.call('PUT', path, { body: { nickname: '' } }))).toMatchObject([
      { target: 'nickname' },
    ]);
    expect(detailsOf(await pair({ policy: { id: 'another' } }))).toMatchObject([{ target: 'policy.id' }]);
  });

  test('there are as many as the settings allow', async () => {
    const settings = { pairing: { maxAllowedDevices: 2 } };
    expect((await platform.get('mfaSettings')).body).toMatchObject({ pairing: { maxAllowedDevices: 5 } });
    expect((await platform.call('PUT', 'mfaSettings', { body: settings })).body).toMatchObject(settings);
    await pair();
    await pair();
    expect(detailsOf(await pair())).toMatchObject([
      { code: 'SIZE_LIMIT_EXCEEDED', innerError: { maximumValue: 2 } },
    ]);
  });

  test('needs an address for what it is sent', async () => {
    expect(detailsOf(await pair({ phone: undefined }))).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'phone' },
    ]);
    expect(detailsOf(await pair({ type: 'EMAIL' }))).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'email' },
    ]);
    expect((await pair({ type: 'TOTP' })).status).toBe(201);
  });
});

describe('a wrong passcode', () => {
  test('at activation: the message says how many attempts remain', async () => {
    const id = idOf(await pair());
    const otp = await sentTo(id);
    const refused = await activate(id, otherThan(otp));
    expect(refused.status).toBe(400);
    expect(refused.body['code']).toBe('INVALID_DATA');
    expect(detailsOf(refused)).toMatchObject([
      { message: 'The passcode is wrong. 2 attempts remaining.', innerError: { attemptsRemaining: 2 } },
    ]);
    expect(messageOf(await activate(id, otherThan(otp)))).toContain('1 attempt remaining');
    expect((await activate(id, otp)).body).toMatchObject({ status: 'ACTIVE' });
    expect((await activate(id, otp)).status).toBe(400);
  });

  test('at the check: the message says how many attempts remain, and the last one blocks the device', async () => {
    const device = await makeActive();
    const id = idOf(await begin(device));
    const wrong = otherThan(await sentTo(device));
    expect(messageOf(await check(id, wrong))).toContain('2 attempts remaining');
    expect(messageOf(await check(id, wrong))).toContain('1 attempt remaining');
    expect(messageOf(await check(id, wrong))).toContain('0 attempts remaining');
    const blocked = await check(id, wrong);
    expect(detailsOf(blocked)).toMatchObject([{ code: 'DEVICE_BLOCKED' }]);
    expect((await begin(device)).status).toBe(400);
    // Two minutes, as the policy says.
    platform.clock.advance(120_000);
    const again = idOf(await begin(device));
    expect((await check(again, await sentTo(device))).body).toMatchObject({ status: 'COMPLETED' });
  });

  test('is forgotten once one was right', async () => {
    const device = await makeActive();
    const first = idOf(await begin(device));
    await check(first, otherThan(await sentTo(device)));
    expect((await check(first, await sentTo(device))).body).toMatchObject({ status: 'COMPLETED' });
    const second = idOf(await begin(device));
    expect(messageOf(await check(second, otherThan(await sentTo(device))))).toContain('2 attempts remaining');
  });
});

describe('the device authentication policy sets', () => {
  test('how often a passcode may be wrong, and for how long the device is blocked then', async () => {
    await setSms({ failure: { count: 1, coolDown: seconds(10) } });
    const id = idOf(await pair());
    expect(messageOf(await activate(id, otherThan(await sentTo(id))))).toContain('0 attempts remaining');
    platform.clock.advance(9_000);
    expect(detailsOf(await activate(id, '000000'))).toMatchObject([{ code: 'DEVICE_BLOCKED' }]);
    platform.clock.advance(2_000);
    // No longer blocked: what was sent is gone, though.
    expect(messageOf(await activate(id, '000000'))).toContain('expired');
  });

  test('how often it may be wrong from now on: who was wrong more often is blocked by the next', async () => {
    await setSms({ failure: { count: 5, coolDown: seconds(10) } });
    const id = idOf(await pair());
    const wrong = otherThan(await sentTo(id));
    for (let times = 0; times < 3; times += 1) await activate(id, wrong);
    await setSms({ failure: { count: 2, coolDown: seconds(10) } });
    expect(messageOf(await activate(id, wrong))).toContain('wrong. 0 attempts remaining');
    expect(detailsOf(await activate(id, wrong))).toMatchObject([{ code: 'DEVICE_BLOCKED' }]);
  });

  test('how long a passcode is good', async () => {
    await setSms({ lifeTime: seconds(20) });
    const device = await makeActive();
    const id = idOf(await begin(device));
    const otp = await sentTo(device);
    platform.clock.advance(21_000);
    expect(messageOf(await check(id, otp))).toMatch(/expired.* 3 attempts remaining/);
  });

  test('how long asking again brings the same passcode', async () => {
    await setSms({ refresh: seconds(40) });
    const device = await makeActive();
    await begin(device);
    const first = await sentTo(device);
    platform.clock.advance(30_000);
    await begin(device);
    expect(await sentTo(device)).toBe(first);
    platform.clock.advance(11_000);
    await begin(device);
    const sentAt = (await platform.get(`${devices}/${device}/otp`)).body['sentAt'];
    expect(Math.abs(Date.parse(String(sentAt)) - platform.clock.nowMillis())).toBeLessThan(5_000);
  });

  test('in its former form too, which says that it is deprecated', async () => {
    const [policy] = listed(await platform.get(policies), policies);
    const former = await platform.get('deviceAuthenticationPolicy');
    expect(former.body['id']).toBe(policy?.['id']);
    expect(former.headers.get('deprecation')).toBe(`@${Date.UTC(2021, 11, 16) / 1_000}`);
    expect(former.headers.get('sunset')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(former.headers.get('link')).toBe(
      `<${platform.platform}/environments/${sandboxEnvironmentId}/${policies}>; rel="successor-version"`,
    );
    const body = { ...former.body, name: 'Renamed' };
    const changed = await platform.call('PUT', 'deviceAuthenticationPolicy', { body });
    expect(changed.body).toMatchObject({ name: 'Renamed', default: true });
    expect(changed.headers.has('deprecation')).toBe(true);
    expect(listed(await platform.get(policies), policies)).toMatchObject([{ name: 'Renamed' }]);
  });

  test('one of several is the default', async () => {
    const [policy] = listed(await platform.get(policies), policies);
    const made = await platform.call('POST', policies, {
      body: { ...policy, name: 'Strict', default: true },
    });
    expect(made.status).toBe(201);
    expect(made.headers.has('deprecation')).toBe(false);
    expect((await platform.get('deviceAuthenticationPolicy')).body).toMatchObject({ name: 'Strict' });
    expect(listed(await platform.get(policies), policies).map((each) => each['default'])).toEqual([
      false,
      true,
    ]);
    expect((await platform.call('DELETE', `${policies}/${idOf(made)}`)).status).toBe(400);
  });
});
