import { type StopSignal, toAbortSignal } from '#main/platform/timers.ts';
import { type ConnectorProperties, guardedProperties } from '#shared/connectors/index.ts';
import { mask } from '#shared/exchange/index.ts';
import { isJsonObject, type JsonPath, secretPaths, toPointer, valueAt } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorScript } from '../ports.ts';
import type { ConnectorContext } from './context.ts';

const guarded: ReadonlySet<string> = new Set(guardedProperties);

/**
 * Runs a script that sees `connector` (name and configuration, secrets masked), `args`, and each argument by its name.
 * Spec 2 §1, Script on Connector
 * @throws script.*
 */
export async function runScript(
  { document, ports }: ConnectorContext,
  script: ConnectorScript,
  args: Readonly<Record<string, JsonValue>>,
  call: Call,
): Promise<JsonValue> {
  if (call.isDryRun === true) return null;
  const connector = { name: ports.name, configuration: shownProperties(document.configurationProperties) };
  const signal: StopSignal = call.signal ?? new AbortController().signal;
  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(reasonOf(signal));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([
      ports.script(script, { ...args, args, connector }, toAbortSignal(signal)),
      ended.promise,
    ]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function reasonOf({ reason }: StopSignal): Error {
  return reason instanceof ConnectorFailure
    ? reason
    : new ConnectorFailure('OTHER', 'The script was stopped.', { cause: reason });
}

/** The configuration without its secrets. */
function shownProperties(properties: ConnectorProperties): JsonValue {
  // Absent members are not JSON.
  const value = JSON.parse(JSON.stringify({ configurationProperties: properties })) as JsonValue;
  const places = new Set(secretPaths('connector', value).map(toPointer));
  const shown = (member: JsonValue, path: JsonPath): JsonValue => {
    if (places.has(toPointer(path)) || (member !== null && path.length === 2 && guarded.has(String(path[1]))))
      return mask;
    if (Array.isArray(member))
      return (member as readonly JsonValue[]).map((item, index) => shown(item, [...path, index]));
    if (!isJsonObject(member)) return member;
    return Object.fromEntries(
      Object.entries(member).map(([name, each]) => [name, shown(each, [...path, name])]),
    );
  };
  return valueAt(shown(value, []), ['configurationProperties']) ?? null;
}
