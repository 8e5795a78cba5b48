import type { JsonValue } from '../../../workspace/three-way.ts';
import type { ConnectorProblem } from '../../types.ts';
import type { ConnectorDocument } from '../envelope.ts';

/** Versions of the host in which a connector is to run. Spec 2 §9 */
export interface HostFacts {
  readonly frameworkVersion: string;
  /** Versions of remote connector servers by the names under which documents refer to them. */
  readonly connectorServers: Readonly<Record<string, string>>;
}

/**
 * Looks at a document whose members are what their schemas ask for, and says what is wrong with them together.
 * `source` is the document as it was written, its variables filled in.
 */
export type ConnectorRule = (
  document: ConnectorDocument,
  source: JsonValue,
  host: HostFacts | undefined,
) => readonly ConnectorProblem[];

/** Location of the connector's own members. */
export const inProperties = (...steps: readonly (string | number)[]) => ['configurationProperties', ...steps];
