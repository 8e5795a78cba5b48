import { constants } from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contractUndoKind } from '#main/platform/ports.ts';
import { applyEdits, type LintFinding, type TextEdit } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { unlessUnwritableLater } from '../sources/unwritable.ts';
import type { ContractPorts, VersionedText } from './ports.ts';
import { type SourceStore, sizeOf } from './source-store.ts';

/** How long a fix can be undone, in milliseconds of real time. */
const keptMillis = 600_000;

/** A text in which findings are fixed: a file of the workspace, or the kept copy of an imported one. */
export interface FixTarget {
  readonly file: string;
  /** Id of an imported file; null: a file of the workspace. */
  readonly sourceId: string | null;
  readonly edits: readonly TextEdit[];
  /** The text that the edits count from; imported files have no other writer. */
  readonly text: string | null;
}

/** Data for undoing a fix. */
interface Kept {
  readonly files: readonly {
    readonly file: string;
    readonly text: string;
    readonly version: string | null;
  }[];
  /** The copies as they were, with the fix that each was changed by before. */
  readonly sources: readonly {
    readonly id: string;
    readonly aside: string;
    readonly before: string | null;
  }[];
  readonly untilMillis: number;
}

/** Makes the edits of findings, and takes them back. */
export interface Fixes {
  /** All of them or none. @throws contract.finding-gone, workspace.conflict, state.unwritable */
  make(targets: readonly FixTarget[]): Promise<string>;
  /** Ids of the imported files that are as they were again. @throws api.not-found, workspace.conflict */
  undo(undoId: string): Promise<readonly string[]>;
  /** Drops what can no longer be undone. */
  sweep(): Promise<void>;
  close(): void;
}

type Ports = Pick<ContractPorts, 'workspace' | 'worker' | 'records' | 'clock' | 'random'>;

/** Makes the fixer. */
export function createFixes(ports: Ports, sources: SourceStore): Fixes {
  return new Fixer(ports, sources);
}

class Fixer implements Fixes {
  readonly #ports: Ports;
  readonly #sources: SourceStore;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isMaking = false;

  constructor(ports: Ports, sources: SourceStore) {
    this.#ports = ports;
    this.#sources = sources;
  }

  async make(targets: readonly FixTarget[]): Promise<string> {
    const { clock, random, records } = this.#ports;
    const undoId = Buffer.from(random.bytes(12)).toString('hex');
    const inFiles = targets.filter(({ sourceId }) => sourceId === null);
    const inSources = targets.filter(({ sourceId }) => sourceId !== null);
    for (const target of inFiles) this.#checked(target);
    const copies = inSources.map(({ sourceId }) => this.#copyOf(sourceId ?? '', undoId));
    const written: Kept['files'][number][] = [];
    try {
      this.#isMaking = true;
      for (const [index, target] of inSources.entries()) await this.#prepare(target, copies[index]?.id ?? '');
      for (const target of inFiles) written.push(await this.#write(target));
      const untilMillis = clock.nowMillis() + keptMillis;
      const kept: Kept = { files: written, sources: copies, untilMillis };
      records.put(contractUndoKind, undoId, kept, { sealed: true, expiresAtMillis: untilMillis });
      await records.commit();
    } catch (error) {
      await this.#takeBack(written, copies);
      this.#isMaking = false;
      throw error;
    }
    try {
      // From here on it can be undone, also where the process ends in between.
      for (const copy of copies) await this.#swap(copy, undoId);
    } finally {
      this.#isMaking = false;
      this.#sweepLater();
    }
    return undoId;
  }

  async undo(undoId: string): Promise<readonly string[]> {
    const { clock, records, workspace } = this.#ports;
    const kept = await records.get<Kept>(contractUndoKind, undoId);
    if (kept === null || kept.untilMillis <= clock.nowMillis())
      throw new GatehouseError(
        'api.not-found',
        'The fix cannot be undone: its original content was deleted.',
        {
          fix: 'A fix can be undone for 10 minutes. Edit the file manually.',
        },
      );
    // All is looked at before anything is changed.
    for (const { file, version } of kept.files)
      if (workspace.read(file)?.version !== version) throw changedSince(file);
    for (const { id, aside } of kept.sources) {
      const { fixId, file } = this.#sources.get(id);
      if (fixId !== undoId || sizeOf(aside) === null) throw changedSince(file);
    }
    for (const { file, text, version } of kept.files) await workspace.write(file, text, version);
    for (const { id, aside, before } of kept.sources) {
      await rename(aside, this.#sources.paths(id).kept);
      this.#sources.note(id, { fixId: before });
    }
    records.remove(contractUndoKind, undoId);
    await records.commit();
    return kept.sources.map(({ id }) => id);
  }

  async sweep(): Promise<void> {
    const { records, clock } = this.#ports;
    const alive = new Set<string>();
    for (const { id, value } of await records.list<Kept>(contractUndoKind))
      if (value.untilMillis > clock.nowMillis()) for (const { aside } of value.sources) alive.add(aside);
      else records.remove(contractUndoKind, id);
    for (const { id } of this.#sources.list()) {
      const { kept } = this.#sources.paths(id);
      for (const name of await readdir(dirname(kept))) {
        const path = join(dirname(kept), name);
        if (path === `${kept}.next` && this.#isMaking) continue;
        if (path.startsWith(`${kept}.`) && !alive.has(path)) await rm(path, { force: true });
      }
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #sweepLater(): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.sweep().catch(() => undefined);
    }, keptMillis + 1_000);
    timer.unref();
    this.#timers.add(timer);
  }

  #checked({ file, text }: FixTarget): VersionedText {
    const now = this.#ports.workspace.read(file);
    if (now === null || now.text !== text) throw findingGone(file);
    return now;
  }

  async #write(target: FixTarget): Promise<Kept['files'][number]> {
    const { file, edits } = target;
    const { text, version } = this.#checked(target);
    const written = await this.#ports.workspace.write(file, applyEdits(text, edits), version);
    return { file, text, version: written.version };
  }

  #copyOf(id: string, undoId: string): Kept['sources'][number] {
    return { id, aside: `${this.#sources.paths(id).kept}.${undoId}`, before: this.#sources.get(id).fixId };
  }

  async #prepare({ file, edits }: FixTarget, id: string): Promise<void> {
    const { kept } = this.#sources.paths(id);
    await this.#ports.worker.run('editSource', { from: kept, to: `${kept}.next`, file, edits });
  }

