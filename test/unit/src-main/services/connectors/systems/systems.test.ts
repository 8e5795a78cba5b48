import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#main/platform/logger.ts';
import type { Connector } from '#main/services/connectors/index.ts';
import {
  createSystems,
  type SystemDocument,
  type Systems,
} from '#main/services/connectors/systems/systems.ts';
import { locate, parseJsonDocument } from '#main/workspace/index.ts';
import { fromPointer, type Variables } from '#shared/workspace/index.ts';
import { makeConnector } from '#test/support/connectors.ts';
import { sampleWorkspace } from '#test/support/engine.ts';

const file = 'connectors/provisioner.openicf-hr.json';
const good = readFileSync(join(sampleWorkspace, file), 'utf8');

/** Texts of the files as they are now, by the names of their connectors. */
let texts: Record<string, string>;
let variables: Variables;
let frameworkVersion: string;
let opened: { readonly name: string; readonly uri: string | null }[];
let closed: string[];
let failsToClose: boolean;
let isAllowed: boolean;
let stored: string | null;
let logLines: string[];
let systems: Systems;

beforeEach(() => {
  texts = { hr: good };
  variables = { 'services.sampleUpstreams': 'http://127.0.0.1:9035' };
  frameworkVersion = '1.5.20.36';
  opened = [];
  closed = [];
  failsToClose = false;
  isAllowed = true;
  stored = 'planted';
  logLines = [];
  systems = createSystems({
    documents: () => Object.entries(texts).map(([name, text]) => documentOf(name, text)),
    variables: () => variables,
    secrets: () => ({
      read: (value) => (isAllowed && value === '&{hr.key}' ? stored : null),
      refusal: (value) =>
        isAllowed || value !== '&{hr.key}'
          ? null
          : { code: 'secret.not-allowed', severity: 'error', message: 'hr names hr.key.', fix: 'Allow it.' },
    }),
    host: () => ({ frameworkVersion, connectorServers: {} }),
    open: ({ name }, document) => {
      opened.push({ name, uri: document.configurationProperties.serviceUri });
      const { connector } = makeConnector({});
      return { ...connector, document, close: () => close(name) };
    },
    logger: createLogger({ nowMillis: () => 0 }, (line) => logLines.push(line), 'debug'),
  });
  systems.reload();
});

async function close(name: string): Promise<void> {
  closed.push(name);
  if (failsToClose) throw new Error('The connections hang.');
}

function documentOf(name: string, text: string): SystemDocument {
  const path = `connectors/provisioner.openicf-${name}.json`;
  const parsed = parseJsonDocument(text, path);
  const document = 'value' in parsed ? parsed.value : null;
  return {
    file: path,
    name,
    value: document?.value ?? null,
    locate: (pointer) => (document === null ? { file: path } : locate(document, fromPointer(pointer) ?? [])),
  };
}

const connectorOf = (name = 'hr'): Connector | null | undefined => systems.system(name)?.connector;

function edit(from: string, to: string): void {
  expect(good).toContain(from);
  texts = { hr: good.replace(from, to) };
  systems.reload();
}

describe('connectors follow their files', () => {
  test('a document that did not change keeps its connector, with its connections and tokens', () => {
    const before = connectorOf();
    systems.reload();
    texts = { hr: `\n\n${good}` };
    systems.reload();
    expect(connectorOf()).toBe(before);
    expect([opened.length, closed]).toEqual([1, []]);
  });

  test('a document that changed has a new one, and the former ends', () => {
    const before = connectorOf();
    edit('"displayName": "HR directory"', '"displayName": "People"');
    expect(connectorOf()).not.toBe(before);
    expect(systems.system('hr')?.document?.displayName).toBe('People');
    expect(closed).toEqual(['hr']);
  });

  test('a secret of its credentials that was corrected, or lost, has a new one: tokens of the former end', () => {
    texts = { hr: good.replace('"hr-sample-token"', '"&{hr.key}"') };
    systems.reload();
    const before = opened.length;
    systems.reload();
    expect(opened).toHaveLength(before);
    stored = 'corrected';
    systems.reload();
    expect(opened).toHaveLength(before + 1);
    stored = null;
    systems.reload();
    expect(opened).toHaveLength(before + 2);
    expect(closed).toHaveLength(before + 1);
  });

  test('a file that is removed takes its connector with it, and leaves the others', () => {
    texts = { hr: good, other: good.replaceAll('"hr"', '"other"') };
    systems.reload();
    const other = connectorOf('other');
    texts = { other: texts['other'] ?? '' };
    systems.reload();
    expect(systems.system('hr')).toBeUndefined();
    expect(systems.all.map(({ name }) => name)).toEqual(['other']);
    expect(connectorOf('other')).toBe(other);
    expect(closed).toEqual(['hr']);
  });

  test('variables that change make a new one, which asks at the new address', () => {
    variables = { 'services.sampleUpstreams': 'http://127.0.0.1:40001' };
    systems.reload();
    expect(opened.map(({ uri }) => uri)).toEqual([
      'http://127.0.0.1:9035/hr/v1',
      'http://127.0.0.1:40001/hr/v1',
    ]);
    expect(closed).toEqual(['hr']);
  });

  test('variables that it does not name, and a document that comes to the same, leave it as it is', () => {
    const before = connectorOf();
    variables = { ...variables, 'services.gateway': 'http://127.0.0.1:9133' };
    systems.reload();
    texts = { hr: good.replaceAll('&{services.sampleUpstreams}', 'http://127.0.0.1:9035') };
    systems.reload();
    expect(connectorOf()).toBe(before);
    expect([opened.length, closed]).toEqual([1, []]);
  });

  test('one that fails to close is a line of the log and nothing else', async () => {
    failsToClose = true;
    edit('"HR directory"', '"People"');
    await new Promise(setImmediate);
    expect(logLines.join()).toContain('connector.close-failed');
    expect(connectorOf()).not.toBeNull();
  });

  test('all of them end with the host', async () => {
    texts = { hr: good, other: good };
    systems.reload();
    await systems.close();
    expect(closed.toSorted()).toEqual(['hr', 'other']);
  });
});

