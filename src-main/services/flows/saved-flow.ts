import { type PlayTarget, plainValue, type RunValue } from '#main/services/flow-player/index.ts';
import type { FlowRun, FlowStart } from '#shared/api/index.ts';
import {
  bindEndpoints,
  bindFormerAddresses,
  type FlowScript,
  resolveEndpoints,
  type TargetEndpoints,
} from '#shared/flows/index.ts';
import { formEncode, percentEncode } from '#shared/oauth/index.ts';
import type { SavedFlow } from '#shared/workspace/index.ts';
import { optionsForFile, optionsFromFile } from './file-options.ts';
import type { RunPlan } from './run.ts';
import type { WrittenValue } from './written-run.ts';

/** Shorter values may occur anywhere by chance: they are found only as a whole text. */
const minCharacters = 8;

/**
 * A run as the file of a flow. One whose options were chosen and whose requests are as they make them is kept by its options;
 * any other by its requests, in which a secret that was typed becomes the value's name again.
 */
export function saveableFlow(
  plan: RunPlan,
  values: ReadonlyMap<string, WrittenValue>,
  endpoints: TargetEndpoints,
): Readonly<Record<string, unknown>> {
  const { kind, target, clientId, username, script, expectations = [] } = plan;
  const chosen = plan.options === undefined || isEdited(plan) ? undefined : optionsForFile(plan.options);
  const options = chosen === undefined || holdSecret(chosen, values) ? undefined : chosen;
  return {
    kind,
    ...(target === null ? {} : { target }),
    client_id: clientId,
    ...(username === null ? {} : { username }),
    ...(options === undefined ? { script: bindEndpoints(bound(script, values), endpoints) } : { options }),
    ...(expectations.length === 0 ? {} : { expect: expectations }),
  };
}

/** True if a secret was typed into an option, where its name cannot stand for it. */
function holdSecret(options: object, values: ReadonlyMap<string, WrittenValue>): boolean {
  const secrets = [...values.values()].filter(({ isSecret, value }) => isSecret && value !== '');
  let isFound = false;
  mapTexts(options, (text) => {
    isFound ||= secrets.some(({ value }) =>
      value.length < minCharacters ? text === value : text.includes(value),
    );
    return text;
  });
  return isFound;
}

function isEdited({ script, original }: RunPlan): boolean {
  return JSON.stringify(script.steps) !== JSON.stringify(original.steps);
}

function bound(script: FlowScript, values: ReadonlyMap<string, WrittenValue>): FlowScript {
  const secrets = [...values].filter(([, { isSecret, value }]) => isSecret && value !== '');
  const spellings = secrets.flatMap(([name, { value }]) => [
    [value, `{{${name}}}`] as const,
    [formEncode(value), `{{${name}|form}}`] as const,
    [percentEncode(value), `{{${name}|percent}}`] as const,
  ]);
  const bindText = (text: string) =>
    spellings.reduce((current, [value, binding]) => {
      if (current === value) return binding;
      return value.length < minCharacters ? current : current.replaceAll(value, () => binding);
    }, text);
  return {
    ...script,
    steps: script.steps.map((step) =>
      'request' in step ? { ...step, request: mapTexts(step.request, bindText) } : step,
    ),
  };
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  const text = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? change(member) : member,
  );
  return JSON.parse(text) as T;
}

/** A saved flow played otherwise than it was saved: at another server, by another client or user. */
export interface SavedCast {
  readonly target?: string | null;
  readonly clientId?: string;
  readonly username?: string;
}

/** The flow, server, client and user that a saved flow names, or those that stand in for them. */
function castOf({ file }: Pick<SavedFlow, 'file'>, { target, clientId, username }: SavedCast) {
  return {
    kind: file.kind,
    target: target === undefined ? (file.target ?? null) : target,
    clientId: clientId ?? file.client_id,
    username: username ?? file.username ?? null,
  };
}

/** The requests of a saved flow at a server: its endpoints are named, and earlier versions wrote addresses. */
export function scriptAt(
  script: FlowScript,
  { clientId, username }: SavedCast,
  own: TargetEndpoints | null,
  target: PlayTarget,
): FlowScript {
  const named = own === null ? script : bindEndpoints(bindFormerAddresses(script, own), own);
  const { '': party, ...others } = named.parties;
  const cast =
    party === undefined
      ? named.parties
      : { '': { client: clientId ?? party.client, user: username ?? party.user }, ...others };
  return resolveEndpoints({ ...named, parties: cast }, target.endpoints);
}

/** The plan of a saved flow that has its requests. */
export function keptFlow(
  { name, file }: SavedFlow,
  script: FlowScript,
  mode: FlowRun['mode'],
  browser: FlowRun['browser'],
  cast: SavedCast = {},
): RunPlan {
  return {
    ...castOf({ file }, cast),
    browser,
    mode,
    breakpoints: [],
    origin: { kind: 'saved', name },
    script,
    original: script,
    ...(file.expect === undefined ? {} : { expectations: file.expect }),
  };
}

/** The start of a saved flow whose requests are made by its options. */
export function startOf(
  { file }: SavedFlow,
  mode: FlowRun['mode'],
  browser: FlowRun['browser'],
  cast: SavedCast = {},
): FlowStart {
  return {
    ...castOf({ file }, cast),
    mode,
    browser,
    options: optionsFromFile(file.options),
    breakpoints: [],
    callback: 'arrives',
    keptAs: null,
  };
}

/** Another way of playing a saved flow than that of its file. */
export interface SavedStart extends SavedCast {
  readonly callback?: FlowStart['callback'];
  /** Values that the run has from the beginning, by their names. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Values of a run that were given before it began. */
export function typedValues(values: SavedStart['values']): ReadonlyMap<string, RunValue> | undefined {
  if (values === undefined) return undefined;
  return new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      plainValue(value, '', { secret: true, state: 'given' }),
    ]),
  );
}
