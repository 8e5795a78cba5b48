import { describe, expect, test } from 'vitest';
import { sandboxAgreementId, sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(startPlatform);

const day = 86_400_000;
const terms = `agreements/${sandboxAgreementId(1)}`;
const create = (path: string, body: unknown) => platform.call('POST', path, { body });
const idOf = ({ body }: Answered) => String(body['id']);
const at = (days: number) => new Date(platform.clock.nowMillis() + days * day).toISOString();
const revision = (effectiveAt: string, more: Json = {}) => ({
  contentType: 'text/plain',
  text: 'What is agreed to.',
  effectiveAt,
  requireReconsent: false,
  ...more,
});

/** An agreement with an English text that is in force, enabled. */
async function makeAgreement(name: string): Promise<string> {
  const path = `agreements/${idOf(await create('agreements', { name, enabled: false }))}`;
  const language = idOf(await create(`${path}/languages`, { displayName: 'English', locale: 'en' }));
  await create(`${path}/languages/${language}/revisions`, revision(at(0)));
  await platform.call('PUT', `${path}/languages/${language}`, {
    body: { displayName: 'English', locale: 'en', enabled: true },
  });
  const enabled = await platform.call('PUT', path, { body: { name, enabled: true } });
  expect(enabled.status).toBe(200);
  return path;
}

describe('an agreement', () => {
  test('is created, read, changed and deleted', async () => {
    const path = await makeAgreement('House rules');
    const { body } = await platform.get(path);
    expect(body).toMatchObject({
      name: 'House rules',
      enabled: true,
      totalConsents: 0,
      totalExpiredConsents: 0,
    });
    expect(body['reconsentPeriodDays']).toBeUndefined();
    const changed = await platform.call('PUT', path, { body: { ...body, reconsentPeriodDays: 30.5 } });
    expect(changed.body).toMatchObject({ name: 'House rules', reconsentPeriodDays: 30.5 });
    expect((await platform.call('DELETE', path)).status).toBe(204);
    expect((await platform.get(`${path}/languages`)).status).toBe(404);
  });

  test('needs a name of its own, and says whether it is enabled', async () => {
    expect(detailsOf(await create('agreements', {}))).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'name' },
      { code: 'REQUIRED_VALUE', target: 'enabled' },
    ]);
    const twice = await create('agreements', { name: 'Terms of Service', enabled: false });
    expect(detailsOf(twice)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION', target: 'name' }]);
    const period = await create('agreements', { name: 'x', enabled: false, reconsentPeriodDays: 0 });
    expect(detailsOf(period)).toMatchObject([{ code: 'INVALID_VALUE', target: 'reconsentPeriodDays' }]);
  });

  test('is enabled only with a text in the default language', async () => {
    const refused = await create('agreements', { name: 'Empty', enabled: true });
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_VALUE', target: 'enabled' }]);
    // The beta programme has an English text alone.
    await platform.call('PUT', 'languages', { body: { locale: 'de' } });
    const beta = { name: 'Beta Programme', enabled: true };
    expect((await platform.call('PUT', `agreements/${sandboxAgreementId(4)}`, { body: beta })).status).toBe(
      400,
    );
    await platform.call('PUT', 'languages', { body: { locale: 'en' } });
    expect((await platform.call('PUT', `agreements/${sandboxAgreementId(4)}`, { body: beta })).status).toBe(
      200,
    );
  });

  test('that is enabled keeps its text in the default language', async () => {
    const path = await makeAgreement('House rules');
    const [english] = listed(await platform.get(`${path}/languages`), 'languages');
    const text = `${path}/languages/${String(english?.['id'])}`;
    const disable = () => platform.call('PUT', text, { body: { ...english, enabled: false } });
    expect(detailsOf(await disable())).toMatchObject([{ code: 'INVALID_VALUE', target: 'enabled' }]);
    expect((await platform.call('DELETE', text)).status).toBe(400);
    await platform.call('PUT', path, { body: { name: 'House rules', enabled: false } });
    expect((await disable()).body).toMatchObject({ enabled: false });
    const enable = await platform.call('PUT', path, { body: { name: 'House rules', enabled: true } });
    expect(detailsOf(enable)).toMatchObject([{ target: 'enabled' }]);
  });

  test('stays once users have consented to it, and counts them about once a day', async () => {
    const path = await makeAgreement('House rules');
    const [language] = listed(await platform.get(`${path}/languages`), 'languages');
    const accepted = await platform.call(
      'POST',
      `users/${sandboxUserId(1)}/agreementConsents/${path.slice(11)}`,
      {
        action: 'consent.accept',
        body: { language: { id: language?.['id'] }, revision: language?.['currentRevision'] },
      },
    );
    expect(accepted.status).toBe(200);
    const refused = await platform.call('DELETE', path);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'REQUEST_FAILED' });
    expect((await platform.get(path)).body).toMatchObject({ totalConsents: 0 });
    platform.clock.advance(day);
    const tomorrow = await platform.call('GET', path, { token: await platform.token() });
    expect(tomorrow.body).toMatchObject({ totalConsents: 1, totalExpiredConsents: 0 });
  });

  test('cannot be disabled or deleted while a sign-on action shows it', async () => {
    const path = await makeAgreement('House rules');
    const policy = `signOnPolicies/${idOf(await create('signOnPolicies', { name: 'Portal' }))}`;
    const action = await create(`${policy}/actions`, {
      type: 'AGREEMENT',
      agreement: { id: path.slice(11) },
    });
    expect(action.status).toBe(201);
    const disable = () => platform.call('PUT', path, { body: { name: 'House rules', enabled: false } });
    expect((await disable()).body).toMatchObject({ code: 'REQUEST_FAILED' });
    expect((await platform.call('DELETE', path)).body).toMatchObject({ code: 'REQUEST_FAILED' });
    await platform.call('DELETE', `${policy}/actions/${idOf(action)}`);
    expect((await disable()).status).toBe(200);
  });

  test('there are at most a hundred', async () => {
    for (let number = 5; number <= 100; number += 1)
      expect((await create('agreements', { name: `Agreement ${number}`, enabled: false })).status).toBe(201);
    const refused = await create('agreements', { name: 'One more', enabled: false });
    expect(detailsOf(refused)).toMatchObject([
      { code: 'SIZE_LIMIT_EXCEEDED', innerError: { maximumValue: 100 } },
    ]);
  });
});