describe('a document that cannot be loaded', () => {
  test('leaves its last good version in force, and is a Problem with line and column', () => {
    const before = connectorOf();
    edit('"path": "/users/{uid}",', '"path": 5,');
    expect(connectorOf()).toBe(before);
    expect(closed).toEqual([]);
    const line = good.split('\n').findIndex((each) => each.includes('"path": "/users/{uid}",')) + 1;
    expect(systems.problems()).toContainEqual({
      code: 'connector.invalid',
      severity: 'error',
      message: expect.stringMatching(/^hr: /),
      fix: expect.any(String),
      location: {
        file,
        line,
        column: expect.any(Number),
        pointer: '/configurationProperties/objectTypes/__ACCOUNT__/operations/GET/path',
      },
    });
    systems.reload();
    expect(connectorOf()).toBe(before);
    texts = { hr: good };
    systems.reload();
    expect(systems.problems()).toEqual([]);
    expect(closed).toEqual(['hr']);
  });

  test('and is no JSON leaves it in force as well', () => {
    const before = connectorOf();
    texts = { hr: '{ "name": ' };
    systems.reload();
    expect(connectorOf()).toBe(before);
    expect(systems.system('hr')?.document).toBeNull();
  });

  test('from the first has no connector, and shows what can be read of it', () => {
    texts = { other: good.replace('"authenticationMethod": "TOKEN"', '"authenticationMethod": "KERBEROS"') };
    systems.reload();
    expect(connectorOf('other')).toBeNull();
    expect(systems.system('other')?.document?.displayName).toBe('HR directory');
  });

  test('names a member that nothing reads with the nearest that is known', () => {
    edit('"maximumConnections"', '"maximumConections"');
    expect(systems.problems()).toContainEqual(
      expect.objectContaining({ code: 'connector.unknown-member', fix: 'Did you mean maximumConnections?' }),
    );
  });

  test('since the host runs an older framework says so, and is taken up when it no longer does', () => {
    frameworkVersion = '1.5.20.0';
    texts = { other: good };
    systems.reload();
    expect(systems.problems().map(({ code }) => code)).toContain('connector.version');
    expect(connectorOf('other')).toBeNull();
    frameworkVersion = '1.5.20.24';
    systems.reload();
    expect(connectorOf('other')).not.toBeNull();
  });
});

describe('a connector that has lost a secret', () => {
  const withKey = good.replace('"defaultHeaders": {', '"defaultHeaders": { "X-Api-Key": "&{hr.key}",');

  beforeEach(() => {
    expect(withKey).not.toBe(good);
    texts = { hr: withKey };
    systems.reload();
    expect(connectorOf()?.document.configurationProperties.defaultHeaders).toMatchObject({
      'X-Api-Key': 'planted',
    });
  });

  test('ends, says why to who edits it, and comes back when it may have it again', () => {
    isAllowed = false;
    systems.reload();
    expect(connectorOf()).toBeNull();
    expect(systems.system('hr')?.problems.map(({ code }) => code)).toContain('secret.not-allowed');
    // The workspace says it of every file alike.
    expect(systems.problems()).toEqual([]);
    isAllowed = true;
    systems.reload();
    expect(connectorOf()).not.toBeNull();
  });

  test('ends as well where its document cannot be read at that moment', () => {
    texts = { hr: '{ "name": ' };
    systems.reload();
    expect(connectorOf()).not.toBeNull();
    isAllowed = false;
    systems.reload();
    expect(connectorOf()).toBeNull();
  });
});
