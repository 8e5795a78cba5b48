import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TaskWorker } from '#main/platform/task-worker.ts';
import { createFixes, type Fixes, type FixTarget } from '#main/services/contract/service/fixes.ts';
import type { ContractWorkspace } from '#main/services/contract/service/ports.ts';
import { openSourceStore, type SourceStore } from '#main/services/contract/service/source-store.ts';
import { editSource } from '#main/services/contract/sources/edit-source.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const minuteMillis = 60_000;
let folder: ReturnType<typeof temporaryDirectory>;
let store: SourceStore;
let fixes: Fixes;
let nowMillis: number;
let texts: Map<string, string>;
let refused: string;

beforeEach(() => {
  nowMillis = 1_800_000_000_000;
  refused = '';
  texts = new Map([
    ['connectors/a.json', 'one'],
    ['connectors/b.json', 'one'],
  ]);
  folder = temporaryDirectory();
  let byte = 0;
  const random = { bytes: (length: number) => new Uint8Array(length).fill((byte += 1)) };
  store = openSourceStore(join(folder.path, 'contract'), random);
  const workspace: Pick<ContractWorkspace, 'read' | 'write'> = {
    read(file) {
      const text = texts.get(file);
      return text === undefined ? null : { text, version: text };
    },
    async write(file, text) {
      if (file === refused) throw new GatehouseError('workspace.unwritable', 'It cannot be written.');
      texts.set(file, text);
      return { text, version: text };
    },
  };
  const task = { signal: new AbortController().signal, onProgress: () => undefined };
  const worker = {
    run: (_name: string, input: Parameters<typeof editSource>[0]) => editSource(input, task),
  } as unknown as TaskWorker<never>;
  const { records } = createMemoryStorage({ maxExchanges: 10, maxExchangeBytes: 1_000 });
  const clock = { nowMillis: () => nowMillis };
  fixes = createFixes({ workspace, worker, records, clock, random } as never, store);
});
afterEach(() => {
  fixes.close();
  folder.remove();
});

const edits = [{ at: 0, length: 3, text: 'two' }];
const inFile = (file: string): FixTarget => ({ file, sourceId: null, edits, text: 'one' });

function imported(): { readonly id: string; readonly target: FixTarget } {
  const { id, file } = store.create('a.sh', 3);
  mkdirSync(join(store.paths(id).kept, '..'), { recursive: true });
  writeFileSync(store.paths(id).kept, 'one');
  return { id, target: { file, sourceId: id, edits, text: null } };
}
const besides = (id: string) =>
  readdirSync(join(store.paths(id).kept, '..')).filter((name) => name.startsWith('kept.'));

describe('what was before a fix', () => {
  test('is kept for ten minutes, and then neither in the records nor on the disk', async () => {
    const { id, target } = imported();
    const undoId = await fixes.make([target]);
    nowMillis += 9 * minuteMillis;
    await fixes.sweep();
    expect(besides(id)).toEqual([`kept.${undoId}`]);
    nowMillis += minuteMillis;
    await expect(fixes.undo(undoId)).rejects.toMatchObject({ code: 'api.not-found' });
    await fixes.sweep();
    expect(besides(id)).toEqual([]);
    expect(readFileSync(store.paths(id).kept, 'utf8')).toBe('two');
  });

  test('is what is there again after an undo, and nothing else is', async () => {
    const { id, target } = imported();
    await fixes.undo(await fixes.make([target]));
    expect(readFileSync(store.paths(id).kept, 'utf8')).toBe('one');
    expect(besides(id)).toEqual([]);
  });
});

describe('a fix of several files', () => {
  test('is made in all or in none, where one cannot be written', async () => {
    const { id, target } = imported();
    refused = 'connectors/b.json';
    const made = fixes.make([target, inFile('connectors/a.json'), inFile('connectors/b.json')]);
    await expect(made).rejects.toMatchObject({ code: 'workspace.unwritable' });
    expect([...texts.values()]).toEqual(['one', 'one']);
    expect(readFileSync(store.paths(id).kept, 'utf8')).toBe('one');
    expect(besides(id)).toEqual([]);
  });

  test('is undone in all or in none, where one was changed since', async () => {
    const undoId = await fixes.make([inFile('connectors/a.json'), inFile('connectors/b.json')]);
    texts.set('connectors/b.json', 'of another');
    await expect(fixes.undo(undoId)).rejects.toMatchObject({ code: 'workspace.conflict' });
    expect([...texts.values()]).toEqual(['two', 'of another']);
  });
});
