import { describe, expect, test } from 'vitest';
import { taskPaths } from '#renderer/features/home/checklist.ts';
import { snippetsOf } from '#renderer/features/home/snippets.ts';
import { folderFor, joinPath } from '#renderer/features/workspace/folder-name.ts';

describe('the first tasks', () => {
  test('lead to the very things of the workspace that they are done with', () => {
    const paths = taskPaths([
      { file: 'connectors/provisioner.openicf-hr.json', kind: 'connector' },
      { file: 'routes/10-orders.json', kind: 'route' },
      { file: 'traffic/three-statuses.json', kind: 'traffic' },
    ]);
    expect(paths.connector).toEqual({ path: '/connectors/provisioner.openicf-hr.json', missing: null });
    expect(paths.throttle).toEqual({
      path: '/throttle/10-orders.json?traffic=three-statuses.json',
      command: 'throttle.simulate',
      missing: null,
    });
    expect(paths.contract).toEqual({ path: '/contract?tab=sources', missing: null });
  });
  test('lead to where the missing thing is made, and name it, in a workspace that has none', () => {
    const paths = taskPaths([]);
    expect(paths.connector).toEqual({
      path: '/connectors',
      command: 'connectors.new',
      missing: 'connector',
    });
    expect(paths.throttle).toEqual({ path: '/throttle', missing: 'route' });
    for (const task of ['token', 'step', 'refusal', 'attack'] as const)
      expect(paths[task]).toEqual({ path: '/identity/clients/%2B', missing: 'client' });
  });
  test('run at once what one press is enough for', () => {
    const paths = taskPaths([{ file: 'oauth/clients/portal.json', kind: 'client' }]);
    expect(paths.token).toEqual({ path: '/flows', missing: null });
    expect(paths.step).toEqual({ path: '/flows', command: 'flow.step', missing: null });
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
