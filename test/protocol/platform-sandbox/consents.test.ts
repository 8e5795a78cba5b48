import { describe, expect, onTestFinished, test } from 'vitest';
import { sandboxAgreementId, sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const terms = sandboxAgreementId(1);
const privacy = sandboxAgreementId(2);
const ended = sandboxAgreementId(4);
const user = sandboxUserId(7);
const day = 86_400_000;

const platform = startedAnew(startPlatform);

/** Finds the parts of a consent to the text of an agreement that is in force. */
async function textOf(agreement: string, locale = 'en'): Promise<{ language: Json; revision: Json }> {
  const answered = await platform.get(`agreements/${agreement}/languages`);
  const language = listed(answered, 'languages').find((each) => each['locale'] === locale);
  return { language: { id: language?.['id'] }, revision: language?.['currentRevision'] as Json };
}

function accept(agreement: string, body: unknown, who = user): Promise<Answered> {
  return platform.call('POST', `users/${who}/agreementConsents/${agreement}`, {
    action: 'consent.accept',
    body,
  });
}

describe('accepting an agreement for a user', () => {
  test('answers 200 with the state, which is there from then on', async () => {
    const text = await textOf(terms);
    const accepted = await accept(terms, { ...text, consentedAt: '2024-05-01T12:00:00+02:00' });
    expect(accepted.status).toBe(200);
    expect(accepted.headers.get('content-type')).toBe('application/json');
    expect(accepted.body).toMatchObject({
      user: { id: user },
      agreement: { id: terms },
      language: text.language,
      status: 'ACCEPTED',
      lastConsent: { at: '2024-05-01T10:00:00.000Z', ...text },
    });
    const read = await platform.get(`users/${user}/agreementConsents/${terms}`);
    expect(read.body).toEqual(accepted.body);
  });

  test('the last segment of the path is the id of the agreement, and of the state', async () => {
    const { body } = await accept(terms, await textOf(terms));
    expect(body['id']).toBe(terms);
    expect((await accept('another', await textOf(terms))).status).toBe(404);
  });

  test('without consentedAt the consent is of now', async () => {
    const { body } = await accept(terms, await textOf(terms));
    const at = Date.parse(String((body['lastConsent'] as Json)['at']));
    expect(Math.abs(at - platform.clock.nowMillis())).toBeLessThan(5_000);
  });

  test('the same again leaves the same state: only the latest consent is kept', async () => {
    const text = await textOf(terms);
    const first = await accept(terms, { ...text, consentedAt: '2024-05-01T12:00:00Z' });
    const again = await accept(terms, { ...text, consentedAt: '2024-05-01T12:00:00Z' });
    expect(again.body).toEqual(first.body);
    const older = await accept(terms, { ...text, consentedAt: '2020-05-01T12:00:00Z' });
    expect(older.body['lastConsent']).toMatchObject({ at: '2020-05-01T12:00:00.000Z' });
  });

  test.each([
    '2024-05-01',
    '2024-05-01T12:00:00',
    '2024-02-30T12:00:00Z',
    '2024-05-01 12:00:00Z',
    1_714_564_800,
    '2124-05-01T12:00:00Z',
    '',
  ])('consentedAt %j is refused', async (consentedAt) => {
    const refused = await accept(terms, { ...(await textOf(terms)), consentedAt });
    expect(refused.status).toBe(400);
    expect(refused.body['code']).toBe('INVALID_DATA');
    expect(refused.body['id']).toMatch(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/);
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_VALUE', target: 'consentedAt' }]);
  });

  test.each(['2024-05-01T12:00:00Z', '2024-05-01t12:00:00z', '2024-05-01T12:00:00.123456789+05:30'])(
    'consentedAt %j is taken',
    async (consentedAt) => {
      expect((await accept(terms, { ...(await textOf(terms)), consentedAt })).status).toBe(200);
    },
  );

  test('a clock that is up to five minutes ahead is forgiven', async () => {
    const text = await textOf(terms);
    const at = (seconds: number) => new Date(platform.clock.nowMillis() + seconds * 1_000).toISOString();
    expect((await accept(terms, { ...text, consentedAt: at(270) })).status).toBe(200);
    expect((await accept(terms, { ...text, consentedAt: at(330) })).status).toBe(400);
  });

  test('language and revision are required, both named at once', async () => {
    expect(detailsOf(await accept(terms, {}))).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'language.id' },
      { code: 'REQUIRED_VALUE', target: 'revision.id' },
    ]);
    const numbers = { language: { id: 1 }, revision: { id: '' } };
    expect(detailsOf(await accept(terms, numbers))).toMatchObject([
      { code: 'INVALID_VALUE', target: 'language.id' },
      { code: 'REQUIRED_VALUE', target: 'revision.id' },
    ]);
  });

  test('the language has to be one of the agreement', async () => {
    const refused = await accept(terms, await textOf(privacy));
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_VALUE', target: 'language.id' }]);
  });

  test('the revision has to be the most recent one that is effective', async () => {
    const { language, revision } = await textOf(terms);
    const path = `agreements/${terms}/languages/${String(language['id'])}/revisions`;
    const [former, current, next] = listed(await platform.get(path), 'revisions');
    expect(current?.['id']).toBe(revision['id']);
    for (const other of [former, next])
      expect(detailsOf(await accept(terms, { language, revision: { id: other?.['id'] } }))).toMatchObject([
        { code: 'INVALID_VALUE', target: 'revision.id' },
      ]);
    // In two months the next one is in force.
    platform.clock.advance(61 * day);
    const later = await startLater();
    expect((await later({ language, revision: { id: next?.['id'] } })).status).toBe(200);
    expect((await later({ language, revision })).status).toBe(400);
  });

  /** Accepts with a token that is good at the time that the clock shows now. */
  async function startLater() {
    const token = await platform.token();
    const path = `users/${user}/agreementConsents/${terms}`;
    return (body: unknown) => platform.call('POST', path, { action: 'consent.accept', body, token });
  }

  test('nobody consents to an agreement that is disabled', async () => {
    const refused = await accept(ended, await textOf(ended));
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_VALUE', target: 'agreement.id' }]);
  });

  test('a user whom the platform does not know is a 404', async () => {
    const refused = await accept(terms, await textOf(terms), sandboxUserId(401));
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('user') });
  });

  test('hundreds at once are each answered, and each kept', async () => {
    const text = await textOf(terms);
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
    const answers = await Promise.all(numbers.map((number) => accept(terms, text, sandboxUserId(number))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await platform.engine.platform()).status()).toMatchObject({ consents: 300 });
  });
});