describe('the texts of an agreement', () => {
  test('a language names the revision that is in force', async () => {
    const languages = listed(await platform.get(`${terms}/languages`), 'languages');
    expect(languages.map(({ locale }) => locale)).toEqual(['en', 'de', 'fr', 'es-419']);
    for (const language of languages) {
      const path = `${terms}/languages/${String(language['id'])}/revisions`;
      const revisions = listed(await platform.get(path), 'revisions');
      const now = new Date(platform.clock.nowMillis()).toISOString();
      const inForce = revisions.filter(({ effectiveAt }) => String(effectiveAt) <= now);
      expect(language['currentRevision']).toEqual({ id: inForce.at(-1)?.['id'] });
      expect(inForce).toHaveLength(2);
      expect(revisions.map(({ notValidAfter }) => notValidAfter)).toEqual([
        revisions[1]?.['effectiveAt'],
        revisions[2]?.['effectiveAt'],
        undefined,
      ]);
    }
  });

  test('a language is one of BCP 47, and there once', async () => {
    const wrong = await create(`${terms}/languages`, { displayName: 'x', locale: 'english' });
    expect(detailsOf(wrong)).toMatchObject([{ code: 'INVALID_VALUE', target: 'locale' }]);
    const twice = await create(`${terms}/languages`, { displayName: 'x', locale: 'DE' });
    expect(detailsOf(twice)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION', target: 'locale' }]);
    const early = await create(`${terms}/languages`, { displayName: 'x', locale: 'it', enabled: true });
    expect(detailsOf(early)).toMatchObject([{ code: 'INVALID_VALUE', target: 'enabled' }]);
  });

  test('a revision comes into force now or later, at a time of its own', async () => {
    const language = idOf(await create(`${terms}/languages`, { displayName: 'Italian', locale: 'it' }));
    const path = `${terms}/languages/${language}/revisions`;
    const time = at(10);
    expect((await create(path, revision(time))).status).toBe(201);
    expect(detailsOf(await create(path, revision(time)))).toMatchObject([
      { code: 'UNIQUENESS_VIOLATION', target: 'effectiveAt' },
    ]);
    for (const effectiveAt of [at(-1), '2030-01-01', 'soon'])
      expect(detailsOf(await create(path, revision(effectiveAt)))).toMatchObject([
        { code: 'INVALID_VALUE', target: 'effectiveAt' },
      ]);
    expect((await platform.get(`${terms}/languages/${language}`)).body['currentRevision']).toBeUndefined();
  });

  test('a revision is never changed, and deleted only before it is in force', async () => {
    const language = idOf(await create(`${terms}/languages`, { displayName: 'Italian', locale: 'it' }));
    const path = `${terms}/languages/${language}/revisions`;
    const one = `${path}/${idOf(await create(path, revision(at(10))))}`;
    expect((await platform.call('PUT', one, { body: revision(at(11)) })).status).toBe(405);
    expect((await platform.call('DELETE', one)).status).toBe(204);
    const inForce = `${path}/${idOf(await create(path, revision(at(0))))}`;
    expect((await platform.call('DELETE', inForce)).body).toMatchObject({ code: 'REQUEST_FAILED' });
    expect((await platform.call('DELETE', `${terms}/languages/${language}`)).status).toBe(400);
  });

  test('a revision is text or HTML of at most 32,000 characters', async () => {
    const language = idOf(await create(`${terms}/languages`, { displayName: 'Italian', locale: 'it' }));
    const path = `${terms}/languages/${language}/revisions`;
    expect((await create(path, revision(at(1), { text: 'ü'.repeat(32_000) }))).status).toBe(201);
    expect(detailsOf(await create(path, revision(at(2), { text: 'ü'.repeat(32_001) })))).toMatchObject([
      { target: 'text', innerError: { rangeMaximumValue: 32_000 } },
    ]);
    expect(detailsOf(await create(path, revision(at(3), { contentType: 'text/markdown' })))).toMatchObject([
      { target: 'contentType', innerError: { allowedValues: ['text/html', 'text/plain'] } },
    ]);
  });

  test('a language has at most a hundred revisions', async () => {
    const language = idOf(await create(`${terms}/languages`, { displayName: 'Italian', locale: 'it' }));
    const path = `${terms}/languages/${language}/revisions`;
    for (let number = 1; number <= 100; number += 1) await create(path, revision(at(number)));
    expect(detailsOf(await create(path, revision(at(101))))).toMatchObject([
      { code: 'SIZE_LIMIT_EXCEEDED', innerError: { maximumValue: 100 } },
    ]);
  });
});

test('a list is read page by page, each thing once, while others come and go', async () => {
  const path = 'passwordPolicies';
  const make = async (name: string) =>
    String((await platform.call('POST', path, { body: { name, length: { min: 8 } } })).body['id']);
  const first = await make('One');
  await make('Two');
  await make('Three');
  const names: unknown[] = [];
  let page = await platform.get(`${path}?limit=2`);
  names.push(...listed(page, path).map(({ name }) => name));
  await platform.call('DELETE', `${path}/${first}`);
  await make('Four');
  for (;;) {
    const { next } = page.body['_links'] as { readonly next?: { readonly href: string } };
    if (next === undefined) break;
    const { pathname, search } = new URL(next.href);
    page = await platform.get(`${pathname}${search}`);
    names.push(...listed(page, path).map(({ name }) => name));
  }
  expect(names).toEqual(['Standard', 'One', 'Two', 'Three', 'Four']);
});
