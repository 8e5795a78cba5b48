import { serviceKeys } from '#shared/exchange/index.ts';
import { certificateHosts } from '../platform/addresses.ts';
import { createCertificateAuthority } from '../platform/certificate-authority.ts';
import { createOutgoing } from '../platform/outgoing.ts';
import type { Workspace, WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Composes the certificates that our servers present, and the way our own requests leave this machine. */
export function composeNetwork(
  { storage, realClock, random }: EnginePorts,
  workspace: Workspace,
  trust: WorkspaceTrust,
) {
  const authority = createCertificateAuthority({
    records: storage.records,
    clock: realClock,
    random,
    workspaceName: workspace.name,
  });
  const outgoing = createOutgoing({
    directory: workspace.directory,
    gate: trust.gate,
    network: trust.network,
    readSecret: workspace.readSecret,
    ownHosts: () => serviceKeys.flatMap((key) => certificateHosts(workspace.manifest.services[key])),
    ownRoot: authority.existingRoot,
  });
  return { authority, outgoing };
}
