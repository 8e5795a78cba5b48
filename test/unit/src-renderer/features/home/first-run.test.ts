import { expect, test } from 'vitest';
import { firstRun } from '#renderer/features/home/first-run.ts';
import type { ClientSummary, FlowKind, UserSummary } from '#shared/api/index.ts';

const kind = (name: FlowKind['kind'], suitableClients: readonly string[], needsUser: boolean): FlowKind =>
  ({ kind: name, title: name, worksOn: null, needsUser, suitableClients }) as unknown as FlowKind;
const client = (clientId: string, isPublic: boolean): ClientSummary =>
  ({ clientId, isPublic }) as unknown as ClientSummary;
const ann = { username: 'ann' } as unknown as UserSummary;

const code = kind('code-pkce', ['app', 'portal'], true);
const credentials = kind('client-credentials', ['job'], false);
const clients = [client('app', true), client('portal', false), client('job', false)];

test('the first flow is the first that a client can run, with a client that has a secret where there is one', () => {
  expect(firstRun([code, credentials], clients, [ann])).toEqual({
    clientId: 'portal',
    username: 'ann',
    start: {
      kind: 'code-pkce',
      clientId: 'portal',
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
    },
  });
  expect(firstRun([code, credentials], [client('app', true)], [ann])?.clientId).toBe('app');
});

test('without a user it is one in which nobody signs in', () => {
  const first = firstRun([code, credentials], clients, []);
  expect(first).toMatchObject({ clientId: 'job', username: null, start: { kind: 'client-credentials' } });
});

test('a flow that works on a run, or that no client suits, is none', () => {
  const refresh = { ...credentials, worksOn: 'refresh_token' } as FlowKind;
  expect(firstRun([refresh], clients, [ann])).toBeNull();
  expect(firstRun([code], [], [ann])).toBeNull();
});
