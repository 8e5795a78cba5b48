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
} from '#shared/connector/index.ts';
import type { RecordingFile } from '#shared/connector/recording.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Variables } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { ManagementPorts } from '../management/context.ts';
import type { Connector } from '../ports.ts';
import type { System, Systems } from '../systems/systems.ts';
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
  readonly host: () => HostFacts;
  readonly open: (name: string, document: ConnectorDocument) => Connector;
  /** The text of a draft as JSON, masks filled in. @throws workspace.syntax, secret.masked */
  readonly parse: (text: string, file: string) => JsonValue;
  readonly isLoopback: (url: string) => boolean;
  /** The recordings of the workspace. */
  readonly recordings: () => readonly NamedRecording[];
  readonly saveRecording: (name: string, recording: RecordingFile) => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** A configuration as it stands in an editor. */
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
  /** Tests a document without putting it in force: what is wrong, or null. */
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
  const drafts = createDraftConnectors((file, document) => ports.open(nameOf(file), document));

  function read(draft: Draft): ReadConnector {
    const value = ports.parse(draft.document, draft.file);
    return readConnector(value, { variables: ports.variables(), host: ports.host() });
  }

  /** What can be made of a draft. @throws connector.configuration where nothing can */
  function documentOf({ file }: Draft, { connector, partial, problems }: ReadConnector): ConnectorDocument {
    const document = connector ?? partial;
    if (document !== null) return document;
    const wrong = problems.find(({ severity }) => severity === 'error');
    throw new GatehouseError('connector.configuration', wrong?.message ?? 'The document cannot be read.', {
      fix: wrong?.fix ?? 'Mend what is marked in the document.',
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
    walk: async (draft, options) =>
      drafts.use(draft.file, documentOf(draft, read(draft)), (connector) => walkPages(connector, options)),
    runs: (file) => (runs.get(file) ?? []).map(({ run }) => run),
    recordings: (file) =>
      ports
        .recordings()
        .flatMap(({ recording, ...each }) =>
          recording?.system === nameOf(file) ? [summaryOf({ ...each, recording })] : [],
        ),
    async record(file, runId, name) {
      const kept = runs.get(file)?.find(({ run }) => run.id === runId);
      if (kept === undefined) throw new GatehouseError('api.not-found', 'This run is no longer kept.');
      const recording = await playableRecording(ports, kept);
      return summaryOf({ file: ports.saveRecording(name, recording), name, recording });
    },
    tryOut: (value) => tryOut(ports, value),
    verify(draft) {
      const found = read(draft);
      return verifyAll(ports, nameOf(draft.file), documentOf(draft, found), (connector) =>
        draftSystem(draft, connector, found),
      );
    },
    close: () => drafts.close(),
  };
}

/** Tests a document, whatever is wrong with it. */
async function tryOut(ports: StudioPorts, value: JsonValue): Promise<string | null> {
  const { connector: document, problems } = readConnector(value, {
    variables: ports.variables(),
    host: ports.host(),
  });
  if (document === null)
    return problems.find(({ severity }) => severity === 'error')?.message ?? 'The document cannot be read.';
  const connector = ports.open('test', document);
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
  // What was mapped of an answer, and the sample, are about as large as the answer.
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
