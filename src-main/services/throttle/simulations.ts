import type { StartIsolate } from '#main/platform/isolates/index.ts';
import type { SimulationRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type {
  AskedSpread,
  CountWindow,
  Decision,
  DecisionWindow,
  FoundGroups,
  GroupSearch,
  OtherSpread,
  SimulationResult,
  WindowCounts,
} from '#shared/throttle/simulation/types.ts';
import type { Random } from '#shared/time/clock.ts';
import type { SimulationMessage, SimulationTask } from './simulation-task.ts';
import { createTaskWorkers, type RunningTask, type TaskWorkers } from './task-workers.ts';

/** Results that are kept; older ones are forgotten. */
const maxRuns = 12;

/** The results of a simulation; the second where two policies were compared. */
export interface SimulationOutcome {
  readonly result: SimulationResult;
  readonly compared: SimulationResult | null;
  /** The counts of a log with whole seconds, laid in the other way; null: its times are finer. */
  readonly otherSpread: OtherSpread | null;
}

interface Entry {
  run: SimulationRun;
  readonly task: SimulationTask;
  outcome: SimulationOutcome | null;
  running: RunningTask | null;
}

/** Simulations that were started, each in a worker of its own. */
export interface Simulations {
  /** Starts a simulation; the oldest one is forgotten for it, unless others are compared with that. */
  start(task: SimulationTask, comparedRunId?: string | null): SimulationRun;
  /** @throws api.not-found */
  get(id: string): SimulationRun;
  cancel(id: string): SimulationRun;
  /** @throws api.not-found where there is none */
  outcome(id: string): SimulationOutcome;
  /** Each decision of a policy in a window of time. @throws what the simulation throws */
  decisions(
    id: string,
    policy: number,
    window: DecisionWindow,
    signal?: AbortSignal,
  ): Promise<readonly Decision[]>;
  /** The requests of a part of the time under the first policy. @throws what the simulation throws */
  counts(id: string, window: CountWindow, signal?: AbortSignal): Promise<WindowCounts>;
  /** Groups in detail, under both policies where two are compared. @throws what the simulation throws */
  groups(id: string, search: GroupSearch, signal?: AbortSignal): Promise<FoundGroups>;
  onChange(listener: (id: string) => void): () => void;
  close(): Promise<void>;
}

export interface SimulationPorts {
  readonly workerUrl: URL;
  readonly start: StartIsolate;
  readonly random: Random;
}

/** Makes an empty list of simulations. */
export function createSimulations({ workerUrl, start, random }: SimulationPorts): Simulations {
  const entries = new Map<string, Entry>();
  const listeners = new Listeners<[id: string]>();
  const workers = createTaskWorkers(workerUrl, start);

  function entryOf(id: string): Entry {
    const entry = entries.get(id);
    if (entry !== undefined) return entry;
    throw new GatehouseError('api.not-found', 'There is no such simulation.', { fix: 'Run it again.' });
  }

  function change(entry: Entry, next: Partial<SimulationRun>): void {
    entry.run = { ...entry.run, ...next };
    listeners.tell(entry.run.id);
  }

  function end(entry: Entry, next: Partial<SimulationRun>): void {
    entry.running = null;
    if (entry.run.state === 'running') change(entry, next);
  }

  function take(entry: Entry, message: SimulationMessage): void {
    switch (message.kind) {
      case 'progress':
        return change(entry, { share: message.share });
      case 'results': {
        const [result, compared = null] = message.results;
        if (result !== undefined) entry.outcome = { result, compared, otherSpread: message.otherSpread };
        return end(entry, { state: 'done', share: 1 });
      }
      case 'failed':
        return end(entry, { state: 'failed', problem: message.problem });
      case 'decisions':
      case 'imported':
      case 'counts':
      case 'groups':
        return;
    }
  }

  return {
    start(task, comparedRunId = null) {
      const entry = newEntry(task, random);
      forgetOldest(entries, comparedRunId);
      entries.set(entry.run.id, entry);
      const running = workers.run(task, (message) => take(entry, message));
      entry.running = entry.run.state === 'running' ? running : null;
      return entry.run;
    },
    get: (id) => entryOf(id).run,
    cancel(id) {
      const entry = entryOf(id);
      const { running } = entry;
      end(entry, { state: 'cancelled' });
      running?.stop();
      return entry.run;
    },
    outcome(id) {
      const { outcome } = entryOf(id);
      if (outcome !== null) return outcome;
      throw new GatehouseError('api.not-found', 'The simulation has no result yet.', {
        fix: 'Wait for its end.',
      });
    },
    ...createQuestions(workers, (id) => entryOf(id).task),
    onChange: listeners.add,
    close: () => workers.close(),
  };
}

/** Runs policies of a simulation again, for an answer in place of a result. */
function createQuestions(
  workers: TaskWorkers,
  taskOf: (id: string) => SimulationTask,
): Pick<Simulations, 'decisions' | 'counts' | 'groups'> {
  function ask(task: SimulationTask, signal: AbortSignal | undefined): Promise<SimulationMessage> {
    return new Promise((resolve, reject) => {
      const running: { task: RunningTask | null } = { task: null };
      const stop = () => running.task?.stop();
      running.task = workers.run(task, (message) => {
        if (message.kind === 'progress') return;
        signal?.removeEventListener('abort', stop);
        if (message.kind === 'failed') reject(GatehouseError.fromProblem(message.problem));
        else resolve(message);
      });
      signal?.addEventListener('abort', stop);
      if (signal?.aborted === true) stop();
    });
  }

  return {
    async decisions(id, policy, window, signal) {
      const task = laid(taskOf(id), window);
      const policies = task.policies.slice(policy, policy + 1);
      const message = await ask({ ...task, policies, question: { kind: 'decisions', window } }, signal);
      return message.kind === 'decisions' ? message.decisions : [];
    },
    async counts(id, window, signal) {
      const task = laid(taskOf(id), window);
      const policies = task.policies.slice(0, 1);
      const message = await ask({ ...task, policies, question: { kind: 'counts', window } }, signal);
      if (message.kind === 'counts') return message.counts;
      throw new Error('A question is answered in its own kind');
    },
    async groups(id, search, signal) {
      const message = await ask(
        { ...laid(taskOf(id), search), question: { kind: 'groups', search } },
        signal,
      );
      if (message.kind === 'groups') return message.found;
      throw new Error('A question is answered in its own kind');
    },
  };
}

/** The task with the requests of one second laid as it is asked. */
function laid(task: SimulationTask, { spread = null }: AskedSpread): SimulationTask {
  return spread === null || task.stored === null ? task : { ...task, stored: { ...task.stored, spread } };
}

function newEntry(task: SimulationTask, random: Random): Entry {
  const id = Buffer.from(random.bytes(9)).toString('base64url');
  return { run: { id, state: 'running', share: 0, problem: null }, task, outcome: null, running: null };
}

function forgetOldest(entries: Map<string, Entry>, comparedRunId: string | null): void {
  const oldest = [...entries.values()].find(({ run }) => run.state !== 'running' && run.id !== comparedRunId);
  if (entries.size >= maxRuns && oldest !== undefined) entries.delete(oldest.run.id);
}
