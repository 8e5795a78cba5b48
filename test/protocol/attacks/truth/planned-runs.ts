import { casesFor, type Subject, subjects, ways } from './truth-table.ts';

/** `some`: what flaws name, and twenty others; `share`: a part of the whole, another one each day; `all`: the whole. */
export type Scope = 'some' | 'share' | 'all';

export function scopeOf(text: string | undefined): Scope {
  return text === 'all' || text === 'share' ? text : 'some';
}

/** Cases that are played at a server with one flaw, or with none, by clients that authenticate in one way. */
export interface PlannedRun {
  readonly subject: Subject;
  /** Null: none. */
  readonly planted: string | null;
  readonly way: (typeof ways)[number];
  readonly cases: readonly string[];
}

/** The whole is played within so many days. */
const days = 18;
const otherCases = 20;
/** It waits for half a minute, which is left to the longer runs. */
const waiting = 'AC-03';

const pairs = subjects.flatMap((subject) =>
  [null, ...Object.keys(subject.truth.flaws)].map((planted) => ({ subject, planted })),
);

export function plannedRuns(scope: Scope, day: number): readonly PlannedRun[] {
  const all = pairs.flatMap(({ subject, planted }) =>
    ways.map((way) => ({ subject, planted, way, cases: casesFor(subject, planted) })),
  );
  if (scope === 'all') return all;
  if (scope === 'share') return all.filter((_run, index) => index % days === day % days);
  return pairs.flatMap(({ subject, planted }, index): readonly PlannedRun[] => {
    const way = ways[(index + day) % ways.length] ?? 'client_secret_basic';
    const cases = [...namedBy(subject, planted), ...othersOf(index, day, casesFor(subject, planted))];
    return cases.length === 0 ? [] : [{ subject, planted, way, cases: [...new Set(cases)] }];
  });
}

function namedBy({ truth }: Subject, planted: string | null): readonly string[] {
  const named = planted === null ? [] : Object.keys(truth.flaws[planted]?.verdicts ?? {});
  return named.filter((id) => id !== waiting);
}

/** One other case for each of twenty servers, which are others each day. */
function othersOf(index: number, day: number, cases: readonly string[]): readonly string[] {
  const place = (index - day * otherCases) % pairs.length;
  const isChosen = (place + pairs.length) % pairs.length < otherCases;
  const chosen = cases[(index * 7 + day) % cases.length];
  return isChosen && chosen !== undefined && chosen !== waiting ? [chosen] : [];
}
