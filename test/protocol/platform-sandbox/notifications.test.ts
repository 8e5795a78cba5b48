import { describe, expect, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(startPlatform);

const idOf = ({ body }: Answered) => String(body['id']);
const contents = 'templates/verification_code_template/contents';
const write = (more: Json = {}) =>
  platform.call('POST', contents, {
    body: { locale: 'en', deliveryMethod: 'SMS', body: 'Your code is ${otp}.', ...more },
  });

describe('the languages of an environment', () => {
  const defaults = async () =>
    listed(await platform.get('languages'), 'languages')
      .filter((each) => each['default'] === true)
      .map(({ locale }) => locale);

  test('a write sets the default: of the list, of one, or of a new one', async () => {
    expect(await defaults()).toEqual(['en']);
    expect((await platform.call('PUT', 'languages', { body: { locale: 'de' } })).body).toMatchObject({
      locale: 'de',
      default: true,
    });
    expect(await defaults()).toEqual(['de']);
    const french = listed(await platform.get('languages'), 'languages').find(({ locale }) => locale === 'fr');
    const body = { ...french, default: true };
    await platform.call('PUT', `languages/${String(french?.['id'])}`, { body });
    expect(await defaults()).toEqual(['fr']);
    const made = await platform.call('POST', 'languages', { body: { locale: 'pt-BR', default: true } });
    expect(made.status).toBe(201);
    expect(await defaults()).toEqual(['pt-BR']);
  });

  test('there always is a default, and it is enabled', async () => {
    const [english] = listed(await platform.get('languages'), 'languages');
    const path = `languages/${String(english?.['id'])}`;
    const put = (more: Json) => platform.call('PUT', path, { body: { ...english, ...more } });
    expect(detailsOf(await put({ default: false }))).toMatchObject([{ target: 'default' }]);
    expect(detailsOf(await put({ enabled: false }))).toMatchObject([{ target: 'enabled' }]);
    expect((await platform.call('DELETE', path)).status).toBe(400);
    expect(detailsOf(await platform.call('PUT', 'languages', { body: { locale: 'ja' } }))).toMatchObject([
      { code: 'INVALID_VALUE', target: 'locale' },
    ]);
    const twice = await platform.call('POST', 'languages', { body: { locale: 'DE' } });
    expect(detailsOf(twice)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION' }]);
  });
});

describe('the templates of notifications', () => {
  test('are listed by their current ids', async () => {
    const ids = listed(await platform.get('templates'), 'templates').map(({ id }) => id);
    expect(ids).toContain('verification_code_template');
    expect(ids).toContain('recovery_code_template');
    expect(ids).toContain('device_pairing');
    expect(ids).not.toContain('offline_pairing');
  });

  test('ids from before are answered still, and name what took their place', async () => {
    for (const [id, successor] of [
      ['offline_pairing', 'device_pairing'],
      ['offline_authentication', 'strong_authentication'],
    ]) {
      const answered = await platform.get(`templates/${id}`);
      expect(answered.body).toMatchObject({ id, replacedBy: successor });
      expect(answered.headers.get('deprecation')).toBe(`@${Date.UTC(2019, 6, 31) / 1_000}`);
      expect(answered.headers.get('link')).toContain(`/templates/${successor}>; rel="successor-version"`);
    }
    expect((await platform.get('templates/device_pairing')).headers.has('deprecation')).toBe(false);
  });
});

describe('a content of a template', () => {
  test('is the only one of its template, locale, delivery method and variant', async () => {
    expect((await write()).status).toBe(201);
    const refused = await write({ locale: 'EN' });
    expect(refused.status).toBe(400);
    expect(refused.body['code']).toBe('INVALID_DATA');
    expect(detailsOf(refused).map(({ code, target }) => [code, target])).toEqual([
      ['UNIQUENESS_VIOLATION', 'template'],
      ['UNIQUENESS_VIOLATION', 'locale'],
      ['UNIQUENESS_VIOLATION', 'deliveryMethod'],
      ['UNIQUENESS_VIOLATION', 'variant'],
    ]);
    for (const other of [{ locale: 'de' }, { deliveryMethod: 'Voice' }, { variant: 'short' }])
      expect((await write(other)).status).toBe(201);
    const recovery = { locale: 'en', deliveryMethod: 'SMS', body: '${otp}' };
    const path = 'templates/recovery_code_template/contents';
    expect((await platform.call('POST', path, { body: recovery })).status).toBe(201);
  });

  test('cannot be changed into another one that is there', async () => {
    await write();
    const german = await write({ locale: 'de' });
    const path = `${contents}/${idOf(german)}`;
    const put = (locale: string) => platform.call('PUT', path, { body: { ...german.body, locale } });
    expect(detailsOf(await put('en'))[0]).toMatchObject({ code: 'UNIQUENESS_VIOLATION' });
    expect((await put('fr')).status).toBe(200);
    // It may stay what it is.
    expect((await put('fr')).status).toBe(200);
  });

  test('without a locale is in the default language of the environment', async () => {
    await platform.call('PUT', 'languages', { body: { locale: 'de' } });
    expect((await write({ locale: undefined })).body).toMatchObject({ locale: 'de' });
  });

  test('has variables that are the same in upper and lower case', async () => {
    const made = await write({ body: '${OTP} ${otp} ${User.Name.Given}' });
    expect(made.body['variables']).toEqual(['otp', 'user.name.given']);
  });

  test('has variables of its template alone, unless dynamic ones are allowed', async () => {
    const body = 'Pay ${amount} to ${payee}.';
    expect(detailsOf(await write({ body }))).toMatchObject([
      { code: 'INVALID_VALUE', target: 'body', innerError: { referencedValues: ['amount', 'payee'] } },
    ]);
    expect((await write({ body, allowDynamicVariables: true })).body).toMatchObject({
      allowDynamicVariables: true,
    });
  });

  test('may have a sender whom nobody has confirmed', async () => {
    const from = { name: 'Shop', address: 'news@unconfirmed.example' };
    expect((await write({ deliveryMethod: 'Email', from, replyTo: from })).body).toMatchObject({
      from,
      replyTo: from,
    });
  });
});

describe('the settings of notifications', () => {
  test('have no defaultLanguage any more', async () => {
    expect((await platform.get('notificationsSettings')).body['defaultLanguage']).toBeUndefined();
    const refused = await platform.call('PUT', 'notificationsSettings', { body: { defaultLanguage: 'en' } });
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_VALUE', target: 'defaultLanguage' }]);
  });

  test('name providers that fall back on each other', async () => {
    const chain = (smsProvidersFallbackChain: readonly string[]) =>
      platform.call('PUT', 'notificationsSettings', { body: { smsProvidersFallbackChain } });
    expect(detailsOf(await chain(['CUSTOM_ACME', 'PLATFORM_DEFAULT']))).toMatchObject([
      { target: 'smsProvidersFallbackChain', innerError: { referencedValues: ['CUSTOM_ACME'] } },
    ]);
    await deliver({ provider: 'CUSTOM_ACME', sid: 'AC1', authToken: 'planted-token' });
    expect((await chain(['CUSTOM_ACME', 'PLATFORM_DEFAULT'])).status).toBe(200);
    expect((await platform.get('notificationsSettings')).body).toMatchObject({
      smsProvidersFallbackChain: ['CUSTOM_ACME', 'PLATFORM_DEFAULT'],
    });
  });

  const path = 'notificationsSettings/phoneDeliverySettings';
  const deliver = (body: Json) => platform.call('POST', path, { body });
  const gateway = [{ deliveryMethod: 'SMS', method: 'POST', url: 'https://sms.example/send' }];

  test('phone delivery goes through a provider of one’s own, or an account at a third party', async () => {
    expect((await deliver({ provider: 'CUSTOM_PROVIDER', requests: gateway })).status).toBe(201);
    const account = await deliver({ provider: 'CUSTOM_ACME_VOICE', sid: 'AC1', authToken: 'planted-token' });
    expect(account.status).toBe(201);
    expect(JSON.stringify(account.body)).not.toContain('planted-token');
    for (const provider of ['ACME', 'CUSTOM_', 'custom_provider', 'CUSTOM_Acme'])
      expect(detailsOf(await deliver({ provider }))).toMatchObject([
        { code: 'INVALID_VALUE', target: 'provider' },
      ]);
    expect(detailsOf(await deliver({ provider: 'CUSTOM_PROVIDER' }))).toMatchObject([{ target: 'requests' }]);
    expect(detailsOf(await deliver({ provider: 'CUSTOM_ACME' })).map(({ target }) => target)).toEqual([
      'sid',
      'authToken',
    ]);
    const other = { provider: 'CUSTOM_PROVIDER', requests: gateway };
    expect(detailsOf(await platform.call('PUT', `${path}/${idOf(account)}`, { body: other }))).toMatchObject([
      { target: 'provider' },
    ]);
  });

  test('supportedCountries are those of short codes and toll-free numbers', async () => {
    const from = (type: string) =>
      deliver({
        provider: 'CUSTOM_PROVIDER',
        requests: gateway,
        numbers: [{ number: '12345', type, supportedCountries: ['CA', 'US'] }],
      });
    expect((await from('SHORT_CODE')).body).toMatchObject({
      numbers: [{ supportedCountries: ['CA', 'US'] }],
    });
    expect((await from('TOLL_FREE')).status).toBe(201);
    expect(detailsOf(await from('PHONE_NUMBER'))).toMatchObject([{ target: 'numbers.0.supportedCountries' }]);
  });
});
