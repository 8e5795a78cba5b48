import type { ConnectorInterface, ConnectorRun, RemoteStep } from '#shared/connectors/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { hostErrorOf } from '../management/failures.ts';
import { errorBody, HostError } from '../management/host-error.ts';
import type { Replay } from '../ports.ts';
import { parseJson } from '../remote/message.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import type { System } from '../systems/systems.ts';
import { type Performance, perform, performDry } from './perform.ts';

export interface RunOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly isDryRun: boolean;
  readonly replay?: Replay;
  readonly signal?: AbortSignal | undefined;
}

/** A run with its record for recordings. */
export interface KeptRun {
  readonly run: ConnectorRun;
  readonly input: Performance['input'];
  /** Bodies of answers that steps show cut. */
  readonly wholeBodies: ReadonlyMap<RemoteStep, string>;
  /** As it was then. */
  readonly system: System;
  /** Base URL of the remote. */
  readonly serviceUri: string;
}

/** Performs an operation and tells all of it, however it ended. */
export async function runOperation(
  performance: Omit<Performance, 'call'>,
  { id, clock, isDryRun, replay, signal }: RunOptions,
): Promise<KeptRun> {
  const { input, system, ports } = performance;
  const steps: RemoteStep[] = [];
  const wholeBodies = new Map<RemoteStep, string>();
  let sample: JsonValue = null;
  const startedAtMillis = clock.nowMillis();
  const startedMillis = nowMillis();
  const call = {
    steps,
    isDryRun,
    onResponse(sent: SentRequest) {
      const step = sent.step();
      if (step.response?.isCut === true) wholeBodies.set(step, sent.masked(sent.response.text));
      if (isRead(input.operation)) sample ??= sampleOf(sent);
    },
    ...(signal === undefined ? {} : { signal }),
    ...(replay === undefined ? {} : { replay }),
  };
  const whole: Performance = { ...performance, call };
  let result: JsonValue = null;
  let problem: Problem | null = null;
  let hostError: JsonValue = null;
  try {
    result = await (isDryRun ? performDry(whole) : perform(whole));
  } catch (error) {
    const host = hostErrorOf(error, objectName(input), ports.settings().alreadyExistsStatus);
    hostError = errorBody(host.status, host.message, host.options.members);
    problem = problemOf(error, host);
  }
  return {
    input,
    wholeBodies,
    system,
    serviceUri: performance.connector.document.configurationProperties.serviceUri ?? '',
    run: {
      id,
      system: system.name,
      operation: input.operation,
      objectType: input.objectType,
      isDryRun,
      startedAtMillis,
      durationMillis: nowMillis() - startedMillis,
      result,
      problem,
      hostError,
      steps,
      sample,
    },
  };
}

function nowMillis(): number {
  return globalThis.performance.now();
}

function problemOf(error: unknown, host: HostError): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  if (error instanceof HostError) return refusal(host).toProblem();
  // Requests sent until then are not lost with it.
  return new GatehouseError('api.internal', 'The operation failed unexpectedly.', {
    fix: 'Check the requests that were sent. A write may have taken effect.',
    cause: error,
  }).toProblem();
}

/** A host's refusal before the connector was asked has no problem of its own. */
export function refusal({ message }: HostError): GatehouseError {
  return new GatehouseError('connector.refused', message, {
    fix: 'Check the input of the operation.',
  });
}

function objectName({ objectType, uid }: Performance['input']): string {
  return uid === null ? objectType : `${objectType}/${uid}`;
}

function isRead(operation: ConnectorInterface): boolean {
  return operation === 'GET' || operation === 'QUERY';
}

/**
 * Returns the sample for the previews: the answer of the first main request that had a JSON body, as people may see
 * it.
 */
function sampleOf({ response, masked }: SentRequest): JsonValue {
  const text = masked(response.text);
  return (text === response.text ? response.json : parseJson(text)) ?? null;
}
