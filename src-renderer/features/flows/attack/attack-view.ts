import { createStore } from '#renderer/api/store.ts';
import type { AttackGroup, AttackStart } from '#shared/api/index.ts';
import type { Verdict } from '#shared/attacks/index.ts';

export type AttackCaseView = AttackGroup['cases'][number];
export type Severity = AttackCaseView['severity'];
export type VerdictFilter = Verdict | 'not-run';

/** Which cases are shown; null lets all through. */
export interface CatalogueFilter {
  readonly text: string;
  readonly group: string | null;
  readonly severity: Severity | null;
  /** Any of these; empty: all. */
  readonly verdicts: readonly VerdictFilter[];
}

/** The selections on the screen. */
export interface AttackView {
  readonly target: string | null;
  readonly profile: AttackStart['profile'];
  readonly weaknesses: readonly string[];
  /** Cases that lock accounts or load the server are played beyond this machine too. */
  readonly isDisruptive: boolean;
  readonly filter: CatalogueFilter;
  /** Ids of the cases that the next run takes. */
  readonly checked: ReadonlySet<string>;
  /** Groups that were opened or closed by hand; the others close once the whole catalogue has run. */
  readonly expanded: ReadonlyMap<string, boolean>;
  readonly openedId: string | null;
  /** The pane that a narrow screen shows. */
  readonly pane: 'list' | 'detail';
  /** The run whose verdicts are shown; null: the newest. */
  readonly runId: string | null;
}

export const emptyFilter: CatalogueFilter = { text: '', group: null, severity: null, verdicts: [] };

/** Lives as long as the window: a case is opened as a run, looked at, and come back from. */
export const attackView = createStore<AttackView>({
  target: null,
  profile: 'as-configured',
  weaknesses: [],
  isDisruptive: false,
  filter: emptyFilter,
  checked: new Set(),
  expanded: new Map(),
  openedId: null,
  pane: 'list',
  runId: null,
});

/** Changes a part of the choices. */
export function changeView(change: Partial<AttackView>): void {
  attackView.update((view) => ({ ...view, ...change }));
}
