import { startThread } from '#main/platform/isolates/index.ts';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { createScripting } from '#main/services/scripting/index.ts';
import {
  countsIn,
  decisionsIn,
  findGroups,
  simulate,
} from '#main/services/throttle/pure/simulation/index.ts';
import { assertNever, GatehouseError } from '#shared/errors/index.ts';
import type { Scope } from '#shared/expressions/index.ts';
import { type Route } from '#shared/gateway/types.ts';
import { type SimulationInput, type SimulationResult } from '#shared/throttle/simulation/types.ts';
import { otherSpreadOf, type Spread } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import {
  offlineScripts,
  type SimulationMessage,
  type SimulationQuestion,
  type SimulationTask,
  type TriedPolicy,
} from './simulation-task.ts';
import { readTrace } from './stored/read-trace.ts';

/** Progress is told so often, in milliseconds. */
const progressEveryMillis = 100;

export interface TaskPorts {
  tell(message: SimulationMessage): void;
  /** The machine's time, in milliseconds. */
  now(): number;
  /** Lets messages in. */
  rest(): Promise<void>;
}

/** Runs a simulation and reports its result, or its error. */
export async function runTask(task: SimulationTask, ports: TaskPorts): Promise<void> {
  const scripting = createScripting({
    ...offlineScripts,
    directory: task.directory,
    workerUrl: new URL(task.scriptWorker),
    // They end with the simulation: beside it, in its process, they take nothing of anybody else's.
    start: startThread,
    nowMillis: ports.now,
  });
  try {
    await scripting.prepare(JSON.stringify(task.policies));
    ports.tell(await outcomeOf(task, ports, { script: scripting.rateScript }));
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    ports.tell({ kind: 'failed', problem: error.toProblem() });
  } finally {
    await scripting.close();
  }
}

type PolicyPorts = Pick<Parameters<typeof simulate>[1], 'script'>;

async function outcomeOf(
  task: SimulationTask,
  { tell, now, rest }: TaskPorts,
  policies: PolicyPorts,
): Promise<SimulationMessage> {
  const { stored } = task;
  const traffic = trafficOf(task, stored?.spread);
  const inputs = task.policies.map((policy) => inputOf(task, policy, traffic));
  if (task.question !== null) return await answerOf(task.question, inputs, { ...policies, yield: rest });
  const hasOther = stored?.hasOther === true;
  const runs = hasOther ? 2 * inputs.length : inputs.length;
  let toldAtMillis = now();
  const run = async (list: readonly SimulationInput[], before: number) => {
    const results: SimulationResult[] = [];
    for (const [index, input] of list.entries()) {
      const onProgress = (share: number) => {
        if (now() - toldAtMillis < progressEveryMillis) return;
        toldAtMillis = now();
        tell({ kind: 'progress', share: (before + index + share) / runs });
      };
      results.push(await simulate(input, { ...policies, onProgress, yield: rest }));
    }
    return results;
  };
  const results = await run(inputs, 0);
  if (!hasOther) return { kind: 'results', results, otherSpread: null };
  const spread = otherSpreadOf(stored.spread);
  const others = trafficOf(task, spread);
  const [result, compared = null] = await run(
    inputs.map((input) => ({ ...input, traffic: others })),
    inputs.length,
  );
  const otherSpread = result === undefined ? null : { spread, result, compared };
  return { kind: 'results', results, otherSpread };
}

/** The traffic with its recorded requests. @throws traffic.trace-gone */
function trafficOf({ traffic, stored }: SimulationTask, spread: Spread = 'even'): Traffic {
  return stored === null ? traffic : { ...traffic, trace: readTrace(stored.folder, spread) };
}

/** Answers what is asked of a simulation, by running it again. */
async function answerOf(
  question: SimulationQuestion,
  [first, second]: readonly SimulationInput[],
  ports: Parameters<typeof decisionsIn>[1],
): Promise<SimulationMessage> {
  if (first === undefined) throw new Error('The question needs a policy');
  switch (question.kind) {
    case 'decisions':
      return { kind: 'decisions', decisions: await decisionsIn(first, ports, question.window) };
    case 'counts':
      return { kind: 'counts', counts: await countsIn(first, ports, question.window) };
    case 'groups': {
      const { count, groups } = await findGroups(first, ports, question.search);
      const keys = groups.map(({ key }) => key);
      const other =
        second === undefined ? null : await findGroups(second, ports, { ...question.search, keys });
      return { kind: 'groups', found: { count, groups, compared: other?.groups ?? null } };
    }
    default:
      return assertNever(question);
  }
}

/** @throws route.invalid where the document is no route that could be loaded */
function inputOf(
  { routeOptions, bins, groups }: SimulationTask,
  policy: TriedPolicy,
  traffic: Traffic,
): SimulationInput {
  return {
    route: readableRoute(policy.document, routeOptions),
    traffic,
    groups,
    roots: rootsOf(policy.document, routeOptions),
    ...(policy.filter === null ? {} : { filter: policy.filter }),
    ...(bins === null ? {} : { bins }),
  };
}

/** Returns the values that expressions know besides the request: the same as in the gateway. */
function rootsOf(document: unknown, options: SimulationTask['routeOptions']): Scope {
  const { env = {}, system = {}, properties = {} } = options;
  const own = (document as { readonly properties?: unknown } | null)?.properties;
  return { env, system, properties: { ...properties, ...(typeof own === 'object' ? own : null) } };
}

function readableRoute(document: unknown, options: SimulationTask['routeOptions']): Route {
  const { route, problems } = readRoute(document, options);
  if (route !== null) return route;
  const worst = problems.find(({ severity }) => severity === 'error');
  throw new GatehouseError(worst?.code ?? 'route.invalid', worst?.message ?? 'The route cannot be loaded.', {
    fix: worst?.fix ?? 'Fix the route.',
    location: { file: options.id, pointer: worst?.pointer ?? '' },
  });
}
