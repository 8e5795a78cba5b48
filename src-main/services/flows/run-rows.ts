import type { FlowStep, HoldPhase } from '#shared/api/index.ts';
import {
  describeEdits,
  type RequestTemplate,
  requestNames,
  type ScriptStep,
  summariseEdits,
} from '#shared/flows/index.ts';

/** An event at one arrow of the sequence. */
export interface Happened {
  /** `token`, or `authorize/callback` for a part of a step. */
  readonly rowId: string;
  readonly stepId: string;
  readonly method: string;
  readonly path: string;
  readonly from: FlowStep['from'];
  readonly to: FlowStep['to'];
  readonly status: number | null;
  readonly isFailed: boolean;
  readonly isUnseen: boolean;
  readonly remark: string;
  readonly clientPort: number;
  readonly clientExchangeId: string | null;
  readonly serverExchangeId: string | null;
}

/** A row as it is planned: what the screen shows before it happens. */
export type PlannedRow = Pick<
  FlowStep,
  'id' | 'stepId' | 'act' | 'method' | 'path' | 'from' | 'to' | 'remark'
>;

/** How the front channel of a run is walked. */
export interface RowOptions {
  /** The sample client sends the browser on its way: the first arrow is that to `/login`. */
  readonly beginsAtClient: boolean;
  readonly callbackPath: string;
  /** Fills the values of the run in; null: one is missing. */
  readonly fill: (template: string) => string | null;
}

/** The steps that have rows: one that may never be done has none before it is its turn. */
export function shownSteps(
  steps: readonly ScriptStep[],
  next: ScriptStep | undefined,
  happened: readonly Happened[],
): readonly ScriptStep[] {
  return steps.filter(
    ({ id, when }) => when === undefined || id === next?.id || happened.some(({ stepId }) => stepId === id),
  );
}

/** The rows that a script will have if all goes well. Values that are made are no rows: they are among its values. */
export function plannedRows(steps: readonly ScriptStep[], options: RowOptions): readonly PlannedRow[] {
  return steps.flatMap((step) => rowsOf(step, options));
}

function rowsOf(step: ScriptStep, { beginsAtClient, callbackPath, fill }: RowOptions): readonly PlannedRow[] {
  const base = { stepId: step.id, act: step.act, remark: step.remark };
  switch (step.act) {
    case 'make':
      return [];
    case 'wait':
      return [
        { ...base, id: step.id, method: 'WAIT', path: `${step.seconds} s`, from: 'client', to: 'client' },
      ];
    case 'operate':
      return [{ ...base, id: step.id, method: 'OPERATE', path: step.operation, from: 'as', to: 'as' }];
    case 'observe':
      return [{ ...base, id: step.id, method: step.method, path: step.path, from: step.from, to: step.to }];
    case 'send': {
      const many = step.times > 1 ? `${step.times} times${step.isInTurn ? '' : ' at once'}` : '';
      const { from, to, remark } = step;
      return [
        {
          ...base,
          id: step.id,
          ...lineOf(step.request, fill),
          from,
          to,
          remark: remark === '' ? many : remark,
        },
      ];
    }
    case 'browse':
      return [
        ...(beginsAtClient
          ? [
              {
                ...base,
                id: `${step.id}/login`,
                method: 'GET',
                path: '/login',
                from: 'browser',
                to: 'client',
              } as const,
            ]
          : []),
        { ...base, id: step.id, ...lineOf(step.request, fill), from: 'browser', to: 'as' },
        {
          ...base,
          id: `${step.id}/page`,
          method: 'POST',
          path: step.request.path,
          from: 'browser',
          to: 'as',
          remark: 'sign-in, consent',
        },
        {
          ...base,
          id: `${step.id}/callback`,
          method: 'GET',
          path: callbackPath,
          from: 'browser',
          to: 'client',
        },
      ];
  }
}

/** Method and path of a request for a row; those of a request edited as bytes are in its first line. */
function lineOf(
  { method, path, raw }: RequestTemplate,
  fill: RowOptions['fill'],
): { readonly method: string; readonly path: string } {
  if (raw === undefined) {
    const filled = path.includes('{{') ? (fill(path) ?? '…') : path;
    return { method, path: filled.split('?', 1)[0] ?? filled };
  }
  const [first = '', target = ''] = (raw.split('\n', 1)[0] ?? '').split(' ');
  return { method: first, path: target.split('?', 1)[0] ?? target };
}

