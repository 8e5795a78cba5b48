import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  foreignAttackTarget,
  hostedAttackTarget,
  loadAttackFiles,
  type RangePolicy,
  runCatalogue,
} from '#main/services/attacks/index.ts';
import { discover, foreignTarget } from '#main/services/flows/index.ts';
import type { AttackFile, AttackReport, CaseReport } from '#shared/attacks/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { isLoopbackHost } from '../platform/addresses.ts';
import { systemClock } from '../platform/clock.ts';
import { openGate } from '../platform/gate.ts';
import { outgoingThrough } from '../platform/outgoing.ts';
import { createSystemRandom } from '../platform/random.ts';
import { sleep } from '../platform/timers.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import { createSender } from '../services/activity/index.ts';
import type { DebuggerIssuer } from '../services/flow-player/index.ts';
import { allWeaknesses } from '../services/weaknesses/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { caseIds } from './catalogue.ts';
import { requestsPerSecondTo } from './pace.ts';
import { chosenWeaknesses, composeRanges } from './ranges.ts';
import { typedTarget } from './server-form.ts';
import { composeSignIns, type SignIns } from './sign-ins.ts';
import { readWorkspace, standaloneCases } from './standalone-cases.ts';

/** A run of the catalogue without an engine around it. */
export interface StandaloneAttack {
  /** Folder that holds `attacks` and `attack-range`. */
  readonly resources: string;
  readonly profile: RangePolicy['authorizationServer']['profile'] | 'as-configured';
  /** The workspace whose settings count as configured, and whose own cases are played; absent: none. */
  readonly workspace?: { readonly directory: string; readonly environment: string | null };
  /** Files of further cases. */
  readonly caseFiles?: readonly string[];
  readonly weaknesses: readonly string[];
  /** Ids of the cases; null: all. */
  readonly only: readonly string[] | null;
  /** Another server; null: a copy of the hosted one. */
  readonly target: {
    readonly issuer: string;
    readonly file: string;
    readonly confirmedHost: string | null;
    /** Cases that lock accounts or load the server are played beyond this machine too. */
    readonly isDisruptive?: boolean;
  } | null;
  /** The browser for sign-ins that need one; absent: the first one that is installed. */
  readonly browserPath?: string | null;
  readonly onCase: ((report: CaseReport) => void) | undefined;
  /** How far the pairs of a case that measures times are. */
  readonly onPair?: (caseId: string, done: number, total: number) => void;
  /** A file of the workspace has cases that are left out. */
  readonly onProblem?: (problem: Problem) => void;
}

/**
 * Runs the catalogue against a copy of the hosted server, or against another server.
 * @throws attack.not-confirmed, attack.case-taken, workspace.invalid, workspace.syntax, workspace.unreadable,
 * workspace.no-environment, flow.no-metadata, api.not-found
 */
export async function composeStandaloneAttack(options: StandaloneAttack): Promise<AttackReport> {
  const random = createSystemRandom();
  let recorded = 0;
  const record = () => `x-${(recorded += 1)}`;
  const ranges = composeRanges({
    directory: join(options.resources, 'attack-range'),
    clock: systemClock,
    random,
    record,
    gate: openGate,
    refusesValidator: () => null,
  });
  const catalogue = loadAttackFiles(join(options.resources, 'attacks'));
  const named = options.workspace ?? null;
  const workspace = named === null ? null : readWorkspace(named.directory, named.environment);
  const own = standaloneCases(options.caseFiles ?? [], workspace, caseIds(catalogue));
  for (const problem of own.problems) options.onProblem?.(problem);
  const files = [...catalogue, ...own.files];
  requireKnown(options, files);
  const signIns = composeSignIns(
    {
      clock: systemClock,
      random,
      userDirectory: join(tmpdir(), `gatehouse-${process.getuid?.() ?? 'user'}`),
      browser: { path: options.browserPath ?? null, isHeadless: true },
    },
    { record, reach: () => ({ isOpen: true, hosts: [] }) },
  );
  const target =
    options.target === null
      ? copiedTarget(options, ranges, workspace)
      : await standaloneTarget(
          options.target,
          createSender(record, systemClock, outgoingThrough(openGate)),
          ranges.parts.issuer,
          signIns,
        );
  const report = runCatalogue({
    files,
    target,
    random,
    sleep,
    signal: new AbortController().signal,
    nowMillis: systemClock.nowMillis,
    only: options.only === null ? null : new Set(options.only),
    parallel: 2,
    ...(options.onCase === undefined ? {} : { onCase: options.onCase }),
    ...(options.onPair === undefined ? {} : { onPair: options.onPair }),
  });
  try {
    return await report;
  } finally {
    await signIns.close();
  }
}

function copiedTarget(
  { profile, weaknesses }: StandaloneAttack,
  ranges: ReturnType<typeof composeRanges>,
  workspace: Workspace | null,
) {
  const chosen = chosenWeaknesses(weaknesses);
  if (profile !== 'as-configured') return hostedAttackTarget(ranges.parts, ranges.policy(profile, chosen));
  if (workspace === null)
    throw new GatehouseError('cli.usage', 'The profile as-configured requires a workspace.', {
      fix: 'Add --workspace with its folder.',
    });
  const { policy, undecided } = ranges.asConfigured(workspace.manifest.services, chosen);
  return hostedAttackTarget(ranges.parts, policy, undecided);
}

function requireKnown({ only, weaknesses }: StandaloneAttack, files: readonly AttackFile[]): void {
  const ids = new Set(files.flatMap(({ cases }) => cases.map(({ id }) => id)));
  const unknown = only?.find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new GatehouseError('api.not-found', `The catalogue has no case ${unknown}.`);
  const known = new Set(allWeaknesses.map(({ id }) => id));
  const strange = weaknesses.find((id) => !known.has(id));
  if (strange !== undefined)
    throw new GatehouseError('api.not-found', `The weakness ${strange} does not exist.`);
}

async function standaloneTarget(
  { issuer, file, confirmedHost, isDisruptive = false }: NonNullable<StandaloneAttack['target']>,
  send: SendRecorded,
  debuggerIssuer: () => Promise<DebuggerIssuer>,
  signIns: SignIns,
) {
  const { hostname } = new URL(issuer);
  if (!isLoopbackHost(hostname) && confirmedHost !== hostname)
    throw new GatehouseError('attack.not-confirmed', `${hostname} is not on this machine.`, {
      fix: `Add --confirm ${hostname} to confirm that you are authorized to attack it.`,
    });
  const target = typedTarget({ ...(JSON.parse(file) as object), issuer });
  const parts = {
    target,
    metadata: {},
    upstreams: null,
    directory: '.',
    outgoing: outgoingThrough(openGate),
    vendorUrn: 'gatehouse',
    signIns,
  };
  const found = target.file.discovery ? await discover(issuer, send, undefined) : { metadata: {} };
  return foreignAttackTarget({
    target: foreignTarget({ ...parts, ...found }),
    clock: systemClock,
    send,
    issuer: debuggerIssuer,
    sleep,
    nowMillis: systemClock.nowMillis,
    isDisruptive: isDisruptive || isLoopbackHost(hostname),
    requestsPerSecond: requestsPerSecondTo(hostname),
  });
}
