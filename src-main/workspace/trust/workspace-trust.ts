import { isDeepStrictEqual } from 'node:util';
import type { Gate } from '#main/platform/gate.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type TrustItem, type TrustKind, trustKey } from '#shared/trust/index.ts';
import type { NetworkSettings } from '#shared/workspace/index.ts';
import type { Workspace } from '../workspace.ts';
import { beginTrust, keepTrust, type TrustMode, type TrustPorts, trustFilesOf } from './beginning.ts';
import { trustDecisionOf } from './decisions.ts';
import { proxyAddress } from './find.ts';
import { type TrustPolicy, trustPolicy } from './policy.ts';
import type { DeclaredScript } from './scripts.ts';

/** Permissions of the open workspace, and the decisions about them. */
export interface WorkspaceTrust {
  readonly mode: TrustMode;
  /** When this user decided; null: not yet. */
  readonly decidedAtMillis: number | null;
  policy(): TrustPolicy;
  readonly gate: Gate;
  /** Refuses a script that may not run. @throws workspace.restricted */
  admitScript(script: DeclaredScript): void;
  /** Why a validator is not told what people type; null: it is. */
  refusesValidator(url: string): string | null;
  /** The address on which a service listens. */
  bindOf(service: string, bind: string): string;
  /** Settings of the network without disabled items; the same object as long as nothing changed. */
  network(): NetworkSettings;
  /**
   * Keeps a person's decision: the workspace may do the given items, or nothing. It counts from when the workspace is
   * opened again.
   * @throws state.unwritable
   */
  decide(isTrusted: boolean, items: readonly Pick<TrustItem, 'kind' | 'value'>[]): void;
  problems(): readonly Problem[];
}

/** Judges a workspace while it is open. Made before all that looks at the workspace, so that it sees changes first. */
export function createWorkspaceTrust(ports: TrustPorts, workspace: Workspace): WorkspaceTrust {
  const begun = beginTrust(ports, workspace);
  let decided = begun.decided;
  let policy: TrustPolicy | null = null;
  const now = (): TrustPolicy => (policy ??= trustPolicy(trustFilesOf(workspace), decided));
  const network = allowedNetwork(workspace, now);
  if (typeof decided !== 'string') now();
  workspace.onChange(({ files, editedOutside }) => {
    const before = policy;
    policy = null;
    if (typeof decided === 'string') return;
    const known = new Set(before?.items.map(trustKey));
    const outside = new Set(editedOutside);
    const here = new Set(files.filter((file) => !outside.has(file)));
    const own = now().off.filter(
      (item) =>
        !known.has(trustKey(item)) && (outside.size === 0 || item.files.every((file) => here.has(file))),
    );
    if (own.length === 0) return;
    // An item that a person adds on a screen is wanted by that person.
    decided = new Set([...decided, ...own.map(trustKey)]);
    policy = null;
    // Trust that was taken back meanwhile is not given anew by an edit.
    if (trustDecisionOf(ports.userDirectory, workspace.directory)?.decision !== 'trusted') return;
    try {
      keepTrust(ports, workspace, 'trusted', decided);
    } catch (error) {
      ports.logger.warn('trust.not-kept', { error });
    }
  });

  const refuse = (what: string): never => {
    throw restricted(`${workspace.name} is not trusted to ${what}.`);
  };
  return {
    mode: begun.mode,
    decidedAtMillis: begun.decidedAtMillis,
    policy: now,
    gate: {
      admit: (host) => void (now().reaches(host) || refuse(`send requests to ${host}`)),
      admitProxy(host, port) {
        const address = proxyAddress(host, port);
        if (!now().allows('proxy', address)) refuse(`send requests through the proxy ${address}`);
      },
    },
    admitScript: (script) => void (now().runs(script) || refuse('run this script')),
    refusesValidator: (url) =>
      now().allows('validator', url) ? null : `${workspace.name} is not trusted to send passwords to ${url}.`,
    bindOf: (service, bind) => (now().allows('listen', `${service} ${bind}`) ? bind : loopback),
    network,
    decide(isTrusted, items) {
      if (begun.mode === 'everything') return;
      const before = typeof decided === 'string' ? [] : [...decided];
      // An item that is not there any more is no part of the agreement.
      const present = new Set(now().items.map(trustKey));
      const keys = new Set([...before, ...items.map(trustKey).filter((key) => present.has(key))]);
      keepTrust(ports, workspace, isTrusted ? 'trusted' : 'restricted', isTrusted ? keys : new Set());
    },
    problems: () => (begun.mode === 'trusted' && now().off.length > 0 ? [grown(now().off)] : []),
  };
}

const loopback = '127.0.0.1';

/**
 * The settings of the network without disabled items. Files named there are read again if the object changes.
 */
function allowedNetwork(workspace: Workspace, policy: () => TrustPolicy): () => NetworkSettings {
  let last: NetworkSettings | null = null;
  return () => {
    const { network } = workspace.manifest;
    const { proxy, caFiles, ...rest } = network;
    const files = caFiles.filter((path) => policy().allows('ca-file', path));
    const isProxied = proxy !== undefined && policy().allows('proxy', addressOf(proxy.url));
    if (files.length === caFiles.length && isProxied === (proxy !== undefined)) return network;
    const next = { ...rest, caFiles: files, ...(isProxied ? { proxy } : {}) };
    if (!isDeepStrictEqual(last, next)) last = next;
    return last ?? next;
  };
}

function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return proxyAddress(hostname, Number(port || 80));
}

function restricted(message: string): GatehouseError {
  return new GatehouseError('workspace.restricted', message, {
    fix: 'Review what the workspace would do in Settings, Workspace trust, and decide there.',
    actions: [{ kind: 'open-trust' }],
  });
}

function grown(off: readonly TrustItem[]): Problem {
  const kinds: readonly TrustKind[] = [...new Set(off.map(({ kind }) => kind))];
  const what = off
    .slice(0, 3)
    .map(({ value }) => value)
    .join(', ');
  const more = off.length > 3 ? ` and ${off.length - 3} more` : '';
  return new GatehouseError(
    'workspace.trust-grown',
    `The workspace would do more than you have allowed (${kinds.join(', ')}): ${what}${more}. The additions are off.`,
    {
      fix: 'Review them in Settings, Workspace trust.',
      ...(off[0]?.files[0] === undefined ? {} : { location: { file: off[0].files[0] } }),
      actions: [{ kind: 'open-trust' }],
    },
  ).toProblem('warning');
}