  /** There is always a copy: the former one is kept until the next is in its place. */
  async #swap({ id, aside }: Kept['sources'][number], undoId: string): Promise<void> {
    const { kept } = this.#sources.paths(id);
    await unlessUnwritableLater(kept, async () => {
      await copyFile(kept, aside, constants.COPYFILE_FICLONE);
      await rename(`${kept}.next`, kept);
    });
    this.#sources.note(id, { fixId: undoId });
  }

  async #takeBack(written: Kept['files'], copies: Kept['sources']): Promise<void> {
    for (const { file, text, version } of written)
      await this.#ports.workspace.write(file, text, version).catch(() => undefined);
    for (const { id } of copies) await rm(`${this.#sources.paths(id).kept}.next`, { force: true });
  }
}

/** The edits of findings in one text, in their order; of those that overlap the first. */
export function togetherOf(findings: readonly LintFinding[]): {
  readonly edits: readonly TextEdit[];
  readonly fixed: number;
} {
  const edits: TextEdit[] = [];
  let fixed = 0;
  for (const { fix } of findings) {
    if (fix === null) continue;
    const isSame = fix.edits.every((edit) => edits.some((made) => isEqual(made, edit)));
    if (!isSame && fix.edits.some((edit) => edits.some((made) => overlaps(made, edit)))) continue;
    fixed += 1;
    if (!isSame) edits.push(...fix.edits);
  }
  return { edits, fixed };
}

function isEqual(one: TextEdit, other: TextEdit): boolean {
  return (
    one.entry === other.entry && one.at === other.at && one.length === other.length && one.text === other.text
  );
}

function overlaps(one: TextEdit, other: TextEdit): boolean {
  if (one.entry !== other.entry) return false;
  return one.at < other.at + other.length + 1 && other.at < one.at + one.length + 1;
}

function findingGone(file: string): GatehouseError {
  return new GatehouseError('contract.finding-gone', `${file} changed after the finding was reported.`, {
    fix: 'Check its current findings.',
    location: { file },
  });
}

function changedSince(file: string): GatehouseError {
  return new GatehouseError('workspace.conflict', `${file} changed after the fix.`, {
    fix: 'Undo the later changes first, or edit the file manually.',
    location: { file },
  });
}
