import { isDeepStrictEqual } from 'node:util';
import {
  type Connector,
  type ConnectorStudio,
  createConnector,
  createManagement,
  createStudio,
  createSystems,
  type DocumentSecrets,
  type ManagementPorts,
  namedRecordings,
  readKeystore,
  readScript,
  type SystemDocument,
  type Systems,
} from '#main/services/connectors/index.ts';
import type { ConnectorDocument, HostFacts } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { isJsonObject, type SecretValue, type Variables, valueAt } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { isLoopbackHost } from '../platform/addresses.ts';
import type { HttpHandler } from '../platform/http.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Recorder } from '../services/activity/index.ts';
import type { Scripting } from '../services/scripting/index.ts';
import {
  type FileEditor,
  type FileSecrets,
  neededSecret,
  notAllowed,
  parseJsonDocument,
  readSecretText,
  saveEntity,
  type Workspace,
  type WorkspaceTrust,
} from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';
import { documentsOf } from './workspace-documents.ts';

/** Parts that connectors work with, besides the engine's own ports. */
export interface ConnectorParts {
  readonly workspace: Workspace;
  readonly outgoing: Outgoing;
  readonly recorder: Recorder;
  readonly scripting: Scripting;
  readonly editor: FileEditor;
  readonly trust: Pick<WorkspaceTrust, 'admitScript'>;
  /** Base URL of a hosted service, as it runs or would run. */
  readonly serviceUrl: (key: ServiceKey) => string;
  readonly onServicesChange: (listener: () => void) => void;
}

/** The connector host of a workspace: its systems, its management interface and the studio. */
export interface ConnectorHost {
  readonly systems: Systems;
  readonly handler: HttpHandler;
  readonly studio: ConnectorStudio;
  /** Values that every document can name by `&{name}`. Stored secrets are not among them: a document has only its own. */
  variables(): Variables;
  close(): Promise<void>;
}

/** The connectors of a workspace, which it follows. */
export function composeConnectors(ports: EnginePorts, parts: ConnectorParts): ConnectorHost {
  const { workspace } = parts;
  const { logger, random, realClock } = ports;
  const open = opener(ports, parts);
  const settings = () => workspace.manifest.services.connectorHost;
  const host = (): HostFacts => {
    const { frameworkVersion, connectorServers } = settings();
    return { frameworkVersion, connectorServers };
  };
  const variables = (): Variables => ({
    ...Object.fromEntries(serviceKeys.map((key) => [`services.${key}`, parts.serviceUrl(key)])),
    ...workspace.variables,
  });
  const secrets = (file: string | null) => documentSecrets(workspace, file);
  const systems = createSystems({
    documents: () => connectorDocuments(workspace),
    variables,
    secrets,
    host,
    open: ({ name, file }, document) => open(name, document, file),
    logger,
  });
  const management: ManagementPorts = {
    systems,
    settings,
    readSecret: workspace.readSecret,
    vendorHeader: () => workspace.manifest.vendor.header,
    noteUnexpected: (error) => logger.error('connector.failed', { error }),
    readScript(file) {
      parts.trust.admitScript({ file });
      return readScript(workspace.directory, file);
    },
    tryDocument: async (document) => studio.tryOut(document),
  };
  const studio = createStudio({
    systems,
    management,
    variables,
    secrets,
    fileOf: (document) => sentVersionOf(connectorDocuments(workspace), document),
    host,
    open: ({ name, file }, document) => open(name, document, file),
    openSent: (document, file) => open('test', document, file),
    parse: (text, file) => parseDraft(parts, text, file),
    isLoopback: (url) => URL.canParse(url) && isLoopbackHost(new URL(url).hostname),
    recordings: () => namedRecordings(workspace.files),
    saveRecording(name, recording) {
      const file = `connectors/recordings/${name}.json`;
      saveEntity(workspace, file, recording, random);
      return file;
    },
    clock: realClock,
    random,
  });
  workspace.onChange(() => systems.reload());
  // A service may run at another address than when the documents were taken up.
  parts.onServicesChange(() => systems.reload());
  systems.reload();
  return {
    systems,
    handler: createManagement(management),
    studio,
    variables,
    async close() {
      await Promise.all([studio.close(), systems.close()]);
    },
  };
}

