import { isLoopbackHost } from '#main/platform/addresses.ts';
import { handlerTypes, lintRoute, readRoute, throttlingFilters } from '#main/services/gateway/pure/index.ts';
import type { Scripting } from '#main/services/scripting/index.ts';
import type { CheckedRoute } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type ReadRouteOptions,
  type Route,
  type RouteProblem,
  type ThrottlingFilterNode,
} from '#shared/gateway/types.ts';
import type { PolicyConfig } from '#shared/throttle/index.ts';
import { fromPointer, type JsonPath } from '#shared/workspace/json-pointer.ts';

/** Reads a route document like the gateway, scripts included, and reports its errors and oddities. */
export function checkRoute(document: unknown, options: ReadRouteOptions, scripting: Scripting): CheckedRoute {
  try {
    return readAll(document, options, scripting);
  } catch (error) {
    // Harm that one file can do to its reader is reported for that file: the others stay readable.
    const problem = {
      code: 'route.invalid',
      message: `The route cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`,
      fix: 'Shorten very long strings and reduce deep nesting.',
      severity: 'error',
      pointer: '',
    } as const;
    return { name: options.id, problems: [problem], filters: [], isUpstreamElsewhere: false };
  }
}

/**
 * Refuses a document with a script that the workspace may not run: a simulation runs it beside the engine.
 * @throws workspace.restricted
 */
export function requireScripts(document: unknown, options: ReadRouteOptions, scripting: Scripting): void {
  const refusal = checkRoute(document, options, scripting).problems.find(
    ({ code }) => code === 'workspace.restricted',
  );
  if (refusal !== undefined)
    throw new GatehouseError('workspace.restricted', refusal.message, { fix: refusal.fix });
}

/** The route of a document; null: it is none that could be loaded. */
export function routeIn(document: unknown, options: ReadRouteOptions): Route | null {
  try {
    return readRoute(document, options).route;
  } catch {
    return null;
  }
}

function readAll(document: unknown, options: ReadRouteOptions, scripting: Scripting): CheckedRoute {
  const { route, problems } = readRoute(document, options);
  if (route === null)
    return { name: options.id, problems: [...problems], filters: [], isUpstreamElsewhere: false };
  const filters = throttlingFilters(route);
  return {
    name: route.name,
    problems: [
      ...problems,
      ...filters.flatMap((filter) => scriptProblems(filter.config.policy, scripting, document)),
      ...lintRoute(route),
    ],
    filters: filters.map((filter) => ({
      name: filter.name,
      pointer: filter.pointer,
      policy: policyName(filter),
    })),
    isUpstreamElsewhere: isUpstreamElsewhere(route),
  };
}

function policyName({ config: { policy } }: ThrottlingFilterNode): string {
  return policy.type === 'fixed' ? 'rate' : policy.type;
}

function scriptProblems(
  policy: PolicyConfig,
  scripting: Scripting,
  document: unknown,
): readonly RouteProblem[] {
  if (policy.type === 'DefaultRateThrottlingPolicy')
    return scriptProblems(policy.delegate, scripting, document);
  if (policy.type !== 'ScriptableThrottlingPolicy') return [];
  try {
    scripting.rateScript(policy.script);
    return [];
  } catch (error) {
    if (!(error instanceof GatehouseError)) return [unreadable(policy.script.pointer)];
    const { code, message, fix = 'Fix the script.' } = error;
    return [{ code, message, fix, severity: 'error', ...placeIn(document, error, policy.script.pointer) }];
  }
}

function unreadable(pointer: string): RouteProblem {
  const message = 'The script cannot be parsed.';
  return {
    code: 'script.invalid',
    message,
    fix: 'Shorten the script, and reduce its nesting.',
    severity: 'error',
    pointer,
  };
}

/** Where in the document a script is wrong: sources are a text, or a list of lines. */
function placeIn(
  document: unknown,
  { location }: GatehouseError,
  declaration: string,
): Pick<RouteProblem, 'pointer' | 'offset'> {
  const pointer = location?.pointer ?? declaration;
  const { line, column } = location ?? {};
  if (line === undefined || column === undefined) return { pointer };
  const source = valueAt(document, fromPointer(pointer) ?? []);
  if (Array.isArray(source)) return { pointer: `${pointer}/${line - 1}`, offset: column - 1 };
  if (typeof source !== 'string' || pointer.endsWith('/file')) return { pointer };
  const before = source.split('\n').slice(0, line - 1);
  return { pointer, offset: before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1 };
}

function valueAt(document: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    document,
  );
}

/** Tests whether requests that a route takes would leave this machine. */
export function isUpstreamElsewhere({ baseURI, handler }: Route): boolean {
  let end = handler;
  while (end.type === 'Chain') end = end.handler;
  if (handlerTypes[end.type].isTerminal) return false;
  if (baseURI === null || !URL.canParse(baseURI)) return true;
  return !isLoopbackHost(new URL(baseURI).hostname);
}
