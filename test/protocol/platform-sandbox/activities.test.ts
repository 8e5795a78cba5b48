import { describe, expect, test } from 'vitest';
import {
  sandboxAgreementId,
  sandboxEnvironmentId,
  sandboxUserId,
} from '#main/services/platform-sandbox/index.ts';
import { startRemote } from '#test/support/connectors.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const terms = sandboxAgreementId(1);
const consentOf = (number: number) => `users/${sandboxUserId(number)}/agreementConsents/${terms}`;

const receiver = startedAnew(() => startRemote((_request, response) => void response.writeHead(204).end()));
const platform = startedAnew(() => {
  const audit = { url: `${receiver.origin}/`, events: ['AGREEMENT_CONSENT.*', 'USER.CREATED'] };
  return startPlatform({}, { 'webhooks/audit.json': audit });
});

async function accept(number: number, transaction = `job:${number}`): Promise<Answered> {
  const [language] = listed(await platform.get(`agreements/${terms}/languages`), 'languages');
  return platform.call('POST', consentOf(number), {
    action: 'consent.accept',
    body: { language: { id: language?.['id'] }, revision: language?.['currentRevision'] },
    headers: { 'x-gatehouse-external-transaction-id': transaction },
  });
}

const typesIn = (answered: Answered) =>
  listed(answered, 'activities').map(({ action }) => (action as Json)['type']);
const search = (filter: string) => platform.get(`activities?filter=${encodeURIComponent(filter)}`);