describe('how a user stands to an agreement', () => {
  const stateOf = async (agreement: string, token?: string) =>
    (
      await platform.call(
        'GET',
        `users/${user}/agreementConsents/${agreement}`,
        token === undefined ? {} : { token },
      )
    ).body;

  test('before any consent it is pending, in the language that the user would be asked in', async () => {
    const german = sandboxUserId(1);
    const { body } = await platform.get(`users/${german}/agreementConsents/${terms}`);
    expect(body).toMatchObject({ status: 'PENDING', language: (await textOf(terms, 'de')).language });
    expect(body['lastConsent']).toBeUndefined();
  });

  test('the list has the state of every agreement', async () => {
    await accept(terms, await textOf(terms));
    const all = listed(await platform.get(`users/${user}/agreementConsents`), 'agreementConsents');
    expect(all.map(({ status }) => status)).toEqual(['ACCEPTED', 'PENDING', 'PENDING', 'AGREEMENT_DISABLED']);
  });

  test('it expires with the reconsent period, and a longer period brings it back', async () => {
    const threeYearsAgo = new Date(platform.clock.nowMillis() - 3 * 365 * day).toISOString();
    const text = await textOf(privacy);
    const { body } = await accept(privacy, { ...text, consentedAt: threeYearsAgo });
    expect(body).toMatchObject({ status: 'EXPIRED', lastConsent: { at: threeYearsAgo } });
    expect((body['lastConsent'] as Json)['expiresAt']).toBe(
      new Date(Date.parse(threeYearsAgo) + 730 * day).toISOString(),
    );
    const agreement = (await platform.get(`agreements/${privacy}`)).body;
    const raised = { ...agreement, reconsentPeriodDays: 1_460.5 };
    expect((await platform.call('PUT', `agreements/${privacy}`, { body: raised })).body).toMatchObject({
      reconsentPeriodDays: 1_460.5,
    });
    expect(await stateOf(privacy)).toMatchObject({ status: 'ACCEPTED', language: text.language });
  });

  test('a newer revision that asks for it makes it pending again', async () => {
    await accept(terms, await textOf(terms));
    platform.clock.advance(61 * day);
    const state = await stateOf(terms, await platform.token());
    expect(state).toMatchObject({ status: 'PENDING', lastConsent: {} });
  });

  test('it can be revoked, once, and accepted anew', async () => {
    const path = `users/${user}/agreementConsents/${terms}`;
    const revoke = () => platform.call('POST', path, { action: 'consent.revoke' });
    expect((await revoke()).status).toBe(400);
    await accept(terms, await textOf(terms));
    expect((await revoke()).body).toMatchObject({ status: 'REVOKED', lastConsent: {} });
    expect((await revoke()).status).toBe(400);
    expect((await accept(terms, await textOf(terms))).body['status']).toBe('ACCEPTED');
  });
});

