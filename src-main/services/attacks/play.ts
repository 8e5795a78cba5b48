import {
  type BrowseEnd,
  browse,
  drawAnswer,
  Player,
  type PlayerPorts,
  PlayFailure,
  type PlayTarget,
  plainValue,
  strayCode,
  wireResponse,
} from '#main/services/flow-player/index.ts';
import type { SentRequest, WireEnd } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type BrowseStep,
  type FlowScript,
  isDue,
  type RequestTemplate,
  type ScriptStep,
} from '#shared/flows/index.ts';
import { isSentLater, type PairContext, pairEndingWith, playPairs } from './play-pairs.ts';
/** Options for playing a script of the catalogue. */
export interface PlayOptions extends PlayerPorts {
  readonly target: PlayTarget;
  readonly script: FlowScript;
  readonly tags: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  /** Steps from which on refusals are the wanted outcome: they do not end the play. */
  readonly attacked: ReadonlySet<string>;
  /** For each edited step the request without the attack. */
  readonly plain: ReadonlyMap<string, RequestTemplate>;
  /** How many audit events there were so far; 0 where nobody tells. */
  readonly eventCount: () => number;
  readonly signal: AbortSignal;
  /** How far a series of pairs is. */
  readonly onPair?: PairContext['onPair'];
}

/** The outcome of a script. */
export interface Played {
  readonly player: Player;
  readonly ends: ReadonlyMap<string, WireEnd>;
  /** Audit events before and after each step. */
  readonly eventsAt: ReadonlyMap<string, readonly [before: number, after: number]>;
  /** Steps that could not be sent, by the step whose refusal was the reason. */
  readonly blocked: ReadonlyMap<string, string>;
  /** The requests of the attack as they left, beside those that they have to differ from. */
  readonly sent: readonly SentRequest[];
  /** Why a step that had to work did not; null: all did. */
  readonly failure: string | null;
}

const cancelled = 'The run was cancelled.';

/** Methods and addresses that were answered with 2xx or 3xx. */
export type Reached = readonly { readonly method: string; readonly address: string }[];

/** Where a play got an answer that shows that something is there, before the attack began. */
export function reachedBy({ player }: Played, steps: readonly ScriptStep[]): Reached {
  return steps.flatMap(({ id }) =>
    (player.outcomes.get(id) ?? []).flatMap((outcome) => {
      const { status, request } = wireResponse(outcome, player.target);
      return status !== null && status >= 200 && status < 400 ? [request] : [];
    }),
  );
}

/** Plays a script to its end, or to the first step that had to work and did not. */
export async function play(options: PlayOptions): Promise<Played> {
  const { clock, random, send, issuer, sleep, target, script, tags, values } = options;
  const given = new Map([...values].map(([name, value]) => [name, plainValue(value, '')] as const));
  const player = new Player({ ports: { clock, random, send, issuer, sleep }, target, script, tags, given });
  const ends = new Map<string, WireEnd>();
  const eventsAt = new Map<string, readonly [before: number, after: number]>();
  const blocked = new Map<string, string>();
  const sent: SentRequest[] = [];
  let isAttacked = false;
  let refused: string | null = null;
  for (const step of script.steps) {
    if (options.signal.aborted) return { player, ends, eventsAt, blocked, sent, failure: cancelled };
    if (!isDue(step, player.values)) continue;
    isAttacked ||= options.attacked.has(step.id);
    const plain = options.plain.get(step.id);
    if (plain !== undefined) sent.push(...(await besidePlain(player, step, plain)));
    const before = options.eventCount();
    requireProtection(player, step);
    const failure = await attempt(isAttacked, () => playStep(player, step, ends, options));
    eventsAt.set(step.id, [before, options.eventCount()]);
    requireSent(player, step);
    if (failure === null) continue;
    // Without a value there is nothing to send: that says something only where an attacked step was refused before.
    const isBlocked = failure.isMissing && refused !== null;
    if (!isAttacked || (failure.isMissing && !isBlocked))
      return { player, ends, eventsAt, blocked, sent, failure: `${step.id}: ${failure.message}` };
    if (isBlocked) blocked.set(step.id, refused ?? '');
    refused ??= step.id;
  }
  const failure = options.signal.aborted ? cancelled : null;
  return { player, ends, eventsAt, blocked, sent, failure };
}

