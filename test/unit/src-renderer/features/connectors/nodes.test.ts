import { expect, test } from 'vitest';
import {
  gravestByNode,
  linesOf,
  nodeAt,
  nodeId,
  nodePath,
  objectTypesOf,
} from '#renderer/features/connectors/tree/nodes.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';

const document = {
  configurationProperties: {
    serviceUri: 'http://127.0.0.1',
    objectTypes: {
      __ACCOUNT__: {
        schema: [],
        operations: { QUERY: { path: '/users', pagination: { pagedResultsCookie: {} } } },
      },
    },
  },
};

test('every part of every object class has its line; those that the document lacks say so', () => {
  const lines = linesOf(document);
  expect(lines.map(({ id }) => id)).toEqual([
    'system',
    'connection',
    'authentication',
    '__ACCOUNT__/type',
    '__ACCOUNT__/schema',
    '__ACCOUNT__/GET',
    '__ACCOUNT__/QUERY',
    '__ACCOUNT__/pagination',
    '__ACCOUNT__/CREATE',
    '__ACCOUNT__/UPDATE',
    '__ACCOUNT__/DELETE',
    '__ACCOUNT__/exceptions',
    '__ACCOUNT__/filters',
  ]);
  expect(lines.filter(({ depth, isPresent }) => depth === 1 && isPresent).map(({ id }) => id)).toEqual([
    '__ACCOUNT__/QUERY',
    '__ACCOUNT__/pagination',
  ]);
  expect(objectTypesOf(undefined)).toEqual([]);
});

test('a place in the document leads to the part in which it is edited', () => {
  for (const { node } of linesOf(document)) {
    if (node.kind === 'system' || node.kind === 'authentication') continue;
    expect(nodeId(nodeAt(toPointer(nodePath(node))))).toBe(nodeId(node));
  }
  expect(nodeAt('/configurationProperties/clientSecret')).toEqual({ kind: 'authentication' });
  expect(nodeAt('/connectorRef/bundleVersion')).toEqual({ kind: 'system' });
  expect(nodeAt('/configurationProperties/objectTypes/a~1b/operations/GET/responseMapping/mail')).toEqual({
    kind: 'operation',
    type: 'a/b',
    operation: 'GET',
  });
});

test('the gravest of several problems marks the part', () => {
  const problem = (pointer: string, severity: 'error' | 'warning' | 'notice') => ({
    code: 'c',
    message: '',
    fix: '',
    pointer,
    severity,
  });
  const marks = gravestByNode([
    problem('/configurationProperties/serviceUri', 'notice'),
    problem('/configurationProperties/connectionTimeout', 'error'),
    problem('/configurationProperties/maximumConnections', 'warning'),
  ]);
  expect([...marks]).toEqual([['connection', 'error']]);
});