function opener(
  { clock, random }: EnginePorts,
  { workspace, outgoing, recorder, scripting }: ConnectorParts,
) {
  return (name: string, document: ConnectorDocument, file: string | null): Connector =>
    createConnector(document, {
      name,
      outgoing,
      readSecret: documentSecrets(workspace, file).read,
      keystore: () =>
        readKeystore(
          workspace.directory,
          workspace.manifest.services.connectorHost.keystore,
          workspace.readSecret,
        ),
      record: recorder.record,
      clock,
      random,
      maxListRecords: () => workspace.manifest.services.connectorHost.maxListRecords,
      isLiteral: () => workspace.manifest.services.connectorHost.runtime === 'product',
      userAgent: () => `${workspace.manifest.vendor.userAgent}Connector`,
      script: (script, bindings, signal) =>
        scripting.evaluate({ ...script, name: `The script of ${name}` }, bindings, signal),
    });
}

/** The connectors of a workspace as their files are now. */
function connectorDocuments(workspace: Workspace): readonly SystemDocument[] {
  return documentsOf(workspace, 'connector').map(({ id, ...document }) => ({ ...document, name: id }));
}

/** @throws workspace.syntax, secret.masked */
function parseDraft({ editor }: ConnectorParts, text: string, file: string) {
  const drafted = parseJsonDocument(text, file);
  if ('problem' in drafted) throw GatehouseError.fromProblem(drafted.problem);
  const parsed = parseJsonDocument(editor.unmask(file, text), file);
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  return parsed.value.value;
}

/** The stored secrets that a connector may use; `file` is null for a configuration that came with a request. */
function documentSecrets(
  { secretsOf, secretSource }: Pick<Workspace, 'secretsOf' | 'secretSource'>,
  file: string | null,
): DocumentSecrets {
  if (file === null)
    return {
      // A configuration from a request owns no secret: only values written in it can be read.
      read: (value) => (neededSecret(value) === null ? readSecretText(value, nothing) : null),
      refusal: (value) => {
        const name = neededSecret(value);
        return name !== null && secretSource.isStored(name) ? notOfSent(name) : null;
      },
    };
  const secrets = secretsOf(file);
  return {
    read: (value) => readSecretText(value, secrets),
    refusal: (value) => refusalOf(value, file, secrets),
  };
}

function refusalOf(value: SecretValue, file: string, secrets: FileSecrets) {
  const name = neededSecret(value);
  if (name === null || !secrets.isStored(name) || secrets.isPermitted(name)) return null;
  const {
    code,
    severity,
    message,
    fix = '',
    actions = [],
  } = notAllowed({ file, name: secrets.storedName(name) }, secrets.owners(name));
  return { code, severity, message, fix, actions };
}

function notOfSent(name: string) {
  return {
    code: 'secret.not-allowed',
    severity: 'error',
    message: `A configuration sent with a request can use the stored secret ${name} only to send requests where the connector’s file does.`,
    fix: 'Save the configuration as the connector’s file, and test that file.',
  } as const;
}

/** Gives no secret away. */
const nothing: FileSecrets = {
  resolve: () => null,
  storedName: (name) => name,
  isStored: () => false,
  isPermitted: () => false,
  owners: () => [],
};

/** Settings in which a configuration from a request may differ from its file: none of them changes where requests go. */
const harmless: ReadonlySet<string> = new Set([
  'connectionTimeout',
  'maximumConnections',
  'disableHttpCompression',
  'userAgent',
]);

/**
 * Returns the file of which the sent configuration is a version, or null. Being allowed to send a configuration
 * does not include deciding where the secrets of that file go.
 */
function sentVersionOf(documents: readonly SystemDocument[], sent: JsonValue): string | null {
  const name = valueAt(sent, ['name']);
  const found = documents.find((document) => document.name === name);
  return found !== undefined && isDeepStrictEqual(whereItLeads(found.value), whereItLeads(sent))
    ? found.file
    : null;
}

function whereItLeads(document: JsonValue): JsonValue {
  const properties = valueAt(document, ['configurationProperties']) ?? null;
  if (!isJsonObject(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([member]) => !harmless.has(member)));
}
