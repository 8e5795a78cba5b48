import { statSync } from 'node:fs';
import {
  copyWorkspaceFiles,
  createWorkspace,
  forgetRecentWorkspace,
  noteOwnWorkspace,
  readPreferences,
  recentWorkspaces,
  requireEmptyFolder,
  unpackWorkspace,
  writePreferences,
} from '#main/workspace/index.ts';
import type { RecentWorkspace } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { trustKey } from '#shared/trust/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'ports' | 'trust' | 'workspace'>();

function listRecent({ ports, workspace }: Slice<'ports' | 'workspace'>): RecentWorkspace[] {
  return recentWorkspaces(ports.userDirectory).map((entry) => ({
    ...entry,
    exists: statSync(entry.directory, { throwIfNoEntry: false })?.isDirectory() === true,
    isOpen: entry.directory === workspace.directory,
  }));
}

export const installation = api.installation.router({
  recent: api.installation.recent.handler(({ context }) => listRecent(context.engine)),
  forgetRecent: api.installation.forgetRecent.handler(({ context: { engine }, input }) => {
    forgetRecentWorkspace(engine.ports.userDirectory, input.directory, engine.ports.random);
    return listRecent(engine);
  }),
  places: api.installation.places.handler(({ context }) => ({
    workspaces: context.engine.ports.workspacesDirectory,
  })),
  create: api.installation.create.handler(({ context, input: { directory, name, from } }) => {
    const { sampleWorkspace, random } = context.engine.ports;
    createWorkspace(directory, name, from === 'sample' ? sampleWorkspace : null, random);
    noteOwnWorkspace(context.engine.ports, directory);
    return { directory };
  }),
  duplicate: api.installation.duplicate.handler(({ context, input: { directory, name } }) => {
    const { ports, workspace } = context.engine;
    copyWorkspaceFiles(workspace.directory, directory, name, ports.random);
    // A copy may do what the one that it was made from may do, and no more.
    if (context.engine.trust.mode !== 'restricted' && context.engine.trust.mode !== 'forced')
      noteOwnWorkspace(ports, directory, new Set(context.engine.trust.policy().off.map(trustKey)));
    return { directory };
  }),
  importZip: api.installation.importZip.handler(({ context, input: { directory, zipBase64 } }) => {
    requireEmptyFolder(directory);
    const zip = Buffer.from(zipBase64, 'base64');
    return { directory, files: [...unpackWorkspace(zip, directory, context.engine.ports.random)] };
  }),
  open: api.installation.open.handler(async ({ context, input }) => {
    const { hostLink } = context.engine.ports;
    if (hostLink === undefined)
      throw new GatehouseError('api.not-found', 'The engine has no host that can open another workspace.', {
        fix: 'Use gatehouse serve or the desktop application.',
      });
    return hostLink.ask('open-workspace', input);
  }),
  preferences: api.installation.preferences.handler(({ context }) =>
    readPreferences(context.engine.ports.userDirectory),
  ),
  setPreferences: api.installation.setPreferences.handler(({ context, input }) => {
    const { userDirectory, random } = context.engine.ports;
    writePreferences(userDirectory, input, random);
    return input;
  }),
});
