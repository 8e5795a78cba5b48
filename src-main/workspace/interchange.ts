import type { RecordStore } from '#main/platform/ports.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { findClearSecrets, referToStored } from './clear-secrets.ts';
import type { FileEditor } from './file-editor.ts';
import { type PlannedEntity, type ProductPlan, planInterchange } from './interchange-plan.ts';
import type { ProductSource } from './interchange-source.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';
import { textNow, versionOf } from './workspace-file.ts';
import { writeWorkspaceFile } from './write-file.ts';

const recordKind = 'interchange-undo';
/** How long a take-over can be undone, in milliseconds of real time. */
const keptMillis = 600_000;
/** Previews that are kept; who writes an older one looks again. */
const maxPreviews = 5;

/** A preview, under the id by which it is written. */
export interface KeptPlan extends ProductPlan {
  readonly id: string;
}

/** The result for the chosen files. */
export interface WrittenProduct {
  readonly written: readonly string[];
  readonly failed: readonly { readonly file: string; readonly problem: Problem }[];
  /** Takes all of it back for ten minutes. */
  readonly undoId: string;
}

/** The content of a file before something was written over it. */
interface Before {
  readonly file: string;
  readonly text: string | null;
  /** Version that was written; null: it is not known to have been. */
  readonly version: string | null;
  readonly secrets: readonly BeforeSecret[];
}

interface BeforeSecret {
  readonly name: string;
  readonly value: string | null;
  /** Digest of the value that is stored as the file is written: another is somebody's work. */
  readonly written: string | null;
}

interface KeptBefore {
  readonly files: readonly Before[];
  readonly untilMillis: number;
}

export interface InterchangePorts {
  readonly workspace: Workspace;
  readonly editor: FileEditor;
  readonly secrets: SecretStore;
  readonly records: RecordStore;
  /** Real time. */
  readonly clock: Clock;
  readonly random: Random;
}

/** Takes over entities of the products, and undoes that. */
export interface Interchange {
  preview(source: ProductSource): KeptPlan;
  /** Writes some of a preview, by their files. @throws api.not-found */
  write(previewId: string, files: ReadonlySet<string>): Promise<WrittenProduct>;
  /** Restores the former files; files changed since then are kept. @throws api.not-found */
  undo(undoId: string): Promise<{ readonly restored: readonly string[]; readonly kept: readonly string[] }>;
}

/** Makes the exchange with products for a workspace. */
export function createInterchange(ports: InterchangePorts): Interchange {
  const plans = new Map<string, KeptPlan>();
  const newId = () => Buffer.from(ports.random.bytes(12)).toString('hex');

  return {
    preview(source) {
      const plan = { id: newId(), ...planInterchange(source, ports) };
      plans.set(plan.id, plan);
      const [oldest] = plans.keys();
      if (plans.size > maxPreviews && oldest !== undefined) plans.delete(oldest);
      return plan;
    },
    async write(previewId, files) {
      const plan = plans.get(previewId);
      if (plan === undefined) throw gone('The preview has expired.', 'Preview the changes again.');
      const undoId = newId();
      const chosen = plan.entities.filter(({ file, state }) => files.has(file) && state !== 'same');
      const was = chosen.map((entity) => beforeOf(ports, entity));
      // Before a file is touched: where it cannot be kept, nothing is written that could not be taken back.
      await keep(ports, undoId, was);
      await storeSecrets(ports.secrets, chosen);
      const before: Before[] = [];
      const failed: { file: string; problem: Problem }[] = [];
      for (const [at, entity] of chosen.entries()) {
        const kept = was[at] ?? beforeOf(ports, entity);
        try {
          before.push({ ...kept, version: await writeEntity(ports, entity) });
        } catch (error) {
          if (!(error instanceof GatehouseError)) throw error;
          await restoreSecrets(ports, kept);
          failed.push({ file: entity.file, problem: error.toProblem() });
        }
      }
      await keep(ports, undoId, before);
      plans.delete(previewId);
      return { written: before.map(({ file }) => file), failed, undoId };
    },
    async undo(undoId) {
      const found = await ports.records.get<KeptBefore>(recordKind, undoId);
      if (found === null || found.untilMillis <= ports.clock.nowMillis())
        throw gone('The import can no longer be undone.', 'Change or remove the files manually.');
      const restored: string[] = [];
      const kept: string[] = [];
      for (const before of found.files)
        ((await isPutBack(ports, before)) ? restored : kept).push(before.file);
      ports.records.remove(recordKind, undoId);
      await ports.records.commit();
      return { restored, kept };
    },
  };
}

