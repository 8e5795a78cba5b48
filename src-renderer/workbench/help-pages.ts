import { parsePath, type Screen } from './addresses.ts';

/** The page of Help about each screen. */
const pages: Readonly<Record<Screen, string>> = {
  home: 'guides/first-minutes',
  identity: 'guides/authorization-server',
  flows: 'guides/flow-debugger',
  connectors: 'guides/connectors',
  throttle: 'guides/throttling',
  consents: 'guides/consents',
  contract: 'guides/contract',
  activity: 'guides/flow-debugger',
  problems: 'reference/errors',
  help: 'guides/first-minutes',
  files: 'reference/workspace',
  settings: 'reference/workspace',
};

/** The page of Help about the screen at a path. */
export function helpPageAt(path: string): string {
  return pages[parsePath(path)?.screen ?? 'home'];
}
