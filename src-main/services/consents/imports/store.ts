import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { type ImportJob, importJobSchema } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type ImportFolder,
  importFolder,
  isOwn,
  relativeSource,
  sourceFolder,
  writeJson,
} from './import-folder.ts';
import { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';

/** Kind of the records with the locations of job files outside the state. */
const placeKind = 'import-place';

const maxNameLength = 200;
/** A character has up to four bytes, and a name 255. */
const maxFileNameLength = 60;

/** The imports of a workspace: those in its state, and those whose job files were opened. */
export interface ImportStore {
  /** Reads which there are; call it once, before anything else. */
  load(): Promise<void>;
  all(): readonly OpenImport[];
  /** @throws api.not-found */
  get(id: string): OpenImport;
  /** A new import in the state, whose file is yet to come. */
  create(name: string, fileName: string, sizeBytes: number): OpenImport;
  /** The import of a job file; made for a file of the machine where there is none yet. @throws import.job-file */
  open(jobFile: string, sourceFile: string | null, target: string | null): Promise<OpenImport>;
  remove(open: OpenImport): Promise<void>;
}

/** Creates the store; `changed` is called for every change of an import. */
export function createImportStore(ports: ImportPorts, changed: (id: string) => void): ImportStore {
  const { directory, records } = ports;
  const imports = new Map<string, OpenImport>();

  function take(jobFile: string): OpenImport {
    const open: OpenImport = new OpenImport(importFolder(jobFile), () => changed(open.id));
    const other = imports.get(open.id);
    // One that was moved is the same; a copy would share the place of the other in every list.
    if (other !== undefined && existsSync(other.folder.jobFile))
      throw new GatehouseError('import.job-file', `${basename(jobFile)} has the id of another job file.`, {
        fix: `Delete it, and create a new one with “gatehouse import plan FILE --job JOB.json”.`,
        location: { file: other.folder.jobFile },
      });
    open.wake();
    imports.set(open.id, open);
    return open;
  }

  function write(jobFile: string, job: ImportJob): OpenImport {
    writeJson(jobFile, job);
    return take(jobFile);
  }

  return {
    async load() {
      for (const jobFile of await jobFilesOf(ports)) {
        try {
          take(jobFile);
        } catch (error) {
          // One that cannot be read must not hide the others.
          if (!(error instanceof GatehouseError)) throw error;
        }
      }
    },
    all: () => [...imports.values()].toSorted((a, b) => b.job.createdAtMillis - a.job.createdAtMillis),
    get(id) {
      const open = imports.get(id);
      if (open === undefined) throw new GatehouseError('api.not-found', `The import ${id} does not exist.`);
      return open;
    },
    create(name, fileName, sizeBytes) {
      const job = newJob(ports, name);
      const safeName = safeNameOf(fileName);
      const jobFile = join(directory, job.id, 'job.json');
      const folder = sourceFolder(importFolder(jobFile));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const source = join(folder, safeName);
      writeFileSync(source, '', { mode: 0o600 });
      const made = write(jobFile, {
        ...job,
        source: { file: relativeSource(jobFile, source), name: safeName, sizeBytes, sha256: null },
      });
      if (sizeBytes === 0) made.note({ state: 'editing' });
      return made;
    },
    async open(givenJobFile, sourceFile, target) {
      const jobFile = resolve(givenJobFile);
      const known = [...imports.values()].find(({ folder }) => folder.jobFile === jobFile);
      if (known?.isWorking === false) known.reread();
      const open = known ?? (existsSync(jobFile) ? take(jobFile) : null);
      if (open === null && sourceFile === null)
        throw new GatehouseError('import.job-file', `The job file ${basename(jobFile)} does not exist.`, {
          fix: 'Create one with “gatehouse import plan FILE --job JOB.json”.',
          location: { file: jobFile },
        });
      const made = open ?? write(jobFile, newJob(ports, basename(jobFile, '.json')));
      await changeWhatIsRead(made, sourceFile, target);
      records.put(placeKind, made.id, jobFile);
      await records.commit();
      return made;
    },
    async remove(open) {
      await open.closeJournal();
      imports.delete(open.id);
      removeFiles(ports, open.folder);
      records.remove(placeKind, open.id);
      await records.commit();
      changed(open.id);
    },
  };
}

function newJob(ports: ImportPorts, name: string): ImportJob {
  return importJobSchema.parse({
    version: 1,
    id: Buffer.from(ports.random.bytes(9)).toString('base64url'),
    name: name.slice(0, maxNameLength),
    createdAtMillis: ports.clock.nowMillis(),
    source: { file: '-', name: '-', sizeBytes: 0 },
  });
}

/** Paths of the job files that are known, and are still there. */
async function jobFilesOf({ directory, records }: ImportPorts): Promise<readonly string[]> {
  const own = existsSync(directory)
    ? readdirSync(directory).map((id) => join(directory, id, 'job.json'))
    : [];
  const elsewhere = await records.list<string>(placeKind);
  return [...own, ...elsewhere.map(({ value }) => value)].filter((jobFile) => existsSync(jobFile));
}

function removeFiles(ports: ImportPorts, folder: ImportFolder): void {
  const { jobFile, directory } = folder;
  // A file of a person is kept; the files made beside it are removed.
  removeFolder(isOwn(ports, folder) ? dirname(jobFile) : directory);
}

/** Another file or another target is planned anew, unless some of it was sent. @throws import.not-now, import.job-file */
async function changeWhatIsRead(
  open: OpenImport,
  sourceFile: string | null,
  target: string | null,
): Promise<void> {
  const changesTarget = target !== null && open.job.target !== target;
  if (sourceFile !== null || changesTarget) await open.requireNothingSent('Planning');
  if (sourceFile !== null) useSource(open, resolve(sourceFile));
  if (changesTarget) open.save({ target, plan: null });
}

/** Another file, or another version of it, is read anew. */
function useSource(open: OpenImport, path: string): void {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new GatehouseError('import.job-file', `The file ${basename(path)} does not exist.`, {
      fix: 'Check the path.',
      location: { file: path },
    });
  const { size } = statSync(path);
  const file = relativeSource(open.folder.jobFile, path);
  const reading = file === open.job.source.file ? open.job.reading : null;
  open.save({ source: { file, name: basename(path), sizeBytes: size, sha256: null }, reading, plan: null });
  open.note({ state: 'editing', receivedBytes: size });
}

/** A name that every disk takes, with its ending, and that leads nowhere else. */
function safeNameOf(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/')).replace(/[^\p{L}\p{N}._ ()-]/gu, '_');
  return /^\.*$/.test(name) ? 'file' : name.slice(-maxFileNameLength);
}
