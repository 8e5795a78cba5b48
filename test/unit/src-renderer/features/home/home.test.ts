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
    expect(paths.connector).toBe('/connectors/provisioner.openicf-hr.json');
    expect(paths.throttle).toBe('/throttle/10-orders.json?traffic=three-statuses.json');
    expect(paths.contract).toBe('/contract?tab=sources');
  });
  test('lead to where such things are made in a workspace that has none', () => {
    const paths = taskPaths([]);
    expect([paths.connector, paths.throttle]).toEqual(['/connectors', '/throttle']);
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
