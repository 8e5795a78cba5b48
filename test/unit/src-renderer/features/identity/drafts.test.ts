import { beforeEach, expect, test } from 'vitest';
import {
  draftKey,
  type FormDraft,
  formDrafts,
  freshDraft,
  keepDraft,
  settleDraft,
} from '#renderer/features/identity/drafts.ts';
import type { Registration } from '#shared/api/index.ts';

const registration = (version: string, document: Record<string, unknown>): Registration =>
  ({ id: 'portal', version, document }) as unknown as Registration;

const key = draftKey('client', 'portal');
const before = registration('v1', { client_name: 'Portal', scope: 'orders.read' });
const begun = freshDraft(before);

function edit(
  draft: FormDraft,
  members: Record<string, string>,
  secrets: FormDraft['secrets'] = {},
): FormDraft {
  const next = { ...draft, document: { ...draft.document, ...members }, secrets };
  keepDraft(key, next);
  return next;
}

beforeEach(() => formDrafts.set(new Map()));

test('a draft that was saved as it stands is done', () => {
  const sent = edit(begun, { client_name: 'The portal' }, { client_secret: 'kept' });
  settleDraft(key, sent, registration('v2', sent.document), key);
  expect(formDrafts.get().size).toBe(0);
});

test('what is typed while a draft is saved stays a draft over what was saved', () => {
  const sent = edit(begun, { client_name: 'The portal' }, { client_secret: 'first' });
  edit(sent, { scope: 'orders.read orders.write' }, { client_secret: 'second' });
  const saved = { client_name: 'The portal', scope: 'orders.read', grant_types: ['client_credentials'] };
  settleDraft(key, sent, registration('v2', saved), key);
  expect(formDrafts.get().get(key)).toEqual({
    id: 'portal',
    baseVersion: 'v2',
    base: saved,
    document: { ...saved, scope: 'orders.read orders.write' },
    secrets: { client_secret: 'second' },
  });
});

test('of a new one it goes on under the name that it was saved by', () => {
  const blank: FormDraft = { id: 'portal', baseVersion: null, base: {}, document: {}, secrets: {} };
  const newKey = draftKey('client', '');
  keepDraft(newKey, { ...blank, document: { scope: 'a b' } });
  settleDraft(newKey, { ...blank, document: { scope: 'a' } }, registration('v1', { scope: 'a' }), key);
  expect([...formDrafts.get()]).toEqual([
    [key, { id: 'portal', baseVersion: 'v1', base: { scope: 'a' }, document: { scope: 'a b' }, secrets: {} }],
  ]);
});

test('one that was reverted meanwhile does not come back', () => {
  const sent = edit(begun, { client_name: 'The portal' });
  formDrafts.set(new Map());
  settleDraft(key, sent, registration('v2', sent.document), key);
  expect(formDrafts.get().size).toBe(0);
});
