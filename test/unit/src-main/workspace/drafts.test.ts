import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStorage } from '#main/services/storage/index.ts';
import { createDrafts, type Drafts, lastSession, rememberSession } from '#main/workspace/index.ts';
import type { Draft, OpenedFile } from '#shared/api/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

let state: ReturnType<typeof temporaryDirectory>;
let storage: FileStorage;
let drafts: Drafts;
/** The contents of the files. */
const files = new Map<string, string>();

async function open(): Promise<void> {
  storage = await openTestStorage(state.path);
  drafts = createDrafts(storage.records, {
    read: (file): OpenedFile => ({
      file,
      text: files.get(file) ?? '',
      version: files.has(file) ? 'v' : null,
      isReadOnly: false,
    }),
  });
}

beforeEach(() => {
  files.clear();
  state = temporaryDirectory();
  return open();
});
afterEach(async () => {
  await storage.close();
  state.remove();
});

function draft(text: string, more: Partial<Draft> = {}): Draft {
  return {
    file: 'oauth/clients/c.json',
    baseVersion: 'v',
    savedText: '{}',
    baseText: '{}',
    text: `{${text}}`,
    edits: [{ at: 1, removed: '', inserted: text, group: 1 }],
    cursor: 1,
    changedAtMillis: 5,
    ...more,
  };
}

/** All bytes of the state. */
async function bytesOnDisk(): Promise<string> {
  await storage.close();
  const bytes = readdirSync(state.path).map((name) =>
    readFileSync(join(state.path, name)).toString('latin1'),
  );
  await open();
  return bytes.join('');
}

describe('what was typed and not saved', () => {
  test('is there after a restart, with the way to it, and sealed on the disk', async () => {
    files.set('oauth/clients/c.json', '{}');
    await drafts.put(draft('typed-planted'));
    expect(await bytesOnDisk()).not.toContain('typed-planted');
    expect(await drafts.list()).toEqual([draft('typed-planted')]);
  });

  test('is dropped when it says what the file says, whoever wrote it there', async () => {
    await drafts.put(draft('a'));
    files.set('oauth/clients/c.json', '{a}');
    expect(await drafts.list()).toEqual([]);
    files.set('oauth/clients/c.json', '{}');
    await drafts.put(draft('b'));
    await drafts.put(draft('', { text: '{}' }));
    expect(await drafts.list()).toEqual([]);
  });

  test('stays when its file vanishes', async () => {
    files.set('oauth/clients/c.json', '{}');
    await drafts.put(draft('a'));
    files.clear();
    expect(await drafts.list()).toHaveLength(1);
  });

  test('goes when it is discarded or saved, but not when something newer was typed by then', async () => {
    await drafts.put(draft('a'));
    expect([
      await drafts.discard('oauth/clients/c.json'),
      await drafts.discard('oauth/clients/c.json'),
    ]).toEqual([true, false]);
    await drafts.put(draft('b'));
    await drafts.settle('oauth/clients/c.json', '{a}');
    expect(await drafts.list()).toHaveLength(1);
    await drafts.settle('oauth/clients/c.json', '{b}');
    expect(await drafts.list()).toEqual([]);
  });

  test('keeps the text that was saved last where the base has moved on', async () => {
    const edits = Array.from({ length: 2_500 }, (_, group) => ({
      at: 0,
      removed: '',
      inserted: 'ab',
      group,
    }));
    const text = `${'ab'.repeat(2_500)}{}`;
    await drafts.put(draft('', { edits, text }));
    const [kept] = await drafts.list();
    expect(kept).toMatchObject({ text, savedText: '{}', baseText: `${'ab'.repeat(500)}{}` });
    expect(kept?.edits).toHaveLength(2_000);
  });

  test('of a megabyte costs the engine little', async () => {
    const large = 'x'.repeat(1_000_000);
    const costs: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const typed = draft('', { savedText: large, baseText: large, text: `${large}${round}` });
      const began = cpuMillis();
      const putting = drafts.put(typed);
      costs.push(cpuMillis() - began);
      await putting;
    }
    expect(costs.toSorted((one, other) => one - other)[3]).toBeLessThan(60);
  });
});

describe('how the window was left', () => {
  const session = (path: string) => ({
    panes: [{ tabs: [{ id: 'a', path }], activeTabId: 'a' }],
    activePane: 0,
    split: 'columns' as const,
    ratio: 50,
    isWireOpen: false,
  });

  test('is remembered, and a first start has nothing to remember', async () => {
    expect(await lastSession(storage.records)).toBeNull();
    await rememberSession(storage.records, session('/flows?run=7#top'));
    await storage.close();
    await open();
    expect(await lastSession(storage.records)).toEqual(session('/flows?run=7#top'));
  });

  test.each([
    ['/flows?token=planted', '/flows'],
    ['/flows?a=1&token=planted&b=2', '/flows?a=1&b=2'],
    ['/flows?TOKEN=planted#token=planted', '/flows'],
    ['/tokens?tokens=2', '/tokens?tokens=2'],
  ])('without tokens: %s becomes %s', async (path, kept) => {
    await rememberSession(storage.records, session(path));
    expect((await lastSession(storage.records))?.panes[0]?.tabs[0]?.path).toBe(kept);
  });
});
