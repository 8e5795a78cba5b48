import { startProgram } from './child.ts';
import { tokenPath } from './gatehouse.ts';
import { type LoadReport, reported } from './load.ts';

/** Code flows with pushed requests, one after the other on each connection. */
export interface CodeFlowLoad {
  readonly origin: string;
  readonly paths: { readonly push: string; readonly authorize: string; readonly token: string };
  /** `id:secret` of the client. */
  readonly credentials: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly username: string;
  readonly password: string;
  readonly connections: number;
  readonly durationMillis: number;
}

/** Paths of the product, which the peer takes too. */
export const codeFlowPaths = {
  push: '/as/par.oauth2',
  authorize: '/as/authorization.oauth2',
  token: tokenPath,
} as const;

/** The client and the user of the sample workspace. */
export const codeFlowParties = {
  credentials: 'portal-web:portal-web-secret',
  redirectUri: 'http://127.0.0.1:9035/cb',
  scope: 'orders.read',
  username: 'ann',
  password: 'ann-password',
} as const;

/** A process that sends code flows. */
export interface CodeFlowGenerator {
  run(load: CodeFlowLoad): Promise<LoadReport>;
  close(): Promise<void>;
}

/** Starts one; its browser signs in with its first load, and stays signed in. */
export async function startCodeFlowGenerator(): Promise<CodeFlowGenerator> {
  const child = await startProgram('code-flow-load.ts');
  return { run: (load) => reported(child, load), close: () => child.stop() };
}
