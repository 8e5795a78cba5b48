import { expect, test } from 'vitest';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { FixtureRequest } from '#test/support/contract.ts';
import { environment, found, isTarget, messages } from './found.ts';

const patch = (body: JsonValue, user = 'u1'): FixtureRequest => ({
  method: 'PATCH',
  url: `${environment}/users/${user}`,
  body,
});
const emails = { emails: ['ann@example.org'] };

test('two PATCHes in a row that set the same list are found at the list of the second', () => {
  const [first, ...others] = found('CC-031', [patch(emails), patch({ name: {}, ...emails })]);
  expect(others).toEqual([]);
  expect(first?.finding).toEqual({
    part: { part: 'body', path: ['emails'] },
    message: 'Consecutive PATCH requests set the list “emails” of one user. One request is enough.',
    subject: 'user.emails',
  });
  expect(first?.location).toMatchObject({ pointer: '/requests/1/body/emails' });
});

test('a row is told once, however long it is, and the next one again', () => {
  const row = [patch(emails), patch(emails), patch(emails), patch(emails)];
  expect(messages('CC-031', row)).toHaveLength(1);
  expect(messages('CC-031', [...row, patch({ name: {} }), ...row])).toHaveLength(2);
});

test.each<[string, readonly FixtureRequest[]]>([
  ['of two users', [patch(emails), patch(emails, 'u2')]],
  ['of two lists', [patch(emails), patch({ phones: [] })]],
  ['with a PATCH of no list in between', [patch(emails), patch({ name: {} }), patch(emails)]],
  ['with another user in between', [patch(emails), patch(emails, 'u2'), patch(emails)]],
  ['of what is no list', [patch({ nickname: 'ann' }), patch({ nickname: 'ann' })]],
  ['with a list of operations as the body', [patch([]), patch([]), patch([emails]), patch([emails])]],
  ['of a user that is a placeholder', [patch(emails, '{{user}}'), patch(emails, '{{user}}')]],
])('PATCHes %s are none', (_, requests) => {
  expect(messages('CC-031', requests)).toEqual([]);
});

test('only a PATCH is looked at: what is read in between does not part a row', () => {
  const user = `${environment}/users/u1`;
  expect(messages('CC-031', [patch(emails), { url: user }, patch(emails)])).toHaveLength(1);
  const replaced = { method: 'PUT', url: user, body: emails };
  expect(messages('CC-031', [replaced, replaced])).toEqual([]);
  expect(isTarget('CC-031', [replaced, { url: user }])).toBe(false);
});

test('a long name is cut where an ignore would name it', () => {
  const body = { ['x'.repeat(100)]: [] };
  const [first] = found('CC-031', [patch(body), patch(body)]);
  expect(first?.finding.subject).toBe(`user.${'x'.repeat(60)}`);
});
