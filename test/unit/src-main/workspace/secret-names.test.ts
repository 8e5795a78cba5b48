import { describe, expect, test } from 'vitest';
import { findClearSecrets } from '#main/workspace/clear-secrets.ts';
import { belongsTo, storedNameOf } from '#main/workspace/secret-names.ts';

const connector = (name: string) => ({ file: `connectors/provisioner.openicf-${name}.json`, value: {} });
const client = (file: string, id: string) => ({
  file: `oauth/clients/${file}.json`,
  value: { client_id: id },
});
const longName = (end: string) => `${'directory-of-people-in-the-north-'.repeat(2).slice(0, 46)}${end}`;

describe('the name of a stored secret', () => {
  test('comes from the file and the place', () => {
    expect(storedNameOf(client('any', 'portal-web'), ['client_secret'])).toBe('client.portal-web');
    expect(storedNameOf(connector('hr'), ['configurationProperties', 'clientSecret'])).toBe(
      'connector.hr.clientSecret',
    );
    expect(
      storedNameOf({ file: 'gatehouse.json', value: {} }, ['services', 'connectorHost', 'password']),
    ).toBe('settings.connectorHost.password');
  });

  test('is another one for each of two long names that begin alike', () => {
    const [one, other] = [longName('-a'), longName('-b')].map((name) =>
      storedNameOf(connector(name), ['authToken']),
    );
    expect(one).not.toBe(other);
    expect(one?.length).toBeLessThanOrEqual(128);
  });
});

describe('whose a name says that a secret is', () => {
  test('the longest name of a file wins: hr.dev is not hr', () => {
    const name = 'connector.hr.dev.authToken';
    expect(belongsTo(name, connector('hr'))).toBeGreaterThan(0);
    expect(belongsTo(name, connector('hr.dev'))).toBeGreaterThan(belongsTo(name, connector('hr')));
    expect(belongsTo(name, connector('h'))).toBe(0);
    expect(belongsTo(name, connector('hr.d'))).toBe(0);
  });

  test('a client is known by its client_id, whatever its file is called', () => {
    expect(belongsTo('client.portal-web', client('portal', 'portal-web'))).toBeGreaterThan(0);
    expect(belongsTo('client.portal-web', client('portal-web', 'another'))).toBe(0);
    expect(belongsTo('client.portal-web', connector('client.portal-web'))).toBe(0);
  });

  test('names that were given before long ones were kept apart are still known', () => {
    const name = longName('-a');
    expect(belongsTo(`connector.${name.slice(0, 40)}.authToken`, connector(name))).toBeGreaterThan(0);
    expect(belongsTo(storedNameOf(connector(name), ['authToken']), connector(name))).toBeGreaterThan(0);
  });
});

test('a secret in clear is never stored over that of another file', () => {
  const text = '{"configurationProperties":{"authToken":"planted"}}';
  const nameWith = (owners: readonly string[] | null) =>
    findClearSecrets(connector('hr').file, text, { owners: () => owners })[0]?.storedName;
  expect(nameWith(null)).toBe('connector.hr.authToken');
  expect(nameWith([connector('hr').file])).toBe('connector.hr.authToken');
  expect(nameWith([connector('other').file])).toMatch(/^connector\.hr\.authToken-[0-9a-f]{12}$/);
});
