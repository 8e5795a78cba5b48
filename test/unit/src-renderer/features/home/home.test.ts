import { describe, expect, test } from 'vitest';
import { doneTasks } from '#renderer/features/home/checklist.ts';
import { snippetsOf } from '#renderer/features/home/snippets.ts';
import { folderFor, joinPath } from '#renderer/features/workspace/folder-name.ts';

describe('the first tasks', () => {
  const nothing = { runs: [], refusals: 0, replays: 0, pinned: 0, otherWorkspaces: 0 };
  test('are ticked by what happened', () => {
    expect([...doneTasks(nothing)]).toEqual([]);
    expect([...doneTasks({ ...nothing, runs: [{ state: 'failed', mode: 'step' }] })]).toEqual(['step']);
    expect([
      ...doneTasks({
        runs: [{ state: 'passed', mode: 'run' }],
        refusals: 1,
        replays: 1,
        pinned: 2,
        otherWorkspaces: 1,
      }),
    ]).toEqual(['token', 'refusal', 'again', 'pin', 'own']);
  });
});

describe('what can be copied of a service', () => {
  test('is ready to paste, and names no secret', () => {
    const snippets = snippetsOf({ key: 'authorizationServer', url: 'http://127.0.0.1:9031' });
    expect(snippets.map(({ id }) => id)).toEqual(['url', 'discovery', 'environment', 'curl']);
    expect(snippets.find(({ id }) => id === 'environment')?.text).toContain(
      'OAUTH_TOKEN_ENDPOINT=http://127.0.0.1:9031/as/token.oauth2',
    );
    expect(JSON.stringify(snippets)).not.toMatch(/secret|password/i);
  });
  test('of a stopped service there is nothing to copy', () => {
    expect(snippetsOf({ key: 'gateway', url: null })).toEqual([]);
  });
});

describe('the folder of a new workspace', () => {
  test('is proposed from its name', () => {
    expect(folderFor('Übung 1: HR/Connector')).toBe('ubung-1-hrconnector');
    expect(folderFor('…')).toBe('workspace');
    expect(joinPath('/home/ann/Gatehouse/', 'hr')).toBe('/home/ann/Gatehouse/hr');
    expect(joinPath('C:\\Users\\ann', 'hr')).toBe('C:\\Users\\ann\\hr');
  });
});
