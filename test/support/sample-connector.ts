import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleWorkspace } from './engine.ts';

/** A workspace with the sample's connector to the directory of people, and a management interface that can be called. */
export function connectorFiles(
  change: (document: SampleDocument) => void = () => {},
): Readonly<Record<string, unknown>> {
  const document = JSON.parse(
    readFileSync(join(sampleWorkspace, 'connectors/provisioner.openicf-hr.json'), 'utf8'),
  ) as SampleDocument;
  change(document);
  return hostFiles({ hr: document });
}

/** A workspace with these connectors, by their names, and a management interface that can be called. */
export function hostFiles(
  documents: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const files = Object.entries(documents).map(([name, document]) => [
    `connectors/provisioner.openicf-${name}.json`,
    document,
  ]);
  return {
    'gatehouse.json': {
      id: 'test',
      name: 'Test workspace',
      services: { connectorHost: { username: 'admin', password: 'admin-password', ...settings } },
    },
    ...(Object.fromEntries(files) as Readonly<Record<string, unknown>>),
  };
}

/** A connector of one kind of object, which calls a remote with a fixed token. */
export function accountConnector(serviceUri: string, accounts: object) {
  return {
    configurationProperties: {
      serviceUri,
      authenticationMethod: 'TOKEN',
      authToken: 'test-token',
      objectTypes: { __ACCOUNT__: accounts },
    },
  };
}

/** The parts of the sample document that tests change. */
export interface SampleDocument {
  enabled: boolean;
  excludeUnmodified?: boolean;
  connectorRef: { bundleVersion: string; connectorHostRef?: string };
  objectTypes?: unknown;
  configurationProperties: Record<string, unknown> & {
    objectTypes: {
      __ACCOUNT__: Record<string, unknown> & { operations: Record<string, Record<string, unknown>> };
    };
  };
}

export interface ManagementAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Calls a management interface as the documents show it. Spec 2 §4 */
export function managementClient(
  host: { readonly connectorHost: string },
  credentials: Readonly<Record<string, string>> = adminCredentials,
) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ManagementAnswer> => {
    const answer = await fetch(`${host.connectorHost}${path}`, {
      method,
      headers: {
        ...credentials,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
}

/** The header fields of the administrator. */
export const adminCredentials = {
  'X-Gatehouse-Username': 'admin',
  'X-Gatehouse-Password': 'admin-password',
} as const;
