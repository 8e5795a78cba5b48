import type {
  ConnectorRecording,
  ConnectorSystem,
  ConnectorWalk,
  VerifiedRecording,
} from '#shared/api/connectors.ts';
import {
  type ConnectorDocument,
  type ConnectorRun,
  type HostFacts,
  type ReadConnector,
  readConnector,
} from '#shared/connectors/index.ts';
import type { RecordingFile } from '#shared/connectors/recording.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Variables } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { ManagementPorts } from '../management/context.ts';
import type { Connector, DocumentSecrets } from '../ports.ts';
import { type NamedSecrets, namedSecrets, withRefused } from '../systems/secret-variables.ts';
import type { System, Systems, SystemsPorts } from '../systems/systems.ts';
import { createDraftConnectors } from './draft-connectors.ts';
import type { OperationInput, Performance } from './perform.ts';
import { type NamedRecording, playableRecording, verifyAll } from './recordings.ts';
import { type KeptRun, runOperation } from './run.ts';
import { type WalkOptions, walkPages } from './walk.ts';
import { requireConfirmation } from './write-targets.ts';

export interface StudioPorts {
  readonly systems: Systems;
  readonly management: ManagementPorts;
  readonly variables: () => Variables;
  /** The stored secrets that the document of a file may have; null: it is no file's. */
  readonly secrets: (file: string | null) => DocumentSecrets;
  /** The file as whose version a document that is sent counts; null: it is none. */
  readonly fileOf: (document: JsonValue) => string | null;
  readonly host: () => HostFacts;
  readonly open: SystemsPorts['open'];
  /** Makes what performs the operations of a document that is no file's. */
  readonly openSent: (document: ConnectorDocument, file: string | null) => Connector;
  /** The text of a draft as JSON, masks filled in. @throws workspace.syntax, secret.masked */
  readonly parse: (text: string, file: string) => JsonValue;
  readonly isLoopback: (url: string) => boolean;
  /** The recordings of the workspace. */
  readonly recordings: () => readonly NamedRecording[];
  readonly saveRecording: (name: string, recording: RecordingFile) => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** A configuration in an editor. */
export interface Draft {
  readonly document: string;
  readonly file: string;
}

export interface StudioRunInput extends Draft, OperationInput {
  readonly operation: ConnectorRun['operation'];
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

/** Designs connectors: performs their operations with documents that are not saved yet, and tells all of it. */
export interface ConnectorStudio {
  systems(): readonly ConnectorSystem[];
  check(draft: Draft): ConnectorSystem;
  /** @throws workspace.syntax, connector.not-confirmed */
  run(input: StudioRunInput, signal?: AbortSignal): Promise<ConnectorRun>;
  walk(draft: Draft, options: WalkOptions): Promise<ConnectorWalk>;
  runs(file: string): readonly ConnectorRun[];
  recordings(file: string): readonly ConnectorRecording[];
  /** Makes a file of a run. @throws api.not-found, connector.refused where it cannot be played again */
  record(file: string, runId: string, name: string): Promise<ConnectorRecording>;
  /** Tests a document without applying it: its problem, or null. */
  tryOut(document: JsonValue): Promise<string | null>;
  verify(draft: Draft): Promise<readonly VerifiedRecording[]>;
  close(): Promise<void>;
}

/** Runs of a connector that are kept in memory. */
const keptRuns = 30;
/** Characters of their bodies that are kept, besides those of the last one. */
const keptCharacters = 32 * 1_048_576;

/** Makes the studio over the connectors of a workspace. */
export function createStudio(ports: StudioPorts): ConnectorStudio {
  const runs = new Map<string, KeptRun[]>();
  const drafts = createDraftConnectors((file, document) =>
    ports.open({ file, name: nameOf(file) }, document),
  );

  function read(draft: Draft): ReadDraft {
    return readWith(ports, ports.parse(draft.document, draft.file), draft.file);
  }

  /** Returns as much of a draft's document as can be used. @throws connector.configuration where nothing can */
  function documentOf({ file }: Draft, { connector, partial, problems }: ReadConnector): ConnectorDocument {
    const document = connector ?? partial;
    if (document !== null) return document;
    const wrong = problems.find(({ severity }) => severity === 'error');
    throw new GatehouseError('connector.configuration', wrong?.message ?? 'The document cannot be read.', {
      fix: wrong?.fix ?? 'Fix the marked parts of the document.',
      location: { file, ...(wrong === undefined ? {} : { pointer: wrong.pointer }) },
    });
  }

  function draftSystem(draft: Draft, connector: Connector, { problems }: ReadConnector): System {
    const { document } = connector;
    return { file: draft.file, name: nameOf(draft.file), connector, document, problems };
  }

  function keep(file: string, kept: KeptRun): void {
    let left = keptCharacters;
    const earlier = (runs.get(file) ?? []).filter((each) => (left -= sizeOf(each)) > 0);
    runs.set(file, [kept, ...earlier].slice(0, keptRuns));
  }

  return {
    systems: () => ports.systems.all.map((system) => viewOf(system, ports)),
    check(draft) {
      const found = read(draft);
      const name = nameOf(draft.file);
      const { partial: document, problems } = found;
      return viewOf({ file: draft.file, name, connector: null, document, problems }, ports);
    },
    async run(input, signal) {
      const found = read(input);
      const document = documentOf(input, found);
      requireSecrets(input, found);
      requireConfirmation(input, document, ports.isLoopback);
      return drafts.use(input.file, document, async (connector) => {
        const system = draftSystem(input, connector, found);
        const performance: Omit<Performance, 'call'> = { ports: ports.management, system, connector, input };
        const id = Buffer.from(ports.random.bytes(9)).toString('base64url');
        const { isDryRun } = input;
        const kept = await runOperation(performance, { id, clock: ports.clock, isDryRun, signal });
        keep(input.file, kept);
        return kept.run;
      });
    },
    async walk(draft, options) {
      const found = read(draft);
      const document = documentOf(draft, found);
      requireSecrets(draft, found);
      return drafts.use(draft.file, document, (connector) => walkPages(connector, options));
    },
    runs: (file) => (runs.get(file) ?? []).map(({ run }) => run),
    recordings: (file) =>
      ports
        .recordings()
        .flatMap(({ recording, ...each }) =>
          recording?.system === nameOf(file) ? [summaryOf({ ...each, recording })] : [],
        ),
    async record(file, runId, name) {
      const kept = runs.get(file)?.find(({ run }) => run.id === runId);
      if (kept === undefined) throw runNotFound();
      const recording = await playableRecording(ports, kept);
      return summaryOf({ file: ports.saveRecording(name, recording), name, recording });
    },
    tryOut: (value) => tryOut(ports, value),
    verify(draft) {
      const found = read(draft);
      const { file } = draft;
      return verifyAll(ports, { file, name: nameOf(file) }, documentOf(draft, found), (connector) =>
        draftSystem(draft, connector, found),
      );
    },
    close: () => drafts.close(),
  };
}

/** A draft as far as it could be read. */
interface ReadDraft extends ReadConnector {
  readonly secrets: NamedSecrets;
}

function readWith(ports: StudioPorts, value: JsonValue, file: string | null): ReadDraft {
  const secrets = namedSecrets(value, ports.secrets(file), ports.variables());
  const found = readConnector(value, { variables: secrets.variables, host: ports.host() });
  return { ...found, problems: withRefused(found.problems, secrets), secrets };
}

/**
 * Requests would be sent with the name of the secret in its place.
 * @throws secret.not-allowed
 */
function requireSecrets({ file }: Draft, { secrets: { isWithheld, refused } }: ReadDraft): void {
  const [first] = refused;
  if (!isWithheld || first === undefined) return;
  const { message, fix, pointer, actions = [] } = first;
  const location = { file, pointer };
  throw new GatehouseError('secret.not-allowed', message, { fix, location, actions: [...actions] });
}

/** Tests a document, whatever is wrong with it. */
async function tryOut(ports: StudioPorts, value: JsonValue): Promise<string | null> {
  const file = ports.fileOf(value);
  const { connector: document, problems, secrets } = readWith(ports, value, file);
  const [refused] = secrets.refused;
  if (refused !== undefined) return refused.message;
  if (document === null)
    return problems.find(({ severity }) => severity === 'error')?.message ?? 'The document cannot be read.';
  const connector = ports.openSent(document, file);
  try {
    await connector.test({});
    return null;
  } catch (error) {
    if (error instanceof GatehouseError) return error.message;
    throw error;
  } finally {
    await connector.close();
  }
}

/** About how much a run takes, in characters. */
function sizeOf({ run, wholeBodies }: KeptRun): number {
  const shown = run.steps.reduce(
    (sum, { request, response }) => sum + request.body.length + (response?.body.length ?? 0),
    0,
  );
  // The mapped values of an answer, and the sample, are about as large as the answer.
  return [...wholeBodies.values()].reduce((sum, { length }) => sum + length, 3 * shown);
}

function nameOf(file: string): string {
  return file
    .replace(/^.*\//, '')
    .replace(/^provisioner\.openicf-/, '')
    .replace(/\.json$/, '');
}

function summaryOf({
  file,
  name,
  recording,
}: NamedRecording & { readonly recording: RecordingFile }): ConnectorRecording {
  const { system, operation, objectType, exchanges } = recording;
  return { file, system, name, operation, objectType, requests: exchanges.length };
}

function viewOf(system: System, { isLoopback }: StudioPorts): ConnectorSystem {
  const { file, name, connector, document, problems } = system;
  const serviceUri = document?.configurationProperties.serviceUri ?? null;
  return {
    file,
    name,
    displayName: document?.displayName ?? name,
    isEnabled: document?.enabled ?? false,
    isLoaded: connector !== null,
    problems: [...problems],
    objectTypes: Object.keys(document?.configurationProperties.objectTypes ?? {}),
    serviceUri,
    isLoopback: serviceUri !== null && isLoopback(serviceUri),
    warnings: problems.filter(({ code }) => code === 'connector.insecure').map(({ message }) => message),
  };
}

function runNotFound(): GatehouseError {
  return new GatehouseError('api.not-found', 'The run was not found.', {
    fix: 'Run the operation again, then record it.',
  });
}
