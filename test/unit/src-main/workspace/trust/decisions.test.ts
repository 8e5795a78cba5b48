import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import {
  createWorkspaceTrust,
  loadWorkspace,
  noteOwnWorkspace,
  openWorkspaceManifest,
  revokeTrust,
  trustDecisions,
  type Workspace,
  type WorkspaceOpening,
} from '#main/workspace/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let workspace: Workspace;

const user = startedAnew(temporaryDirectory);
const folder = startedAnew(() =>
  writeWorkspace({
    'gatehouse.json': { id: 'theirs', name: 'Theirs', services: { gateway: { bind: '0.0.0.0' } } },
    'webhooks/a.json': { url: 'https://a.example/' },
  }),
);
afterEach(() => workspace.close());

const random = createSystemRandom();
const ports = () => ({
  userDirectory: user.path,
  realClock: systemClock,
  random,
  logger: createLogger(systemClock, () => undefined, 'error'),
});

/** Opens the folder; what is not said is as on a screen, for the first time. */
function open(how: Partial<WorkspaceOpening> = {}) {
  workspace = loadWorkspace(openWorkspaceManifest(folder.path), () => null);
  const opening = { by: 'screen', isRestricted: false, isOlder: false, isRemembered: true, ...how } as const;
  return createWorkspaceTrust({ ...ports(), opening }, workspace);
}

const decision = () =>
  trustDecisions(user.path).find(({ directory }) => directory === realpathSync(folder.path));
const offOf = (trust: ReturnType<typeof open>) => trust.policy().off.map(({ value }) => value);
const all = ['a.example', 'gateway 0.0.0.0'];

/** Writes a file as another program does. */
function writeOutside(file: string, value: unknown): void {
  mkdirSync(join(folder.path, file, '..'), { recursive: true });
  writeFileSync(join(folder.path, file), JSON.stringify(value));
  workspace.rescan();
}

/** Writes a file as a screen does. */
function writeHere(file: string, value: unknown): void {
  writeFileSync(join(folder.path, file), JSON.stringify(value));
  workspace.rescan(new Set([file]));
}

describe('how a workspace is opened', () => {
  test('on a screen for the first time it may do nothing, which is noted at once', () => {
    const trust = open();
    expect([trust.mode, offOf(trust), trust.decidedAtMillis]).toEqual(['restricted', all, null]);
    expect(decision()).toMatchObject({ decision: 'open', items: [], name: 'Theirs' });
    expect(statSync(join(user.path, 'trust.json')).mode & 0o777).toBe(0o600);
    expect(trust.problems()).toEqual([]);
    expect(trust.bindOf('gateway', '0.0.0.0')).toBe('127.0.0.1');
  });

  test('one whose state is older goes on as it was', () => {
    expect(open({ isOlder: true }).mode).toBe('trusted');
    expect(offOf(open())).toEqual([]);
  });

  test('an older state changes nothing about what was decided', () => {
    open();
    expect(open({ isOlder: true }).mode).toBe('restricted');
  });

  test('named on a command line it may do everything, and on a screen later what it said then', () => {
    const named = open({ by: 'command' });
    writeOutside('webhooks/b.json', { url: 'https://b.example/' });
    expect([named.mode, offOf(named)]).toEqual(['everything', []]);
    expect(named.policy().reaches('b.example')).toBe(true);
    const later = open();
    expect([later.mode, offOf(later)]).toEqual(['trusted', ['b.example']]);
  });

  test('a command that needs it for a moment leaves nothing behind', () => {
    open({ by: 'command', isRemembered: false });
    expect(decision()).toBeUndefined();
  });

  test('with --restricted it does nothing in that run, whatever was decided', () => {
    open({ by: 'command' });
    const trust = open({ by: 'command', isRestricted: true });
    expect([trust.mode, offOf(trust)]).toEqual(['forced', all]);
    expect(open().mode).toBe('trusted');
  });

  test('a new one with --restricted is not taken for trusted later', () => {
    open({ by: 'command', isRestricted: true });
    expect(open().mode).toBe('restricted');
  });

  test('one that was made here is one’s own', () => {
    noteOwnWorkspace(ports(), folder.path);
    expect([open().mode, offOf(open())]).toEqual(['trusted', []]);
  });

  test('a copy of one may not do what that one was not allowed', () => {
    noteOwnWorkspace(ports(), folder.path, new Set(['destination a.example']));
    expect(offOf(open())).toEqual(['a.example']);
  });

  test('decisions that cannot be read count as none', () => {
    open({ by: 'command' });
    writeFileSync(join(user.path, 'trust.json'), '{"folders": "all"}');
    expect(open().mode).toBe('restricted');
  });
});

