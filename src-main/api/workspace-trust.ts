import { statSync } from 'node:fs';
import { revokeTrust, trustDecisions } from '#main/workspace/index.ts';
import type { TrustedFolder } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { trustKey } from '#shared/trust/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

type Parts = 'ports' | 'trust' | 'workspace';
const api = apiWith<Parts>();

function listFolders({ ports, workspace }: Slice<Parts>): TrustedFolder[] {
  return trustDecisions(ports.userDirectory).map((entry) => ({
    ...entry,
    exists: statSync(entry.directory, { throwIfNoEntry: false })?.isDirectory() === true,
    isOpen: entry.directory === workspace.directory,
  }));
}

/** A workspace takes up a decision from its start: everything that it would do looks at it anew. */
async function openAgain({ ports, trust, workspace }: Slice<Parts>): Promise<boolean> {
  const { hostLink } = ports;
  if (hostLink === undefined || trust.mode === 'everything' || trust.mode === 'forced') return false;
  await hostLink.ask('open-workspace', { directory: workspace.directory, isAgain: true });
  return true;
}

export const workspaceTrust = api.workspaceTrust.router({
  status: api.workspaceTrust.status.handler(({ context: { engine } }) => {
    const { trust, workspace } = engine;
    const { items, off } = trust.policy();
    const offKeys = new Set(off.map(trustKey));
    return {
      directory: workspace.directory,
      mode: trust.mode,
      decidedAtMillis: trust.decidedAtMillis,
      items: items.map((item) => ({ ...item, files: [...item.files], isOff: offKeys.has(trustKey(item)) })),
    };
  }),
  decide: api.workspaceTrust.decide.handler(async ({ context: { engine }, input }) => {
    engine.trust.decide(input.isTrusted, input.items);
    return { isOpenedAgain: await openAgain(engine) };
  }),
  folders: api.workspaceTrust.folders.handler(({ context }) => listFolders(context.engine)),
  revoke: api.workspaceTrust.revoke.handler(async ({ context: { engine }, input: { directory } }) => {
    const { userDirectory, realClock, random } = engine.ports;
    if (!revokeTrust(userDirectory, directory, realClock.nowMillis(), random))
      throw new GatehouseError('api.not-found', `The folder ${directory} was never opened.`, {
        fix: 'Choose a folder from the list of opened workspaces.',
      });
    if (directory === engine.workspace.directory) await openAgain(engine);
    return listFolders(engine);
  }),
});
