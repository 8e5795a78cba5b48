import { foreignAttackTarget, probeTarget, type ServerForm } from '#main/services/attacks/index.ts';
import { askMetadata, discover, foreignTarget, type SignInParts } from '#main/services/flows/index.ts';
import { remarksOf } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { type Target, type TargetFile, targetFileSchema } from '#shared/workspace/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { sleep } from '../platform/timers.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { DebuggerIssuer } from '../services/flow-player/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { requestsPerSecondTo } from './pace.ts';

/** Dependencies of the form that adds a server. */
export interface ServerFormParts {
  readonly workspace: Pick<Workspace, 'directory' | 'manifest'>;
  readonly random: Random;
  readonly send: SendRecorded;
  readonly outgoing: Outgoing;
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
  readonly signIns: SignInParts;
}

/** Creates what stands behind the form that adds a server. */
export function composeServerForm(parts: ServerFormParts): ServerForm {
  const { send, random, flowIssuer } = parts;
  return {
    async discover(issuer) {
      const asked = await askMetadata(issuer, send, undefined);
      return {
        addresses: asked.map(({ url, metadata, failure }) => ({ url, isFound: metadata !== null, failure })),
        metadata: asked.find(({ metadata }) => metadata !== null)?.metadata ?? null,
      };
    },
    async test(document) {
      const target = typedTarget(document);
      const { hostname } = new URL(target.file.issuer);
      const { capabilities } = await probeTarget(
        foreignAttackTarget({
          target: await playTarget(target, parts),
          clock: systemClock,
          send,
          issuer: flowIssuer,
          sleep,
          nowMillis: () => performance.now(),
          isDisruptive: false,
          requestsPerSecond: requestsPerSecondTo(hostname),
        }),
        { random, sleep, signal: new AbortController().signal },
      );
      const { requests, clients } = capabilities;
      return {
        requests,
        clients: clients.map(({ clientId, problem, frontProblem }) => ({
          clientId,
          problem: problem ?? frontProblem,
        })),
        remarks: remarksOf({ capabilities, cases: [] }).map(({ text }) => text),
      };
    },
  };
}

async function playTarget(target: Target, { workspace, outgoing, send, signIns }: ServerFormParts) {
  const parts = {
    target,
    metadata: {},
    upstreams: null,
    directory: workspace.directory,
    outgoing,
    vendorUrn: workspace.manifest.vendor.urn,
    signIns,
  };
  const found = target.file.discovery ? await discover(target.file.issuer, send, undefined) : {};
  return foreignTarget({ ...parts, ...found });
}

/** A target as it was typed, its secrets in clear text. @throws workspace.invalid */
export function typedTarget(document: unknown): Target {
  const parsed = targetFileSchema.safeParse(document);
  if (parsed.success) return plainTarget(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new GatehouseError(
    'workspace.invalid',
    `The target file: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'not readable'}.`,
  );
}

function plainTarget(file: TargetFile): Target {
  const plain = (value: unknown) => () => (typeof value === 'string' ? value : null);
  return {
    name: 'target',
    displayName: file.display_name ?? file.issuer,
    file,
    clients: file.clients.map((client) => ({
      file: client,
      secret: plain(client.client_secret),
      privateKey: plain(client.private_key),
      certificateKey: plain(client.certificate_key),
      registrationToken: () => null,
    })),
    users: file.users.map(({ username, password, totp_seed: seed }) => ({
      username,
      password: plain(password),
      totpSeed: plain(seed),
    })),
    proxyPassword: () => null,
    samlKey: plain(file.saml?.private_key),
  };
}
