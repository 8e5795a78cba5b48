import { describe, expect, test } from 'vitest';
import { startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { connectorFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedAnew } from '#test/support/started.ts';

/** A person as the remote keeps it; it gives away no more than the members in which the fields are that `fields` names. */
const ada = {
  id: '101',
  login: 'ada',
  name: { given: 'Ada', family: 'Archer' },
  contact: { email: 'ada@example.com', phones: [{ number: '+1 555 0100' }] },
  employment: { title: 'Engineer', active: true },
};
const person = '/openidm/system/hr/__ACCOUNT__/101';
const everything =
  'id,login,name.given,name.family,contact.email,contact.phones.number,employment.title,employment.hired,employment.active';

const remote = startedAnew(() =>
  startRemote(({ url, method }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://remote');
    const names = searchParams
      .get('fields')
      ?.split(',')
      .map((name) => name.split('.')[0]);
    const whole = pathname.endsWith('/teams') ? { teams: [{ name: 'Analysts' }] } : ada;
    const shown = Object.entries(whole).filter(([name]) => names?.includes(name) ?? true);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(method === 'PATCH' ? { id: ada.id } : Object.fromEntries(shown)));
  }),
);
const engine = startedAnew(() =>
  startTestEngine({
    files: connectorFiles(({ configurationProperties }) => {
      configurationProperties['serviceUri'] = remote.origin;
      const { __ACCOUNT__: accounts } = configurationProperties.objectTypes;
      accounts['attrToGetKey'] = 'fields';
      const schema = accounts['schema'] as { fieldName: string; flags: string[] }[];
      const phones = schema.find(({ fieldName }) => fieldName === 'telephoneNumber');
      phones?.flags.push('NOT_RETURNED_BY_DEFAULT');
    }),
  }),
);
const call = managementClient(engine);

const asked = () =>
  remote.seen.map(({ method, url }) => `${method} ${url.replace('?fields=', ' ').replaceAll('%2C', ',')}`);

describe('who reads one object and names fields', () => {
  test('asks the remote for those, with one request', async () => {
    const { body } = await call('GET', `${person}?_fields=mail`);
    expect(body).toEqual({ _id: '101', mail: 'ada@example.com' });
    expect(asked()).toEqual(['GET /users/101 id,login,contact.email']);
  });

  test('one that does not come by itself needs no second read', async () => {
    const { body } = await call('GET', `${person}?_fields=sn,telephoneNumber`);
    expect(body).toEqual({ _id: '101', sn: 'Archer', telephoneNumber: ['+1 555 0100'] });
    expect(asked()).toEqual(['GET /users/101 id,login,name.family,contact.phones.number']);
  });

  test('one that the object does not have is not looked for again', async () => {
    const { status, body } = await call('GET', `${person}?_fields=hired`);
    expect([status, body]).toEqual([200, { _id: '101' }]);
    expect(asked()).toEqual(['GET /users/101 id,login,employment.hired']);
  });

  test('a further request is made where its attribute is named, and only then', async () => {
    expect((await call('GET', `${person}?_fields=teams`)).body['teams']).toEqual(['Analysts']);
    expect(asked()).toEqual(['GET /users/101 id,login', 'GET /users/101/teams']);
  });

  test('the whole object comes without a choice of fields', async () => {
    await call('GET', person);
    expect(asked()).toEqual(['GET /users/101']);
  });
});

describe('a revision is one of all that comes by default', () => {
  const revision = async () => String((await call('GET', person)).body['_rev']);

  test('it comes with a choice of fields where it is named', async () => {
    const { body, headers } = await call('GET', `${person}?_fields=_rev,telephoneNumber`);
    expect(asked()).toEqual([`GET /users/101 ${everything}`]);
    expect(body['telephoneNumber']).toEqual(['+1 555 0100']);
    expect(body['_rev']).toBe(await revision());
    expect(headers.get('etag')).toBe(`"${await revision()}"`);
  });

  test('and where the caller has seen one', async () => {
    const known = { 'If-None-Match': `"${await revision()}"` };
    expect((await call('GET', `${person}?_fields=mail`, undefined, known)).status).toBe(304);
  });
});

describe('a patch of what does not come by itself', () => {
  test('reads the object once before the change, and once after it', async () => {
    const step = { operation: 'add', field: '/telephoneNumber', value: '+1 555 0101' };
    expect((await call('PATCH', person, [step])).status).toBe(200);
    expect(asked()).toEqual([`GET /users/101 ${everything}`, 'PATCH /users/101', 'GET /users/101']);
    const sent = JSON.parse(remote.seen[1]?.body ?? '{}') as { contact: { phones: unknown } };
    expect(sent.contact.phones).toEqual([{ number: '+1 555 0100' }, { number: '+1 555 0101' }]);
  });
});