/** The state from which the rows are drawn. */
export interface RowState {
  readonly happened: readonly Happened[];
  readonly isOver: boolean;
  readonly isWaiting: boolean;
  readonly hold: { readonly rowId: string; readonly phase: HoldPhase } | null;
  readonly breakpoints: readonly { readonly stepId: string; readonly at: HoldPhase }[];
  /** The request of a step as it is now, and as the flow made it; null where it has none. */
  readonly requests: (
    stepId: string,
  ) => { readonly now: RequestTemplate; readonly original: RequestTemplate } | null;
}

/** The rows of a run for screens: past and future ones. */
export function flowSteps(planned: readonly PlannedRow[], state: RowState): FlowStep[] {
  const { happened } = state;
  const lastDone = planned.findLastIndex(({ id }) => happened.some(({ rowId }) => rowId === id));
  const rows = planned.flatMap((row, index) => {
    const done = happened.filter(({ rowId }) => rowId === row.id);
    return done.length > 0
      ? done.map((each) => happenedRow(row, each, state))
      : [plannedRow(row, state, index === lastDone + 1)];
  });
  return rows.map((row, index) => ({ ...row, number: index + 1 }));
}

type Row = Omit<FlowStep, 'number'>;

function common(row: PlannedRow, { breakpoints, requests }: RowState) {
  const isStep = row.id === row.stepId && (row.act === 'send' || row.act === 'browse');
  const request = isStep ? requests(row.stepId) : null;
  return {
    ...row,
    hasRequest: request !== null,
    edits: request === null ? '' : summariseEdits(describeEdits(request.original, request.now)),
    breakpoints: isStep ? breakpoints.filter(({ stepId }) => stepId === row.stepId).map(({ at }) => at) : [],
  };
}

function happenedRow(row: PlannedRow, happened: Happened, state: RowState): Row {
  const { method, path, status, remark, clientExchangeId, serverExchangeId, isFailed, isUnseen } = happened;
  const isHeld = state.hold?.rowId === row.id;
  return {
    ...common(row, state),
    method,
    path,
    status,
    remark: remark === '' ? row.remark : remark,
    state: isHeld ? 'current' : isUnseen ? 'unseen' : isFailed ? 'failed' : 'done',
    clientExchangeId,
    serverExchangeId,
  };
}

function plannedRow(row: PlannedRow, state: RowState, isNext: boolean): Row {
  const isHeld = state.hold?.rowId === row.id;
  const current = state.isWaiting ? 'waiting' : 'current';
  const isCurrent = isHeld || (isNext && state.hold === null);
  return {
    ...common(row, state),
    status: null,
    state: state.isOver || !isCurrent ? 'not-reached' : current,
    clientExchangeId: null,
    serverExchangeId: null,
  };
}

/**
 * Returns the number of the row that brought the values of a step; null: there is none. The values of a browser step come
 * with its callback, several pages after its first request.
 */
export function numberOfSource(
  rows: readonly Pick<FlowStep, 'id' | 'number'>[],
  stepId: string,
): number | null {
  const callback = rows.find(({ id }) => id === `${stepId}/callback`);
  return (callback ?? rows.find(({ id }) => id === stepId))?.number ?? null;
}

/** Returns the numbers of the rows whose requests were made with a value: those that were sent and name it. */
export function usesOf(
  name: string,
  rows: readonly FlowStep[],
  requestOf: (stepId: string) => RequestTemplate | undefined,
): number[] {
  return rows.flatMap(({ id, stepId, number, state }) => {
    const isSent = id === stepId && (state === 'done' || state === 'failed');
    const request = isSent ? requestOf(stepId) : undefined;
    return request !== undefined && requestNames(request).includes(name) ? [number] : [];
  });
}

/** An arrow of which nothing was recorded. */
export function rowWithoutExchange(planned: PlannedRow, isUnseen: boolean): Happened {
  const { id: rowId, stepId, method, path, from, to, remark } = planned;
  const nothing = { status: null, clientPort: 0, clientExchangeId: null, serverExchangeId: null };
  return { rowId, stepId, method, path, from, to, remark, isFailed: false, isUnseen, ...nothing };
}