/** A request that was not let out says nothing about the server. @throws GatehouseError attack.other-origin */
function requireSent({ outcomes }: Player, { id }: ScriptStep): void {
  const stray = outcomes.get(id)?.find(({ failure }) => failure?.code === strayCode);
  if (stray?.failure != null) throw stray.failure;
}

/** The request of an edited step beside what leaves without the edits; nothing where one of the two cannot be made. */
async function besidePlain(
  player: Player,
  step: ScriptStep,
  plain: RequestTemplate,
): Promise<readonly SentRequest[]> {
  if (!('request' in step)) return [];
  try {
    const [own, other] = await player.prepareBoth(step.request, plain, step.browser);
    return [{ stepId: step.id, bytes: own.bytes, plain: other.bytes }];
  } catch (error) {
    if (error instanceof PlayFailure || error instanceof GatehouseError) return [];
    throw error;
  }
}

/** Why a step did not work, and whether it was for want of a value. */
interface StepFailure {
  readonly message: string;
  readonly isMissing: boolean;
}

async function attempt(isAttacked: boolean, act: () => Promise<void>): Promise<StepFailure | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof PlayFailure) return { message: error.message, isMissing: false };
    if (error instanceof GatehouseError && (isAttacked || error.code !== 'attack.no-page'))
      return { message: error.message, isMissing: error.code === 'flow.value-missing' };
    throw error;
  }
}

async function playStep(
  player: Player,
  step: ScriptStep,
  ends: Map<string, WireEnd>,
  { script: { steps }, random, signal, onPair }: PlayOptions,
): Promise<void> {
  switch (step.act) {
    case 'make':
      return player.make(step);
    case 'wait':
      return player.wait(step);
    case 'operate':
      return player.operate(step);
    case 'observe':
      return;
    case 'send': {
      if (isSentLater(step, steps)) return;
      const pair = pairEndingWith(step, steps);
      if (pair !== null) {
        const nowMillis = () => performance.now();
        return playPairs(player, pair, {
          random,
          signal,
          nowMillis,
          ...(onPair === undefined ? {} : { onPair }),
        });
      }
      await player.send(step);
      if (step.browser !== null && step.times === 1) await drawAnswer(player, step.id, step.browser);
      const failed = player.outcomes.get(step.id)?.find(({ response }) => response === null);
      if (failed !== undefined && step.times === 1)
        throw failed.failure ?? new PlayFailure('No response was received.');
      return;
    }
    case 'browse': {
      const end = await browse(player, step, { signal });
      ends.set(step.id, wireEnd(end));
      return readEnd(player, step, end);
    }
  }
}

/** Takes what a browser came back with. @throws attack.no-page, PlayFailure */
function readEnd(player: Player, step: BrowseStep, end: BrowseEnd): void {
  switch (end.end) {
    case 'shown':
      return;
    case 'failure':
      throw new PlayFailure(end.message);
    case 'page':
      if (step.until === 'page') return;
      throw new PlayFailure(end.message ?? `The flow ended with a page of status ${end.response.status}.`);
    case 'callback':
      if (step.until === 'sign-in' || step.until === 'consent')
        throw noPage(`The server shows no ${step.until} page.`);
      player.readCallback(step, end.callback);
  }
}

/** Values of a page that has an anti-forgery value. */
const protections = ['page.unprotected', 'page.forged'];

/** @throws attack.no-page where a step changes an anti-forgery value that the page has not */
function requireProtection({ values }: Player, step: ScriptStep): void {
  const text = JSON.stringify(step);
  if (protections.some((name) => text.includes(`{{${name}`) && !values.has(name)))
    throw noPage('The page has no hidden anti-forgery value to omit.');
}

function noPage(message: string): GatehouseError {
  return new GatehouseError('attack.no-page', message, {
    fix: 'No action needed if the server has no such page. Otherwise, choose a client that shows the page.',
  });
}

function wireEnd(end: BrowseEnd): WireEnd {
  if (end.end === 'callback') return { end: 'callback', ...end.callback };
  if (end.end === 'page' || end.end === 'shown')
    return { end: 'page', message: `a page with status ${end.response.status}` };
  return { end: 'failure', message: end.message };
}
