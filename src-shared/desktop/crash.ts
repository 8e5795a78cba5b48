import { redactText } from '../exchange/index.ts';

/** The component that ended or does not respond. */
export type CrashKind = 'page' | 'engine' | 'hang';

export interface CrashFacts {
  readonly kind: CrashKind;
  /** In one word of the system, or the code of an error. */
  readonly reason: string;
  readonly atMillis: number;
  /** Names and versions of the program, the runtime and the system. */
  readonly versions: Readonly<Record<string, string>>;
  /** The newest last. */
  readonly log: readonly string[];
}

const repeatedWithinMillis = 60_000;
const maxCrashes = 3;
const maxLines = 200;

/** True if this is at least the third crash within a minute; `times` holds the times of all, this one included. */
export function isRepeated(times: readonly number[], nowMillis: number): boolean {
  return times.filter((time) => nowMillis - time < repeatedWithinMillis).length >= maxCrashes;
}

// A log line of the engine is an event with its fields; a header or a body is in none, but texts of others may be.
function cleanLine(line: string): string {
  return redactText(line).slice(0, 400);
}

/** The report that a person may pass on: what ran, what happened, what the log said last, without credentials. */
export function crashReport({ kind, reason, atMillis, versions, log }: CrashFacts): string {
  const facts = Object.entries(versions).map(([name, version]) => `${name}: ${version}`);
  return [
    `what: ${kind}`,
    `reason: ${redactText(reason)}`,
    `at: ${new Date(atMillis).toISOString()}`,
    ...facts,
    '',
    ...log.slice(-maxLines).map(cleanLine),
    '',
  ].join('\n');
}
