import { issuedValue, type Player, plainValue, type RunValue } from '#main/services/flow-player/index.ts';
import type { FlowScript, ScriptStep } from '#shared/flows/index.ts';

/** A value as a text that leaves the application needs it. */
export interface WrittenValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** A run as it can be written down. */
export interface WrittenRun {
  readonly script: FlowScript;
  readonly values: ReadonlyMap<string, WrittenValue>;
}

/** Values that a client has by itself, each with the mark of a secret. */
const ownNames: readonly (readonly [name: string, isSecret: boolean])[] = [
  ['client_id', false],
  ['redirect_uri', false],
  ['scope', false],
  ['username', false],
  ['issuer', false],
  ['client_secret', true],
  ['basic_credentials', true],
  ['password', true],
];

/** Values of documents that only the run itself can read. */
const discoveredNames = ['resource_metadata', 'resource_identifier', 'server_metadata', 'scope'] as const;

/** The values that a run has from the start, and all that are secret. */
export async function writtenRun(
  script: FlowScript,
  runValues: ReadonlyMap<string, RunValue>,
  player: Player | undefined,
): Promise<WrittenRun> {
  const own = (await player?.lookUp(ownNames.map(([name]) => name))) ?? new Map<string, string>();
  const values = new Map<string, WrittenValue>();
  for (const [name, isSecret] of ownNames) {
    const value = own.get(name);
    if (value !== undefined && value !== '') values.set(name, { value, isSecret });
  }
  for (const [name, { value, secret }] of runValues) if (secret) values.set(name, { value, isSecret: true });
  for (const name of discoveredNames) {
    const value = runValues.get(name)?.value ?? '';
    if (value !== '' && !values.has(name)) values.set(name, { value, isSecret: false });
  }
  const happened = (step: ScriptStep) =>
    step.when === undefined ||
    player?.outcomes.has(step.id) === true ||
    [...runValues.values()].some(({ stepId }) => stepId === step.id);
  return { script: { ...script, steps: script.steps.filter(happened) }, values };
}

/** Values that a run did not make itself: the token that it was given. */
export function givenValues(values: ReadonlyMap<string, RunValue>): ReadonlyMap<string, RunValue> {
  return new Map([...values].filter(([, { stepId }]) => stepId === ''));
}

/** The values of a run that works on a token that it is given. */
export function givenToken(kind: string, token: string, nowMillis: number): ReadonlyMap<string, RunValue> {
  const name = kind === 'refresh' ? 'refresh_token' : 'access_token';
  return new Map([
    ['token', plainValue(token, '', { secret: true, state: 'given' })],
    [name, { ...issuedValue(token, '', nowMillis), state: 'given' }],
  ]);
}