describe('a decision', () => {
  const everything = [
    { kind: 'destination', value: 'a.example' },
    { kind: 'listen', value: 'gateway 0.0.0.0' },
  ] as const;

  test('counts from the next opening, for what was agreed to alone', () => {
    const trust = open();
    trust.decide(true, [everything[0], { kind: 'destination', value: 'never-shown.example' }]);
    expect(offOf(trust)).toEqual(all);
    expect(offOf(open())).toEqual(['gateway 0.0.0.0']);
    expect(decision()?.items).toEqual(['destination a.example']);
  });

  test('what a person adds on a screen extends it', () => {
    open().decide(true, everything);
    const trust = open();
    writeHere('webhooks/b.json', { url: 'https://b.example/' });
    expect([offOf(trust), trust.policy().reaches('b.example')]).toEqual([[], true]);
    expect(decision()?.items).toContain('destination b.example');
  });

  test('what comes from outside is off, and asks', () => {
    open().decide(true, everything);
    const trust = open();
    writeOutside('webhooks/b.json', { url: 'https://b.example/' });
    expect(offOf(trust)).toEqual(['b.example']);
    expect(trust.problems()).toMatchObject([
      { code: 'workspace.trust-grown', actions: [{ kind: 'open-trust' }] },
    ]);
    expect(() => trust.gate.admit('b.example')).toThrowError(
      expect.objectContaining({ code: 'workspace.restricted' }),
    );
    expect(() => trust.gate.admit('a.example')).not.toThrow();
    // Saving another file on a screen does not agree to it.
    writeHere('webhooks/a.json', { url: 'https://a.example/other' });
    expect(offOf(trust)).toEqual(['b.example']);
  });

  test('an edit does not give back what was taken back elsewhere', () => {
    open().decide(true, everything);
    open();
    revokeTrust(user.path, realpathSync(folder.path), 7, random);
    writeHere('webhooks/b.json', { url: 'https://b.example/' });
    expect(decision()).toMatchObject({ decision: 'restricted', items: [] });
  });

  test('in restricted mode a screen adds nothing', () => {
    const trust = open();
    writeHere('webhooks/b.json', { url: 'https://b.example/' });
    expect(trust.policy().reaches('b.example')).toBe(false);
    expect(decision()?.items).toEqual([]);
  });

  test('taken back, the folder stays in the list and may do nothing', () => {
    open().decide(true, everything);
    expect(revokeTrust(user.path, realpathSync(folder.path), 7, random)).toBe(true);
    expect(decision()).toMatchObject({ decision: 'restricted', decidedAtMillis: 7, items: [] });
    expect(open({ isOlder: true }).mode).toBe('restricted');
    expect(revokeTrust(user.path, '/nowhere', 7, random)).toBe(false);
  });

  test('the settings of the network lose what is off, and stay one object', () => {
    writeOutside('gatehouse.json', {
      id: 'theirs',
      name: 'Theirs',
      network: { proxy: { url: 'http://proxy.example:3128' }, caFiles: ['a.pem', 'b.pem'] },
    });
    const trust = open();
    expect(trust.network()).toEqual({ caFiles: [], proxyLoopback: false });
    const before = trust.network();
    writeOutside('webhooks/b.json', { url: 'https://b.example/' });
    expect(trust.network()).toBe(before);
    trust.decide(true, [{ kind: 'ca-file', value: 'a.pem' }]);
    const later = open();
    expect(later.network()).toEqual({ caFiles: ['a.pem'], proxyLoopback: false });
    expect(() => later.gate.admitProxy('proxy.example', 3128)).toThrowError();
  });
});

test('the file holds what a person can read', () => {
  open({ by: 'command' });
  const { folders } = JSON.parse(readFileSync(join(user.path, 'trust.json'), 'utf8')) as {
    folders: readonly { items: readonly string[] }[];
  };
  expect(folders[0]?.items).toEqual(['destination a.example', 'listen gateway 0.0.0.0']);
});
