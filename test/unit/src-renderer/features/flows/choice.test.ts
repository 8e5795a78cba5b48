import { describe, expect, test } from 'vitest';
import {
  type FlowSources,
  firstChoice,
  keepChoice,
  readChoice,
  resolveChoice,
  startInput,
} from '#renderer/features/flows/choice.ts';
import { withParameter } from '#renderer/features/flows/parameters.ts';
import type { FlowKind } from '#shared/api/index.ts';

const client = (clientId: string) => ({
  clientId,
  name: clientId,
  isPublic: false,
  grantTypes: [],
  responseTypes: [],
  redirectUris: [],
  scope: '',
});
const kind = (part: Partial<FlowKind> = {}): FlowKind => ({
  kind: 'code-pkce',
  title: 'Authorization code + PKCE',
  beginsAtResource: false,
  group: 'grants',
  needsUser: true,
  needsBrowser: true,
  worksOn: null,
  suitableClients: [],
  steps: [{ id: 'token', title: 'POST /as/token.oauth2' }],
  ...part,
});
const hosted = {
  name: null,
  title: 'Hosted server',
  issuer: 'http://127.0.0.1:9031',
  clients: [],
  usernames: [],
  problem: null,
};
const acme = {
  ...hosted,
  name: 'acme',
  title: 'Acme',
  clients: [{ clientId: 'there', authentication: 'none' as const }],
  usernames: ['zoe'],
};
const sources: FlowSources = {
  kinds: [
    kind(),
    kind({ kind: 'client-credentials', title: 'Client credentials', needsUser: false, steps: [] }),
    kind({ kind: 'refresh', title: 'Refresh', group: 'tokens', worksOn: 'refresh_token' }),
  ],
  targets: [hosted, acme],
  clients: [client('portal-web'), client('batch-job')],
  users: [{ username: 'ann', claims: {} }],
};

describe('what the toolbar chooses', () => {
  test('falls back to the first where the workspace lost what was chosen, and keeps the rest', () => {
    const kept = { ...firstChoice, kind: 'client-credentials', clientId: 'deleted-app' };
    expect(resolveChoice(kept, sources)).toEqual({
      ...firstChoice,
      kind: 'client-credentials',
      clientId: 'portal-web',
      username: 'ann',
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

describe('the options of a run', () => {
  test('leave out a row that has no name yet', () => {
    const extra = [
      { name: '', value: 'half' },
      { name: 'ui_locales', value: 'de' },
    ];
    const options = { ...firstChoice.options, parameters: { resource: [], extra } };
    const choice = resolveChoice({ ...firstChoice, options }, sources);
    expect(startInput(choice, sources.kinds, 'run')?.options.parameters?.extra).toEqual([extra[1]]);
  });

  test('are as ever again once the last of them is taken back', () => {
    const { parameters } = firstChoice.options;
    const changed = withParameter(parameters, 'prompt', 'login');
    expect(changed).toEqual({ ...parameters, prompt: 'login' });
    expect(JSON.stringify(withParameter(changed, 'prompt', undefined))).toBe(JSON.stringify(parameters));
    expect(withParameter(parameters, 'nonce', null)).toEqual({ ...parameters, nonce: null });
  });
});

describe('another server', () => {
  test('brings its own clients and users', () => {
    const chosen = { ...firstChoice, target: 'acme', clientId: 'portal-web', username: 'ann' };
    expect(resolveChoice(chosen, sources)).toMatchObject({
      target: 'acme',
      clientId: 'there',
      username: 'zoe',
    });
  });

  test('that the workspace no longer has gives way to the hosted one', () => {
    expect(resolveChoice({ ...firstChoice, target: 'gone' }, sources)).toMatchObject({
      target: null,
      clientId: 'portal-web',
    });
  });
});

describe('what goes with a run', () => {
  test('is no breakpoint at a step that the flow does not have', () => {
    const breakpoints = [
      { stepId: 'token', at: 'response' as const },
      { stepId: 'introspect', at: 'request' as const },
    ];
    const choice = resolveChoice({ ...firstChoice, breakpoints }, sources);
    expect(startInput(choice, sources.kinds, 'run')?.breakpoints).toEqual([
      { stepId: 'token', at: 'response' },
    ]);
  });

  test('is a pasted token only where the flow works on one', () => {
    const options = { ...firstChoice.options, token: { text: 'abc' } };
    const token = (name: string) => {
      const choice = resolveChoice({ ...firstChoice, kind: name, options }, sources);
      return startInput(choice, sources.kinds, 'run')?.options.token;
    };
    expect(token('refresh')).toEqual({ text: 'abc' });
    expect(token('code-pkce')).toBeNull();
  });
});

describe('the client that is proposed', () => {
  const kinds = [kind({ kind: 'code', suitableClients: ['batch-job'] })];

  test('is the first that is registered for what the flow needs', () => {
    expect(resolveChoice(firstChoice, { ...sources, kinds }).clientId).toBe('batch-job');
  });

  test('is the one that comes first for the flow, wherever it stands in the workspace', () => {
    const ranked = [kind({ kind: 'code', suitableClients: ['portal-web', 'batch-job'] })];
    expect(resolveChoice(firstChoice, { ...sources, kinds: ranked }).clientId).toBe('portal-web');
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
      ...firstChoice,
      kind: 'code-pkce',
      clientId: 'batch-job',
      username: 'ann',
      browser: 'unattended' as const,
    };
    keepChoice({ setItem: (name, value) => void kept.set(name, value) }, choice);
    expect(readChoice({ getItem: (name) => kept.get(name) ?? null })).toEqual(choice);
  });

  test('holds no token that was pasted', () => {
    let kept = '';
    const options = { ...firstChoice.options, token: { text: 'secret-token' } };
    keepChoice({ setItem: (_name, value) => (kept = value) }, { ...firstChoice, options });
    expect(kept).not.toContain('secret-token');
  });

  test('is the first one when what was kept is damaged', () => {
    for (const text of ['{', '7', 'null', '{"kind":7,"browser":"other"}']) {
      expect(readChoice({ getItem: () => text })).toEqual(firstChoice);
    }
  });
});
