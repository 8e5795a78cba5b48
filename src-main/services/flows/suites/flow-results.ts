import type { RecordStore } from '#main/platform/ports.ts';
import type { FlowHistory, FlowResult, FlowRun } from '#shared/api/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock } from '#shared/time/clock.ts';
import { brokenLines, verdictOf } from '../pure/reports/index.ts';

/** Kind of the records of what came of saved flows. */
export const flowResultsKind = 'flow-results';
/** Results that are kept of each flow, the newest. */
const keptResults = 50;
/** Broken expectations that are kept of each result. */
const keptLines = 20;
const keptCharacters = 500;

/** Results of each saved flow, the newest first. */
export class FlowResults {
  readonly #records: RecordStore;
  readonly #clock: Clock;
  readonly #histories = new Map<string, FlowHistory>();
  readonly #listeners = new Listeners();
  readonly onChange = this.#listeners.add;

  /** `clock` is the machine's: how old a result is does not depend on a clock that a test moves. */
  constructor(records: RecordStore, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  list(): readonly FlowHistory[] {
    return [...this.#histories.values()];
  }

  of(name: string): FlowHistory | undefined {
    return this.#histories.get(name);
  }

  /** Ids of the last good run of each flow, with which later ones are compared. */
  lastGoodRuns(): ReadonlySet<string> {
    return new Set(this.list().flatMap(({ lastGoodRunId }) => lastGoodRunId ?? []));
  }

  /** Keeps how a run of a saved flow came out; one that somebody cancelled says nothing. */
  addRun(run: FlowRun): void {
    if (run.origin.kind !== 'saved' || run.state === 'cancelled') return;
    const verdict = verdictOf(run);
    this.#add(run.origin.name, {
      runId: run.id,
      number: run.number,
      atMillis: this.#clock.nowMillis(),
      durationMillis: run.tookMillis ?? 0,
      verdict,
      target: run.target,
      reasons: verdict === 'passed' ? [] : brokenLines(run).slice(0, keptLines).map(cut),
    });
  }

  /** Keeps that a flow could not be begun, or did not end in time. */
  addNotRun(name: string, target: string | null, reason: string): void {
    this.#add(name, {
      runId: null,
      number: null,
      atMillis: this.#clock.nowMillis(),
      durationMillis: 0,
      verdict: 'not-run',
      target,
      reasons: [cut(reason)],
    });
  }

  #add(name: string, result: FlowResult): void {
    const before = this.#histories.get(name);
    const history: FlowHistory = {
      name,
      results: [result, ...(before?.results ?? [])].slice(0, keptResults),
      lastGoodRunId: result.verdict === 'passed' ? result.runId : (before?.lastGoodRunId ?? null),
    };
    this.#histories.set(name, history);
    this.#records.put(flowResultsKind, name, history, { sealed: true });
    this.#listeners.tell();
  }

  /** Reads what earlier sessions kept. */
  async restore(): Promise<void> {
    for (const { id, value } of await this.#records.list<FlowHistory>(flowResultsKind))
      this.#histories.set(id, value);
  }

  forget(): void {
    this.#histories.clear();
    this.#listeners.tell();
  }
}

function cut(text: string): string {
  return text.length > keptCharacters ? `${text.slice(0, keptCharacters)}…` : text;
}
