import type { JsonObject } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { Call } from '../../ports.ts';
import type { System } from '../../systems/systems.ts';
import { optionalBody } from '../body.ts';
import type { ManagementOperation } from '../context.ts';
import { required } from '../context.ts';
import { plainResponse } from './responses.ts';

/**
 * Tests whether everything that a configuration refers to is there. It may be called before the configuration is
 * right. Spec 2 §A.3
 */
export const testOperation: ManagementOperation = {
  id: 'test',
  method: 'POST',
  on: 'system',
  action: 'test',
  needsConnector: false,
  perform: async (context) => plainResponse(context, await statusOf(required(context.system), context.call)),
};

/** The same of every system. */
export const testAllOperation: ManagementOperation = {
  id: 'test-all',
  method: 'POST',
  on: 'systems',
  action: 'test',
  needsConnector: false,
  async perform(context) {
    const { systems } = context.ports;
    const all = await Promise.all(systems.all.map((system) => statusOf(system, context.call)));
    return plainResponse(context, all);
  },
};

/** Tries out a configuration that is posted, without putting it in force. */
export const testConfigOperation: ManagementOperation = {
  id: 'test-config',
  method: 'POST',
  on: 'systems',
  action: 'testConfig',
  needsConnector: false,
  async perform(context) {
    const document = optionalBody(context.request);
    const error = await context.ports.tryDocument(document);
    const name = typeof document['name'] === 'string' ? document['name'] : null;
    return plainResponse(context, { name, ok: error === null, ...(error === null ? {} : { error }) });
  },
};

/** Returns the answer of Test: always, whatever is wrong. */
export async function statusOf(system: System, call: Call): Promise<JsonObject> {
  const { name, document } = system;
  const error = await errorOf(system, call);
  return {
    name,
    enabled: document?.enabled ?? false,
    config: `config/provisioner.openicf/${name}`,
    connectorRef: refOf(system),
    displayName: document?.displayName ?? document?.connectorRef?.displayName ?? 'REST Connector',
    objectTypes: [
      ...Object.keys(document?.objectTypes ?? document?.configurationProperties.objectTypes ?? {}),
      '__ALL__',
    ],
    ok: error === null,
    ...(error === null ? {} : { error }),
  };
}

function refOf({ document }: System): JsonValue {
  const ref = document?.connectorRef;
  return {
    bundleVersion: ref?.bundleVersion ?? '',
    bundleName: ref?.bundleName ?? '',
    connectorName: ref?.connectorName ?? '',
  };
}

async function errorOf({ connector, document, problems }: System, call: Call): Promise<string | null> {
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return wrong.message;
  if (document === null || connector === null) return 'The configuration cannot be read';
  if (!document.enabled) return 'The connector is disabled';
  try {
    await connector.test(call);
    return null;
  } catch (error) {
    if (error instanceof GatehouseError) return error.message;
    throw error;
  }
}