function beforeOf({ workspace, secrets }: InterchangePorts, { file, text }: PlannedEntity): Before {
  return {
    file,
    text: textNow(workspace.directory, file),
    version: null,
    secrets: findClearSecrets(file, text, secrets.grants).map(({ storedName, text: secret }) => ({
      name: storedName,
      value: secrets.resolve(storedName),
      written: versionOf(secret),
    })),
  };
}

async function keep(
  { records, clock }: InterchangePorts,
  id: string,
  files: readonly Before[],
): Promise<void> {
  const untilMillis = clock.nowMillis() + keptMillis;
  // The former content may hold secrets in clear.
  records.put(recordKind, id, { files, untilMillis } satisfies KeptBefore, {
    sealed: true,
    expiresAtMillis: untilMillis,
  });
  await records.commit();
}

/** All at once: of hundreds of clients each would wait for the disk. */
function storeSecrets(secrets: SecretStore, entities: readonly PlannedEntity[]): Promise<void> {
  const found = entities.flatMap(({ file, text }) =>
    findClearSecrets(file, text, secrets.grants).map((secret) => ({ ...secret, file })),
  );
  return secrets.setAll(
    new Map(found.map(({ storedName, text }) => [storedName, text])),
    new Map(found.map(({ storedName, file }) => [storedName, [file]])),
  );
}

/** Its secrets are stored already. @throws workspace.conflict, workspace.unwritable, workspace.invalid */
async function writeEntity(
  { workspace, editor, secrets }: InterchangePorts,
  { file, text, baseVersion }: PlannedEntity,
): Promise<string | null> {
  if (versionOf(textNow(workspace.directory, file)) !== baseVersion)
    throw new GatehouseError('workspace.conflict', `${file} has changed since the preview.`, {
      fix: 'Preview the changes again.',
      location: { file },
    });
  const stored = findClearSecrets(file, text, secrets.grants);
  // The content of an export may have another author: the person has chosen the file, not the servers it leads to.
  await editor.write(file, referToStored(file, text, stored), baseVersion, 'elsewhere');
  return versionOf(textNow(workspace.directory, file));
}

/** Returns true if it was put back; one that cannot be leaves the others their turn. */
async function isPutBack(ports: InterchangePorts, before: Before): Promise<boolean> {
  try {
    return await putBack(ports, before);
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    return false;
  }
}

/** Returns whether it was restored: files changed since are somebody's work. */
async function putBack(ports: InterchangePorts, before: Before): Promise<boolean> {
  const { file, text, version } = before;
  const { workspace, random } = ports;
  const now = versionOf(textNow(workspace.directory, file));
  if (version !== null && now !== version) return false;
  if (now !== versionOf(text)) {
    if (text === null) await ports.editor.remove(file);
    else {
      // Unchanged, even if it was invalid: the editor would refuse broken text.
      writeWorkspaceFile(workspace.directory, file, text, random);
      workspace.rescan(new Set([file]));
    }
  }
  await restoreSecrets(ports, before);
  return true;
}

async function restoreSecrets({ secrets }: InterchangePorts, before: Before): Promise<void> {
  for (const { name, value, written } of before.secrets) {
    if (versionOf(secrets.resolve(name)) !== written) continue;
    if (value === null) await secrets.remove(name);
    else await secrets.set(name, value);
  }
}

function gone(message: string, fix: string): GatehouseError {
  return new GatehouseError('api.not-found', message, { fix });
}
