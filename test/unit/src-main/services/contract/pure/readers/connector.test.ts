import { describe, expect, test } from 'vitest';
import {
  connectorFacts,
  createHostMatcher,
  createTextLines,
  openJsonText,
  parseJsonText,
  type ReaderContext,
} from '#main/services/contract/pure/index.ts';
import { applyEdits, type FactChange, type FactPart, type RequestFact } from '#shared/contract/index.ts';

const text = `{
  // Kept by the identity team.
  "connectorRef": { "connectorName": "x" },
  "configurationProperties": {
    "serviceUri": "&{services.platform}/v1/environments/&{env}",
    "authenticationMethod": "OAUTH",
    "grantType": "CLIENT_CREDENTIALS",
    "tokenEndpoint": "https://as.example.com/as/token",
    "scope": "p1:read:env:user openid",
    "defaultHeaders": { "Accept": "application/json" },
    "objectTypes": {
      "__ACCOUNT__": {
        "operations": {
          "QUERY": {
            "path": "/users?filter=email%20sw%20%22a%22",
            "method": "get",
            "queryParams": { "limit": "10" },
            "responseMapping": { "items": { "mail": "contact.email" }, "policy": "policy.id" },
            "additionalStep": [{ "resourceName": "d", "method": "GET", "path": "/users/{uid}/devices", "valuePath": "x" }]
          },
          "CREATE": {
            "path": "users",
            "method": "POST",
            "headers": { "Content-Type": "application/vnd.gatehouse.import+json" },
            "requestBody": { "lifecycle": { "status": "OK" } },
            "requestMapping": { "mail": "email", "given": "name.given", "phones": "contact.phones[*].number" },
            "additionalStep": { "method": "PUT", "path": "/users/{uid}/password", "requestBody": { "bypassPolicy": "true" } }
          }
        }
      }
    }
  }
}
`;

const context: ReaderContext = {
  hosts: createHostMatcher({
    platform: ['http://127.0.0.1:9034/v1'],
    authorization: ['https://as.example.com/as/token'],
  }),
  variables: { 'services.platform': 'http://localhost:9034', env: 'e-1' },
  mediaType: 'gatehouse',
  isPublicClient: () => null,
  issuerOf: () => null,
  platformOf: () => null,
};

const open = () => openJsonText(text);
const [token, query, step, create, password] = connectorFacts(
  parseJsonText(text, 'c.json'),
  open,
  context,
) as readonly [RequestFact, RequestFact, RequestFact, RequestFact, RequestFact];
const writtenAt = (fact: RequestFact, part: FactPart) => {
  const { at = 0, length = 0 } = fact.locate(part);
  return text.slice(at, at + length);
};
const edited = (fact: RequestFact, change: FactChange) => {
  const edits = fact.edit([change]);
  return edits === null ? null : applyEdits(text, edits);
};

test('the requests of a connector are those of its operations, steps and token', () => {
  expect(query).toMatchObject({
    method: 'GET',
    host: 'platform',
    segments: ['environments', 'e-1', 'users'],
  });
  expect([...query.query]).toEqual([
    ['filter', ['email sw "a"']],
    ['limit', ['10']],
  ]);
  expect(step.segments).toEqual(['environments', 'e-1', 'users', '{uid}', 'devices']);
  expect(create).toMatchObject({ method: 'POST', segments: ['environments', 'e-1', 'users'] });
  expect(password).toMatchObject({ method: 'PUT', body: { bypassPolicy: 'true' } });
  expect(token).toMatchObject({ host: 'authorization', method: 'POST' });
  expect(token.form.get('grant_type')).toEqual(['client_credentials']);
  expect(query.client).toEqual({ grantType: 'client_credentials', isPublic: false, role: null });
});

test('a body is what is written and what attributes bring, unknown as they are', () => {
  expect(create.body).toEqual({
    lifecycle: { status: 'OK' },
    email: '{{mail}}',
    name: { given: '{{given}}' },
    contact: { phones: { number: '{{phones}}' } },
  });
  expect(query.response?.body).toMatchObject({
    contact: { email: '{{mail}}' },
    policy: { id: '{{policy}}' },
  });
  expect(create.headers.get('content-type')).toBe('application/vnd.gatehouse.import+json');
  expect(create.headers.get('accept')).toBe('application/json');
});

describe('what a rule points at', () => {
  test('is the very text in the file', () => {
    expect(writtenAt(query, { part: 'path' })).toBe('"/users?filter=email%20sw%20%22a%22"');
    expect(writtenAt(query, { part: 'query', name: 'limit' })).toBe('"10"');
    expect(writtenAt(query, { part: 'query', name: 'filter' })).toBe('"/users?filter=email%20sw%20%22a%22"');
    expect(writtenAt(create, { part: 'header', name: 'content-type' })).toContain('import+json');
    expect(writtenAt(create, { part: 'body', path: ['name', 'given'] })).toBe('"name.given"');
    expect(writtenAt(create, { part: 'body', path: ['lifecycle', 'status'] })).toBe('"OK"');
    expect(writtenAt(password, { part: 'body', path: ['bypassPolicy'] })).toBe('"true"');
    expect(writtenAt(token, { part: 'form', name: 'scope' })).toContain('p1:read:env:user');
    expect(writtenAt(query, { part: 'response-body', path: ['policy', 'id'] })).toBe('"policy.id"');
    expect(query.locate({ part: 'path' }).pointer).toBe(
      '/configurationProperties/objectTypes/__ACCOUNT__/operations/QUERY/path',
    );
  });

  test('has a line and a column', () => {
    const { at = 0, length = 0 } = query.locate({ part: 'path' });
    const range = createTextLines(text).rangeOf(at, length);
    expect(text.split('\n')[range.line - 1]?.slice(range.column - 1)).toMatch(/^"\/users\?filter/);
  });
});

describe('a fix', () => {
  test('changes the path and leaves comments and all else', () => {
    const change = { kind: 'replace', of: { part: 'path' }, from: 'devices', to: 'factors' } as const;
    expect(edited(step, change)).toBe(text.replace('/users/{uid}/devices', '/users/{uid}/factors'));
  });

  test('changes a parameter within the path, percent-encoded as it was', () => {
    const of = { part: 'query', name: 'filter' } as const;
    const after = edited(query, { kind: 'set', of, value: 'email eq "b c"' });
    expect(after).toBe(text.replace('email%20sw%20%22a%22', 'email%20eq%20%22b%20c%22'));
  });

  test('changes a value, a name, and takes a member out', () => {
    const of = { part: 'body', path: ['bypassPolicy'] } as const;
    expect(edited(password, { kind: 'set', of, value: true })).toContain('{ "bypassPolicy": true }');
    expect(edited(password, { kind: 'rename', of, name: 'bypass' })).toContain('{ "bypass": "true" }');
    expect(parseJsonText(edited(password, { kind: 'remove', of }) ?? '', 'c.json')).not.toMatchObject({
      bypassPolicy: 'true',
    });
  });

  test('is none where the text has nothing of the sort', () => {
    expect(edited(step, { kind: 'replace', of: { part: 'path' }, from: 'absent', to: 'x' })).toBeNull();
    expect(edited(step, { kind: 'remove', of: { part: 'form', name: 'x' } })).toBeNull();
  });
});
