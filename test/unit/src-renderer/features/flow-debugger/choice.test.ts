import { describe, expect, test } from 'vitest';
import {
  firstChoice,
  keepChoice,
  readChoice,
  resolveChoice,
  startInput,
} from '#renderer/features/flow-debugger/choice.ts';

const client = (clientId: string) => ({
  clientId,
  name: clientId,
  isPublic: false,
  grantTypes: [],
  responseTypes: [],
  redirectUris: [],
  scope: '',
});
const sources = {
  kinds: [
    { kind: 'code-pkce', title: 'Authorization code + PKCE', needsUser: true, suitableClients: [] },
    { kind: 'client-credentials', title: 'Client credentials', needsUser: false, suitableClients: [] },
  ],
  clients: [client('portal-web'), client('batch-job')],
  users: [{ username: 'ann', claims: {} }],
};

describe('what the toolbar chooses', () => {
  test('falls back to the first where the workspace lost what was chosen, and keeps the rest', () => {
    const kept = { ...firstChoice, kind: 'client-credentials', clientId: 'deleted-app' };
    expect(resolveChoice(kept, sources)).toEqual({
      kind: 'client-credentials',
      clientId: 'portal-web',
      username: 'ann',
      browser: 'system',
    });
  });

  test('starts nothing while the workspace has no clients', () => {
    const choice = resolveChoice(firstChoice, { ...sources, clients: [] });
    expect(startInput(choice, sources.kinds, 'run')).toBeNull();
  });

  test('sends no user with a flow that has none', () => {
    const choice = resolveChoice({ ...firstChoice, kind: 'client-credentials' }, sources);
    expect(startInput(choice, sources.kinds, 'step')).toMatchObject({ username: null, mode: 'step' });
    expect(startInput(resolveChoice(firstChoice, sources), sources.kinds, 'run')).toMatchObject({
      username: 'ann',
    });
  });
});

describe('the client that is proposed', () => {
  const kinds = [
    { kind: 'code', title: 'Authorization code', needsUser: true, suitableClients: ['batch-job'] },
  ];

  test('is the first that is registered for what the flow needs', () => {
    expect(resolveChoice(firstChoice, { ...sources, kinds }).clientId).toBe('batch-job');
  });

  test('is never put in place of one that a person chose', () => {
    const chosen = { ...firstChoice, clientId: 'portal-web' };
    expect(resolveChoice(chosen, { ...sources, kinds }).clientId).toBe('portal-web');
  });
});

describe('the choice of the last session', () => {
  test('comes back as it was left', () => {
    const kept = new Map<string, string>();
    const choice = {
      kind: 'code-pkce',
      clientId: 'batch-job',
      username: 'ann',
      browser: 'unattended' as const,
    };
    keepChoice({ setItem: (name, value) => void kept.set(name, value) }, choice);
    expect(readChoice({ getItem: (name) => kept.get(name) ?? null })).toEqual(choice);
  });

  test('is the first one when what was kept is damaged', () => {
    for (const text of ['{', '7', 'null', '{"kind":7,"browser":"other"}']) {
      expect(readChoice({ getItem: () => text })).toEqual(firstChoice);
    }
  });
});
