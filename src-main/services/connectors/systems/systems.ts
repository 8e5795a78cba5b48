import type { Logger } from '#main/platform/ports.ts';
import {
  type ConnectorDocument,
  type ConnectorProblem,
  type HostFacts,
  readConnector,
} from '#shared/connectors/index.ts';
import type { Problem, ProblemLocation } from '#shared/errors/index.ts';
import { substituteVariables, type Variables } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { Connector, DocumentSecrets } from '../ports.ts';
import { namedSecrets, withRefused } from './secret-variables.ts';

/** A connector's document as its file is now. */
export interface SystemDocument {
  /** Such as `connectors/provisioner.openicf-hr.json`. */
  readonly file: string;
  /** Name in the paths of the management interface. */
  readonly name: string;
  /** null: the file is no JSON. */
  readonly value: JsonValue | null;
  readonly locate: (pointer: string) => ProblemLocation;
}

/** A connector of the workspace, as far as it can run. */
export interface System {
  readonly file: string;
  readonly name: string;
  /** The version in force, which may be an earlier one than that of the file; null: there is none. */
  readonly connector: Connector | null;
  /** Of the file as it is now; null: it cannot be read. */
  readonly document: ConnectorDocument | null;
  readonly problems: readonly ConnectorProblem[];
}

export interface SystemsPorts {
  readonly documents: () => readonly SystemDocument[];
  /** Values that every document can name by `&{name}`. */
  readonly variables: () => Variables;
  /** The stored secrets that the document of a file may have. */
  readonly secrets: (file: string) => DocumentSecrets;
  readonly host: () => HostFacts;
  /** Makes what performs the operations of a document. */
  readonly open: (system: Pick<SystemDocument, 'file' | 'name'>, document: ConnectorDocument) => Connector;
  readonly logger: Logger;
}

/** The connectors of the workspace. */
export interface Systems {
  readonly all: readonly System[];
  system(name: string): System | undefined;
  /** Takes the documents up as they are now; what did not change goes on with its connections and tokens. */
  reload(): void;
  problems(): readonly Problem[];
  close(): Promise<void>;
}

interface Running extends System {
  /** The source of its document: the same source makes the same connector. */
  readonly source: string;
  readonly locate: SystemDocument['locate'];
  /** Problems found in it, whatever secrets it may have. */
  readonly found: readonly ConnectorProblem[];
  /** Names of the secrets that are in the version in force. */
  readonly held: readonly string[];
}

/** Follows the connector documents; one that cannot be loaded leaves its last good version in force. */
export function createSystems(ports: SystemsPorts): Systems {
  let running: readonly Running[] = [];
  let byName = new Map<string, Running>();

  function load({ file, name, value, locate }: SystemDocument): Running {
    const former = byName.get(name);
    const mine = ports.secrets(file);
    const secrets = namedSecrets(value, mine, ports.variables());
    const { variables } = secrets;
    const host = ports.host();
    // One that may no longer have a secret does not go on with the tokens which that brought.
    const withheld = secrets.refused.map(({ pointer }) => pointer);
    // Nor with what was opened by a secret that is another one now.
    const { fingerprint } = secrets;
    const source = JSON.stringify([substituteVariables(value, variables).value, host, withheld, fingerprint]);
    if (former?.source === source) {
      const problems = withRefused(former.found, secrets);
      return withoutLost({ ...former, file, locate, problems }, mine);
    }
    const read = value === null ? null : readConnector(value, { variables, host });
    const found = read?.problems ?? [];
    const document = read?.partial ?? null;
    const kept = { file, name, source, locate, document, found, problems: withRefused(found, secrets) };
    if (read !== null && read.connector !== null)
      return { ...kept, connector: ports.open({ file, name }, read.connector), held: secrets.names };
    return withoutLost({ ...kept, connector: former?.connector ?? null, held: former?.held ?? [] }, mine);
  }

  return {
    get all() {
      return running;
    },
    system: (name) => byName.get(name),
    reload() {
      const former = running;
      running = ports.documents().map(load);
      byName = new Map(running.map((system) => [system.name, system]));
      const inForce = new Set(running.map(({ connector }) => connector));
      for (const { connector, name } of former)
        if (connector !== null && !inForce.has(connector))
          connector
            .close()
            .catch((error: unknown) => ports.logger.warn('connector.close-failed', { name, error }));
    },
    problems: () => running.flatMap(problemsOf),
    async close() {
      await Promise.all(running.flatMap(({ connector }) => connector?.close() ?? []));
    },
  };
}

/** A version that holds a secret which is no longer to be had does not go on. */
function withoutLost(running: Running, secrets: DocumentSecrets): Running {
  return running.held.every((name) => secrets.read(`&{${name}}`) !== null)
    ? running
    : { ...running, connector: null, held: [] };
}

/** Notices are for who edits the document. */
function problemsOf({ problems, locate, name, file }: Running): readonly Problem[] {
  return (
    problems
      // The workspace reports secrets that a file may not have, for every file alike.
      .filter(({ severity, code }) => severity !== 'notice' && code !== 'secret.not-allowed')
      .map(({ code, severity, message, fix, pointer }) => ({
        code,
        severity,
        message: `${name}: ${message}`,
        fix,
        location: { ...locate(pointer), file, pointer },
      }))
  );
}
