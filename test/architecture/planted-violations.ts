import type { Rule } from './import-rules.ts';

/** One virtual module that breaks exactly one rule. */
export interface Planted {
  readonly name: string;
  readonly rule: Rule;
  readonly path: string;
  readonly text: string;
}

/** At least one broken import for each rule and each way to write one. */
export const plantedViolations: readonly Planted[] = [
  {
    name: 'shared code imports the engine side',
    rule: 'area',
    path: 'src-shared/oauth/grants.ts',
    text: `import { systemClock } from '#main/platform/clock.ts';`,
  },
  {
    name: 'shared code imports Node',
    rule: 'node',
    path: 'src-shared/oauth/pkce.ts',
    text: `import { createHash } from 'node:crypto';`,
  },
  {
    name: 'shared code imports a package that is not for it',
    rule: 'package',
    path: 'src-shared/oauth/token.ts',
    text: `import { decodeJwt } from 'jose';`,
  },
  {
    name: 'a domain takes a schema from the API',
    rule: 'area',
    path: 'src-shared/drafts/draft.ts',
    text: `import { openedFileSchema } from '../api/workspace.ts';`,
  },
  {
    name: 'a pure part of a service imports Node',
    rule: 'node',
    path: 'src-main/services/gateway/pure/read-route.ts',
    text: `import { readFileSync } from 'node:fs';`,
  },
  {
    name: 'a pure part of a service imports the service',
    rule: 'area',
    path: 'src-main/services/gateway/pure/read-route.ts',
    text: `import { createGateway } from '../index.ts';`,
  },
  {
    name: 'shared code imports the pure part of a service',
    rule: 'area',
    path: 'src-shared/gateway/types.ts',
    text: `import { readRoute } from '#main/services/gateway/pure/index.ts';`,
  },
  {
    name: 'a service reaches past the entry point of another',
    rule: 'entry',
    path: 'src-main/services/gateway/chain.ts',
    text: `import { openDatabase } from '../storage/database.ts';`,
  },
  {
    name: 'a service starts the worker of another',
    rule: 'entry',
    path: 'src-main/services/gateway/chain.ts',
    text: `new Worker(new URL('../storage/worker.ts', import.meta.url));`,
  },
  {
    name: 'a service imports the workspace',
    rule: 'area',
    path: 'src-main/services/gateway/routes.ts',
    text: `import type { Workspace } from '#main/workspace/index.ts';`,
  },
  {
    name: 'the workspace imports a service, as a type in a type',
    rule: 'area',
    path: 'src-main/workspace/workspace.ts',
    text: `export type Jobs = import('../services/jobs/index.ts').JobService;`,
  },
  {
    name: 'an adapter imports a service',
    rule: 'area',
    path: 'src-main/platform/clock.ts',
    text: `export * from '../services/jobs/index.ts';`,
  },
  {
    name: 'a handler imports a host',
    rule: 'area',
    path: 'src-main/api/app.ts',
    text: `const host = await import('../hosts/headless/main.ts');`,
  },
  {
    name: 'a handler reaches past the entry point of the workspace',
    rule: 'entry',
    path: 'src-main/api/workspace.ts',
    text: `import { readJsonFile } from '#main/workspace/json-file.ts';`,
  },
  {
    name: 'a handler composes services itself',
    rule: 'area',
    path: 'src-main/api/app.ts',
    text: `import { compose } from '../composition/index.ts';`,
  },
  {
    name: 'a handler knows the engine, as a type',
    rule: 'area',
    path: 'src-main/api/app.ts',
    text: `import type { Engine } from '../composition/index.ts';`,
  },
  {
    name: 'the ports of the engine know a service, as a type',
    rule: 'area',
    path: 'src-main/composition/ports.ts',
    text: `import type { Gateway } from '../services/gateway/index.ts';`,
  },
  {
    name: 'the composition root imports a host',
    rule: 'area',
    path: 'src-main/composition/planted.ts',
    text: `import { openWindow } from '../hosts/electron/window.ts';`,
  },
  {
    name: 'the headless host imports electron',
    rule: 'package',
    path: 'src-main/hosts/headless/main.ts',
    text: `import { shell } from 'electron';`,
  },
  {
    name: 'a service imports electron, as a type',
    rule: 'package',
    path: 'src-main/services/jobs/job-service.ts',
    text: `import type { App } from 'electron';`,
  },
  {
    name: 'one host imports the other',
    rule: 'area',
    path: 'src-main/hosts/headless/main.ts',
    text: `export { openWindow } from '../electron/window.ts';`,
  },
  {
    name: 'the desktop host imports the headless one',
    rule: 'area',
    path: 'src-main/hosts/electron/main.ts',
    text: `import { startWebHost } from '../headless/web-host.ts';`,
  },
  {
    name: 'what the hosts share imports one of them',
    rule: 'area',
    path: 'src-main/hosts/engine-client.ts',
    text: `import { relay } from './electron/relay.ts';`,
  },
  {
    name: 'a screen imports another',
    rule: 'slice',
    path: 'src-renderer/features/activity/list.tsx',
    text: `import { Sequence } from '../flows/sequence.tsx';`,
  },
  {
    name: 'a screen imports the shell',
    rule: 'area',
    path: 'src-renderer/features/activity/list.tsx',
    text: `import { Shell } from '../../app/shell.tsx';`,
  },
  {
    name: 'the renderer imports the engine side, as a type',
    rule: 'area',
    path: 'src-renderer/api/client.ts',
    text: `import type { Engine } from '#main/composition/index.ts';`,
  },
  {
    name: 'the client of the renderer imports a component',
    rule: 'area',
    path: 'src-renderer/api/queries.ts',
    text: `import { Button } from '../ui/button.tsx';`,
  },
  {
    name: 'a component imports a screen',
    rule: 'area',
    path: 'src-renderer/ui/rail.tsx',
    text: `import { Runs } from '../features/flows/runs.tsx';`,
  },
  {
    name: 'the renderer imports Node',
    rule: 'node',
    path: 'src-renderer/app/theme.ts',
    text: `import { homedir } from 'node:os';`,
  },
  {
    name: 'a screen talks past the client',
    rule: 'package',
    path: 'src-renderer/features/activity/list.tsx',
    text: `import { createORPCClient } from '@orpc/client';`,
  },
  {
    name: 'an adapter imports a package that nobody listed',
    rule: 'package',
    path: 'src-main/platform/logger.ts',
    text: `import pino from 'pino';`,
  },
  {
    name: 'Node is imported without its scheme',
    rule: 'node',
    path: 'src-main/platform/logger.ts',
    text: `import { join } from 'path';`,
  },
  {
    name: 'a source imports a test helper',
    rule: 'area',
    path: 'src-main/platform/clock.ts',
    text: `import { movedClock } from '#test/support/clock.ts';`,
  },
  {
    name: 'a script imports a test helper',
    rule: 'area',
    path: 'scripts/build.ts',
    text: `import { movedClock } from '#test/support/clock.ts';`,
  },
  {
    name: 'a relative import leaves its root',
    rule: 'root',
    path: 'src-main/platform/clock.ts',
    text: `import type { Clock } from '../../src-shared/time/clock.ts';`,
  },
  {
    name: 'a subpath that package.json does not have',
    rule: 'root',
    path: 'src-main/platform/clock.ts',
    text: `import type { Clock } from '#time/clock.ts';`,
  },
  {
    name: 'the engine side reads package.json as a module',
    rule: 'root',
    path: 'src-main/engine.ts',
    text: `import manifest from '../package.json' with { type: 'json' };`,
  },
  {
    name: 'a module that only the running program knows',
    rule: 'unreadable',
    path: 'src-main/services/gateway/filters.ts',
    text: `export const load = (name: string) => import(\`./filters/\${name}.ts\`);`,
  },
  {
    name: 'CommonJS',
    rule: 'package',
    path: 'src-main/hosts/headless/main.ts',
    text: `const electron = require('electron');`,
  },
  {
    name: 'a module outside every known folder',
    rule: 'place',
    path: 'src-main/utilities/misc.ts',
    text: `export const one = 1;`,
  },
];

/** Imports that look like violations and are none. */
export const allowedModules: readonly Omit<Planted, 'rule'>[] = [
  {
    name: 'a service starts its own worker',
    path: 'src-main/services/storage/file-storage.ts',
    text: `new Worker(new URL('./worker.ts', import.meta.url));`,
  },
  {
    name: 'a service uses another through its entry point',
    path: 'src-main/services/gateway/chain.ts',
    text: `import { createJobs } from '../jobs/index.ts';`,
  },
  {
    name: 'a host names a file of the build',
    path: 'src-main/hosts/headless/main.ts',
    text: `const page = new URL('../renderer/index.html', import.meta.url);`,
  },
  {
    name: 'the desktop host imports electron',
    path: 'src-main/hosts/electron/main.ts',
    text: `import { app } from 'electron';`,
  },
  {
    name: 'a comment and a string that look like imports',
    path: 'src-shared/oauth/grants.ts',
    text: `// import 'electron';\nexport const text = "import { app } from 'electron'";`,
  },
  {
    name: 'a test imports what it likes',
    path: 'test/unit/src-main/services/storage/tables.test.ts',
    text: `import { tables } from '#main/services/storage/tables.ts';`,
  },
];