describe('what the platform has taken', () => {
  test('is there after a restart', async () => {
    const folder = temporaryDirectory();
    onTestFinished(folder.remove);
    const stored = async () => startPlatform({}, {}, { storage: await openTestStorage(folder.path) });
    await startInstead(platform, stored);
    await accept(terms, { ...(await textOf(terms)), consentedAt: '2024-05-01T12:00:00Z' });
    const made = await platform.call('POST', 'users', {
      body: { username: 'zoe', email: 'zoe@example.com' },
    });
    await platform.call('DELETE', `users/${sandboxUserId(9)}`);
    await startInstead(platform, stored);
    const state = await platform.get(`users/${user}/agreementConsents/${terms}`);
    expect(state.body).toMatchObject({ lastConsent: { at: '2024-05-01T12:00:00.000Z' } });
    expect((await platform.get(`users/${String(made.body['id'])}`)).body).toMatchObject({
      username: 'zoe',
    });
    expect((await platform.get(`users/${sandboxUserId(9)}`)).status).toBe(404);
    expect((await platform.get('users?limit=1')).body['count']).toBe(400);
    const activities = listed(await platform.get('activities'), 'activities');
    expect(activities.map(({ action }) => (action as Json)['type'])).toEqual([
      'USER.DELETED',
      'USER.CREATED',
      'AGREEMENT_CONSENT.ACCEPTED',
    ]);
    await (await platform.engine.platform()).reset();
    expect(await platform.get(`users/${user}/agreementConsents/${terms}`)).toMatchObject({
      body: { status: 'PENDING' },
    });
  });

  test('is committed before the answer', async () => {
    const memory = createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 });
    const commits: (() => void)[] = [];
    let isHeld = false;
    const commit = async () => {
      if (isHeld) await new Promise<void>((resolve) => commits.push(resolve));
    };
    const records = { ...memory.records, commit };
    await startInstead(platform, () => startPlatform({}, {}, { storage: { ...memory, records } }));
    const text = await textOf(terms);
    isHeld = true;
    let answered: Answered | null = null;
    const accepted = accept(terms, text).then((answer) => (answered = answer));
    await eventually(() => (commits.length > 0 ? true : null));
    expect(await memory.records.get('platform.consent', `${user}/${terms}`)).toMatchObject({
      revokedAtMillis: null,
    });
    expect(answered).toBeNull();
    isHeld = false;
    for (const release of commits) release();
    expect((await accepted).status).toBe(200);
  });

  test('is gone for who asks while the sandbox begins anew; each of two that came at once was recorded', async () => {
    const memory = createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 });
    const held: (() => void)[] = [];
    const clear: typeof memory.records.clear = async (kinds) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return memory.records.clear(kinds);
    };
    const records = { ...memory.records, clear };
    await startInstead(platform, () => startPlatform({}, {}, { storage: { ...memory, records } }));
    const text = await textOf(terms);
    const times = ['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z'];
    await Promise.all(times.map((consentedAt) => accept(terms, { ...text, consentedAt })));
    const state = () => platform.get(`users/${user}/agreementConsents/${terms}`);
    expect(times).toContain(((await state()).body['lastConsent'] as Json)['at']);
    const types = listed(await platform.get('activities'), 'activities');
    expect(types).toHaveLength(2);
    const reset = (await platform.engine.platform()).reset();
    const asked = state();
    await eventually(() => (held.length > 0 ? true : null));
    held[0]?.();
    expect((await asked).body['status']).toBe('PENDING');
    await reset;
    expect((await state()).body['status']).toBe('PENDING');
    expect(listed(await platform.get('activities'), 'activities')).toEqual([]);
  });

  test('is forgotten with the changes in the sandbox', async () => {
    await accept(terms, await textOf(terms));
    expect(await platform.engine.upkeep.purge(['sandbox'])).toBeGreaterThan(1);
    expect((await platform.get(`users/${user}/agreementConsents/${terms}`)).body['status']).toBe('PENDING');
  });
});