describe('every change of state is an audit activity', () => {
  test('that says who did what to whom, and when', async () => {
    await accept(7, 'job:17');
    const [activity] = listed(await platform.get('activities'), 'activities');
    expect(activity).toMatchObject({
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      correlationId: 'job:17',
      actors: { client: { id: 'loader', type: 'CLIENT' } },
      action: { type: 'AGREEMENT_CONSENT.ACCEPTED', description: 'Agreement consent accepted.' },
      resources: [
        { type: 'AGREEMENT_CONSENT', id: terms, environment: { id: sandboxEnvironmentId } },
        { type: 'USER', id: sandboxUserId(7) },
      ],
      result: { status: 'SUCCESS' },
    });
  });

  test('of whatever kind, and only of what was really changed', async () => {
    await accept(1);
    await platform.call('POST', consentOf(1), { action: 'consent.revoke' });
    await platform.call('POST', consentOf(1), { action: 'consent.revoke' });
    const { body } = await platform.call('POST', 'users', { body: { username: 'zoe' } });
    await platform.call('POST', 'users', { body: { username: 'zoe' } });
    await platform.call('PATCH', `users/${String(body['id'])}`, { body: { enabled: false } });
    await platform.call('PUT', 'languages', { body: { locale: 'de' } });
    expect(typesIn(await platform.get('activities'))).toEqual([
      // The one that is the default now, and the one that was.
      'LANGUAGE.UPDATED',
      'LANGUAGE.UPDATED',
      'USER.UPDATED',
      'USER.CREATED',
      'AGREEMENT_CONSENT.REVOKED',
      'AGREEMENT_CONSENT.ACCEPTED',
    ]);
  });

  test('found by a filter in the query', async () => {
    await accept(1);
    platform.clock.advance(60_000);
    const between = new Date(platform.clock.nowMillis()).toISOString();
    platform.clock.advance(60_000);
    await accept(2);
    await platform.call('POST', 'users', { body: { username: 'zoe' } });
    const found = async (filter: string) => typesIn(await search(filter)).length;
    expect(await found('action.type eq "AGREEMENT_CONSENT.ACCEPTED"')).toBe(2);
    expect(await found(`recordedAt gt "${between}"`)).toBe(2);
    expect(await found(`recordedAt lt "${between}" and actors.client.id eq "loader"`)).toBe(1);
    expect(await found(`resources[type eq "USER" and id eq "${sandboxUserId(2)}"]`)).toBe(1);
    expect(await found('correlationId eq "job:2"')).toBe(1);
    expect(await found('action.type sw "AGREEMENT" and not (correlationId eq "job:1")')).toBe(1);
  });

  test('the operator `in` is no longer taken, and the refusal names it', async () => {
    const filter = 'action.type in ["USER.CREATED"]';
    for (const refused of [
      await search(filter),
      await platform.call('POST', 'activities', { body: { filter } }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.body['code']).toBe('INVALID_REQUEST');
      expect(detailsOf(refused)).toEqual([
        { code: 'INVALID_FILTER', target: 'filter', message: 'The operator “in” is no longer supported.' },
      ]);
    }
  });

  test('and by POST, with a filter in the body that may be longer than any query', async () => {
    await accept(1);
    await accept(2);
    const many = Array.from({ length: 1_000 }, (_, index) => `correlationId eq "none-${index}"`).join(' or ');
    const filter = `${many} or correlationId eq "job:2"`;
    const found = await platform.call('POST', 'activities', { body: { filter } });
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({ count: 1, size: 1 });
    expect((await platform.call('POST', 'activities', { body: {} })).body).toMatchObject({ count: 2 });
  });

  test('are read in pages, the newest first', async () => {
    for (const number of [1, 2, 3, 4, 5]) await accept(number);
    const first = await platform.get('activities?limit=2');
    expect(first.body).toMatchObject({ size: 2, count: 5 });
    const { next } = first.body['_links'] as { readonly next: { readonly href: string } };
    const { pathname, search: query } = new URL(next.href);
    await accept(6);
    const second = await platform.get(`${pathname}${query}`);
    expect(listed(second, 'activities').map(({ correlationId }) => correlationId)).toEqual([
      'job:3',
      'job:2',
    ]);
  });

  test('goes to who has subscribed to it, and says that it comes from the platform', async () => {
    await accept(7);
    await platform.call('PUT', 'languages', { body: { locale: 'de' } });
    await platform.call('POST', 'users', { body: { username: 'zoe' } });
    const seen = await eventually(() => (receiver.seen.length === 2 ? receiver.seen : null));
    const [accepted, created] = seen.map(({ body }) => JSON.parse(body) as Json);
    expect(accepted).toMatchObject({
      type: 'AGREEMENT_CONSENT.ACCEPTED',
      source: platform.platform,
      subject: sandboxUserId(7),
      data: {
        clientId: 'loader',
        resourceType: 'AGREEMENT_CONSENT',
        resourceId: terms,
        userId: sandboxUserId(7),
      },
    });
    expect(created).toMatchObject({ type: 'USER.CREATED' });
  });
});

describe('active identities are counted', () => {
  const counts = 'activeIdentityCounts';

  test('by day under metrics, and in the former place, which says that it is deprecated', async () => {
    await accept(1);
    platform.clock.advance(86_400_000);
    const token = await platform.token();
    await platform.call('PATCH', `users/${sandboxUserId(2)}`, { body: { enabled: false }, token });
    await platform.call('PATCH', `users/${sandboxUserId(3)}`, { body: { enabled: false }, token });
    const now = await platform.call('GET', `metrics/${counts}?limit=3`, { token });
    expect(listed(now, counts).map(({ activeIdentities }) => activeIdentities)).toEqual([2, 1, 0]);
    expect(now.headers.get('deprecation')).toBeNull();
    const former = await platform.call('GET', `${counts}?limit=3`, { token });
    expect(listed(former, counts)).toEqual(listed(now, counts));
    expect(former.headers.get('deprecation')).toBe(`@${Date.UTC(2021, 1, 5) / 1_000}`);
    expect(Date.parse(former.headers.get('sunset') ?? '')).toBeGreaterThan(platform.clock.nowMillis());
    expect(former.headers.get('link')).toBe(
      `<${platform.platform}/environments/${sandboxEnvironmentId}/metrics/${counts}>; rel="successor-version"`,
    );
  });

  test('by licence for an organization', async () => {
    await accept(1);
    await accept(2);
    const environment = (await platform.get(`/environments/${sandboxEnvironmentId}`)).body;
    const organization = String((environment['organization'] as Json)['id']);
    const license = String((environment['license'] as Json)['id']);
    const path = (org: string, id: string) =>
      `/organizations/${org}/licenses/${id}/metrics/activeIdentityCount`;
    expect((await platform.get(path(organization, license))).body).toMatchObject({
      license: { id: license },
      activeIdentityCount: 2,
    });
    expect((await platform.get(path('another', license))).status).toBe(404);
    expect((await platform.get(path(organization, 'another'))).status).toBe(404);
  });
});
