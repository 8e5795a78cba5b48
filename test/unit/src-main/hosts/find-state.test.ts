import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findState, type Opening } from '#main/hosts/find-state.ts';
import { claimState, isOlderState } from '#main/hosts/state-owner.ts';
import { firstWorkspace } from '#main/hosts/workspace-location.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { noteRecentWorkspace } from '#main/workspace/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const random = createSystemRandom();
let root: string;
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  root = join(folder.path, 'states');
  mkdirSync(root);
});

/** A workspace folder with the id `shop`. */
function workspace(name: string): string {
  const directory = join(folder.path, name);
  mkdirSync(directory);
  writeFileSync(join(directory, 'gatehouse.json'), JSON.stringify({ id: 'shop', name }));
  return directory;
}

/** A state as an engine leaves it; an earlier version noted no owner. */
function keepState(name: string, directory: string | null): void {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, 'state.db'), '');
  if (directory !== null) claimState(join(root, name), { id: 'shop', directory }, random);
}

const recent = (directory: string) =>
  noteRecentWorkspace(root, { directory, name: basename(directory), openedAtMillis: 1 }, random);

function find(directory: string, opening: Partial<Opening> = {}) {
  const found = findState({ id: 'shop', directory }, root, { choice: 'new', isNamed: false, ...opening });
  return { name: basename(found.stateDirectory), code: found.problem?.code ?? null };
}

describe('the state of a workspace', () => {
  test('has the plain name for the first folder of an id, and is that folder’s alone', () => {
    const [first, clone] = [workspace('first'), workspace('clone')];
    expect(find(first)).toEqual({ name: 'shop', code: null });
    keepState('shop', first);
    expect(find(first)).toEqual({ name: 'shop', code: null });
    const other = find(clone);
    expect(other).toEqual({ name: expect.stringMatching(/^shop\.[0-9a-f]{16}$/), code: null });
    keepState(other.name, clone);
    expect(find(clone).name).toBe(other.name);
    expect(find(first).name).toBe('shop');
  });

  test('of a folder that is gone is taken over by who says that it was moved, and by nobody else', () => {
    const before = workspace('before');
    keepState('shop', before);
    const after = join(folder.path, 'after');
    renameSync(before, after);
    expect(() => find(after, { choice: 'ask' })).toThrow(expect.objectContaining({ code: 'state.moved' }));
    expect(find(after)).toEqual({ name: expect.stringMatching(/^shop\./), code: 'state.moved' });
    expect(find(after, { choice: 'adopt' })).toEqual({ name: 'shop', code: 'state.taken-over' });
    claimState(join(root, 'shop'), { id: 'shop', directory: after }, random);
    expect(find(after, { choice: 'ask' })).toEqual({ name: 'shop', code: null });
  });

  test('that another id has the beginning of is not mistaken for it', () => {
    const own = workspace('own');
    mkdirSync(join(root, 'shop.eu'));
    claimState(join(root, 'shop.eu'), { id: 'shop.eu', directory: join(folder.path, 'gone') }, random);
    expect(find(own, { choice: 'ask' })).toEqual({ name: 'shop', code: null });
  });
});

describe('a state of an earlier version, which noted no folder', () => {
  test('belongs to the one folder of its id that was opened before', () => {
    const [own, clone] = [workspace('own'), workspace('clone')];
    keepState('shop', null);
    recent(own);
    expect(find(own, { choice: 'ask' })).toEqual({ name: 'shop', code: 'state.taken-over' });
    expect(find(clone, { choice: 'ask', isNamed: true })).toEqual({
      name: expect.stringMatching(/^shop\./),
      code: null,
    });
  });

  test('goes to the first folder that is named on a command line where none or several were opened', () => {
    const [one, other] = [workspace('one'), workspace('other')];
    keepState('shop', null);
    expect(find(one, { isNamed: true })).toEqual({ name: 'shop', code: 'state.taken-over' });
    recent(one);
    recent(other);
    expect(find(one, { isNamed: true })).toEqual({ name: 'shop', code: 'state.taken-over' });
    claimState(join(root, 'shop'), { id: 'shop', directory: one }, random);
    expect(find(other, { isNamed: true })).toEqual({ name: expect.stringMatching(/^shop\./), code: null });
  });

  test('is asked about in any other case', () => {
    const one = workspace('one');
    keepState('shop', null);
    expect(() => find(one, { choice: 'ask' })).toThrow(expect.objectContaining({ code: 'state.moved' }));
    expect(find(one, { choice: 'new' })).toEqual({
      name: expect.stringMatching(/^shop\./),
      code: 'state.moved',
    });
  });
});

describe('a folder that was given for the state', () => {
  test('takes one workspace, wherever that lies, and no other', () => {
    const [own, clone] = [workspace('own'), workspace('clone')];
    const roots = { stateRoot: root, given: root };
    claimState(root, { id: 'shop', directory: own }, random);
    expect(firstWorkspace(clone, roots).stateDirectory).toBe(root);
    writeFileSync(join(clone, 'gatehouse.json'), JSON.stringify({ id: 'other', name: 'Other' }));
    expect(() => firstWorkspace(clone, roots)).toThrow(expect.objectContaining({ code: 'state.foreign' }));
  });
});

describe('a state from before anybody was asked for trust', () => {
  const directory = '/shop';

  function stateOf(owner: object | null): string {
    const state = join(root, 'shop');
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'state.db'), '');
    if (owner !== null) writeFileSync(join(state, 'owner.json'), JSON.stringify(owner));
    return state;
  }

  test('is that of a folder which is noted as its owner, or which was opened before owners were noted', () => {
    expect(isOlderState(stateOf({ id: 'shop', directory }), directory, [])).toBe(true);
    expect(isOlderState(stateOf({ id: 'shop', directory: '/another' }), directory, [directory])).toBe(false);
  });

  test('of a version that noted no owner the list of what was opened tells', () => {
    expect(isOlderState(stateOf(null), directory, [directory])).toBe(true);
    expect(isOlderState(stateOf(null), directory, ['/another'])).toBe(false);
  });

  test('is none once this version has noted its owner, and where no state lies', () => {
    const state = stateOf({ id: 'shop', directory });
    claimState(state, { id: 'shop', directory }, random);
    expect(isOlderState(state, directory, [directory])).toBe(false);
    expect(isOlderState(join(root, 'none'), directory, [directory])).toBe(false);
  });
});
