import { sandboxEnvironmentId } from '#main/services/platform-sandbox/index.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '#test/support/engine.ts';
import { tokenRequest } from '#test/support/people.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Options of a call in a test. */
export interface CallOptions {
  readonly body?: unknown;
  /** Part of the media type of an action, such as `consent.accept`; absent: JSON. */
  readonly action?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: that of the worker. */
  readonly token?: string | null;
}

/** A whole engine with the sandbox on a real listener, and a worker's token of its authorization server. */
export interface TestPlatform extends TestEngine {
  /** The path is below the environment, unless it begins with `/`. */
  call(method: string, path: string, options?: CallOptions): Promise<Answered>;
  get(path: string): Promise<Answered>;
  token(client?: readonly [string, string], fields?: Readonly<Record<string, string>>): Promise<string>;
}

const worker = ['loader', 'planted-worker-secret'] as const;

export const platformFiles = {
  ...ordinaryFiles,
  'oauth/clients/loader.json': {
    client_id: worker[0],
    client_secret: worker[1],
    application_type: 'worker',
    grant_types: ['client_credentials'],
  },
};

/** Starts the engine with settings of the sandbox and further files. */
export async function startPlatform(
  settings: Json = {},
  files: Readonly<Record<string, unknown>> = {},
  options: TestEngineOptions = {},
): Promise<TestPlatform> {
  const manifest = { id: 'test', name: 'Test workspace', services: { platform: settings } };
  const engine = await startTestEngine({
    ...options,
    files: { ...platformFiles, 'gatehouse.json': manifest, ...files },
  });
  const token = async (
    client: readonly [string, string] = worker,
    fields: Readonly<Record<string, string>> = { grant_type: 'client_credentials' },
  ) => String((await tokenRequest(engine.authorizationServer, client, fields)).body['access_token']);
  const workerToken = await token();
  const call = async (method: string, path: string, given: CallOptions = {}): Promise<Answered> => {
    const url = path.startsWith('/') ? path : `/environments/${sandboxEnvironmentId}/${path}`;
    const type =
      given.action === undefined ? 'application/json' : `application/vnd.gatehouse.${given.action}+json`;
    const bearer = given.token === undefined ? workerToken : given.token;
    const response = await fetch(`${engine.platform}${url}`, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(given.body === undefined && given.action === undefined ? {} : { 'content-type': type }),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Json) };
  };
  return { ...engine, call, get: (path) => call('GET', path), token };
}

/** Reads the entries of an embedded list. */
export function listed({ body }: Answered, name: string): readonly Json[] {
  return ((body['_embedded'] as Json)[name] ?? []) as readonly Json[];
}

/** The details of an error. */
export function detailsOf({ body }: Answered): readonly Json[] {
  return (body['details'] ?? []) as readonly Json[];
}
