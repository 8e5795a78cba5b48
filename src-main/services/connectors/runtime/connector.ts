import {
  type ConnectorDocument,
  type ConnectorProperties,
  compileObjectType,
  operationNames,
} from '#shared/connectors/index.ts';
import type { SecretValue } from '#shared/workspace/index.ts';
import { createAuthenticator } from '../authentication/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type {
  Call,
  Connector,
  ConnectorPorts,
  ConnectorSchema,
  GuardedProperty,
  ReadProperty,
} from '../ports.ts';
import { createTransport } from '../remote/transport.ts';
import { createAdmission } from './admission/index.ts';
import { type ConnectorContext, type OperationBounds, readOne, typeOf, within } from './context.ts';
import { queryPage, walkPages } from './query.ts';
import { createRequester } from './requester.ts';
import { createRetrying } from './retrying.ts';
import { runScript } from './script.ts';
import { testRemote } from './test.ts';
import { createOne, deleteOne, updateOne } from './write.ts';

/**
 * Creates a connector from a document with filled-in variables. It connects to nothing before it is used,
 * which is also when its problems appear.
 */
export function createConnector(document: ConnectorDocument, ports: ConnectorPorts): Connector {
  const properties = document.configurationProperties;
  const secret = secretsOf(properties, ports);
  const transport = createTransport(properties, ports, secret);
  const { clock, random } = ports;
  const authenticator = createAuthenticator({ properties, secret, transport, clock, random });
  const compiled = Object.entries(properties.objectTypes).map(([name, config]) =>
    compileObjectType(name, config),
  );
  const context: ConnectorContext = {
    document,
    ports,
    types: new Map(compiled.map(({ type }) => [type.name, type])),
    problems: compiled.flatMap(({ problems }) => problems),
    requester: createRequester(properties, transport, authenticator, createRetrying(properties, ports)),
  };

  const bounds: OperationBounds = {
    document,
    admit: createAdmission(document, ports.timers),
    deadlines: new Map(),
    timers: ports.timers,
  };

  async function* walk(name: string, query: Parameters<Connector['walk']>[1], call: Call) {
    const limited = <T>(perform: (call: Call) => Promise<T>) => within(bounds, 'SEARCH', call, perform);
    yield* walkPages(context, typeOf(context, name), query, limited);
  }

  return {
    document,
    types: context.types,
    warnings: warningsOf(properties),
    test: (call) => within(bounds, 'TEST', call, (limited) => testRemote(context, limited)),
    schema: () => schemaOf(context),
    get: (name, uid, wanted, call) =>
      within(bounds, 'GET', call, (limited) => readOne(context, typeOf(context, name), uid, wanted, limited)),
    query: (name, query, call) =>
      within(bounds, 'SEARCH', call, (limited) => queryPage(context, typeOf(context, name), query, limited)),
    walk,
    create: (name, attributes, call) =>
      within(bounds, 'CREATE', call, (limited) =>
        createOne(context, typeOf(context, name), attributes, limited),
      ),
    update: (name, uid, attributes, call) =>
      within(bounds, 'UPDATE', call, (limited) =>
        updateOne(context, typeOf(context, name), uid, attributes, limited),
      ),
    delete: (name, uid, call) =>
      within(bounds, 'DELETE', call, (limited) => deleteOne(context, typeOf(context, name), uid, limited)),
    script: (script, args, call) =>
      within(bounds, 'SCRIPT_ON_CONNECTOR', call, (limited) => runScript(context, script, args, limited)),
    close: () => transport.close(),
  };
}

/** Returns warnings about the risks that these settings leave open. */
function warningsOf(properties: ConnectorProperties): readonly string[] {
  const { acceptSelfSignedCertificates, disableHostNameVerifier } = properties;
  return [
    ...(acceptSelfSignedCertificates
      ? [
          'Any certificate is accepted. An attacker on the network can read and change all data. For debugging only.',
        ]
      : []),
    ...(disableHostNameVerifier
      ? [
          'Certificates issued for other hosts are accepted. Another server can impersonate the remote system. For debugging only.',
        ]
      : []),
  ];
}

function schemaOf({ types }: ConnectorContext): ConnectorSchema {
  return {
    objectTypes: [...types.values()].map((type) => ({
      name: type.name,
      attributes: [...type.schema.values()],
      operations: operationNames.filter((operation) => type.has(operation)),
    })),
    operations: ['TEST', 'SCHEMA', 'SCRIPT'],
    options: ['_fields', '_pageSize', '_pagedResultsCookie', '_pagedResultsOffset', '_queryFilter'],
  };
}

/** Makes what reads the secrets of a configuration, anew each time: they may be changed meanwhile. */
function secretsOf(
  properties: ConnectorProperties,
  { readSecret }: Pick<ConnectorPorts, 'readSecret'>,
): ReadProperty {
  return (name) => {
    const value = properties[name];
    if (value === null || value === '') return null;
    if (isStructure(value)) return JSON.stringify(value);
    const text = readSecret(value);
    if (text !== null) return text;
    throw new ConnectorFailure('CONFIGURATION', `The secret of ${name} is not available.`, {
      fix: 'Store the secret that the configuration refers to, or the key that decrypts it. If another file owns the secret, allow this connector to use it.',
    });
  };
}

/** A key as an object: the text of a secret is its JSON. */
function isStructure(
  value: NonNullable<ConnectorProperties[GuardedProperty]>,
): value is Exclude<NonNullable<ConnectorProperties['jwtKey']>, SecretValue> {
  return typeof value === 'object' && !Object.hasOwn(value, '$secret') && !Object.hasOwn(value, '$crypto');
}
