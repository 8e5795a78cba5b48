import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtApplication } from './build.ts';
import { type Child, startNode } from './child.ts';

/** The client of the sample workspace that acts for itself, and the resource server that validates tokens. */
export const sampleClients = {
  batch: 'batch-job:batch-job-secret',
  resourceServer: 'orders-api:orders-api-secret',
} as const;

export const validateBearer = 'urn:gatehouse:oauth2:grant_type:validate_bearer';
export const tokenPath = '/as/token.oauth2';
export const introspectionPath = '/as/introspect.oauth2';

/** The line of `gatehouse serve --json`. */
interface ReadyLine {
  readonly ui?: string;
  readonly services?: Readonly<Record<string, string>>;
}

/** A running `gatehouse serve`. */
export interface Gatehouse extends Child {
  readonly ui: string;
  /** Base URL of the authorization server. */
  readonly authorizationServer: string;
}

/**
 * A copy of the sample workspace below `directory`; with settings of the authorization server beside its own where
 * they are given, in a folder of that name.
 */
export function copySampleWorkspace(
  directory: string,
  changes?: { readonly name: string; readonly authorizationServer: Readonly<Record<string, unknown>> },
): string {
  const target = join(directory, changes?.name ?? 'workspace');
  if (existsSync(target)) return target;
  cpSync(join(builtApplication(), 'resources/sample-workspace'), target, { recursive: true });
  if (changes === undefined) return target;
  const file = join(target, 'gatehouse.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(manifest.services.authorizationServer, changes.authorizationServer);
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  return target;
}

/**
 * Starts the built `gatehouse serve --json`, every service and the screens, on free ports.
 * @throws Error with what it printed, where it did not become ready
 */
export async function serveGatehouse(
  workspace: string,
  stateDirectory: string,
  options: { readonly nodeArgs?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Gatehouse> {
  const places = ['--workspace', workspace, '--state-dir', stateDirectory];
  const serve = [
    join(builtApplication(), 'out/main/headless.js'),
    'serve',
    '--json',
    // One workspace for many states: what one run sealed, the next could not open.
    '--no-seal',
    '--any-ports',
    '--port',
    '0',
  ];
  const child = await startNode([...(options.nodeArgs ?? []), ...serve, ...places], {
    env: options.env ?? {},
  });
  const { ui, services }: ReadyLine = JSON.parse(child.line);
  const url = services?.['authorizationServer'];
  if (ui !== undefined && url !== undefined) return { ...child, ui, authorizationServer: url };
  await child.stop();
  throw new Error(`gatehouse serve did not start: ${child.line}`);
}
