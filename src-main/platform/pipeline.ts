import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';

/** A request target as a handler sees it: in origin form. */
export interface RequestTarget {
  /** The part before `?`, not decoded. */
  readonly path: string;
  /** The part after `?`, not decoded; empty where there is none. */
  readonly query: string;
  /** The authority that the target names itself, in place of the Host field; null: it is in origin form. */
  readonly authority: string | null;
}

/** An authority without user information, which no HTTP URI has. RFC 9110 §4.2.4 */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)((?:[/?][^#\s]*)?)$/i;

/**
 * Reads a request target in origin form or in absolute form, which a server takes as well and believes more than the
 * Host field. Another form stays as it is, so that nothing is found there. RFC 9112 §3.2.1 and §3.2.2
 */
export function readRequestTarget(target: string): RequestTarget {
  if (target.startsWith('/')) return split(target, null);
  const [, authority, rest = ''] = absoluteForm.exec(target) ?? [];
  if (authority === undefined) return split(target, null);
  return split(rest.startsWith('/') ? rest : `/${rest}`, authority);
}

function split(target: string, authority: string | null): RequestTarget {
  const question = target.indexOf('?');
  return question < 0
    ? { path: target, query: '', authority }
    : { path: target.slice(0, question), query: target.slice(question + 1), authority };
}

/** Details that the trace may show and the wire may not: the cause in words, the value wanted and the value found. */
export interface Evidence {
  readonly detail?: string;
  readonly want?: string;
  readonly got?: string;
}

export interface RefusalOptions extends Evidence {
  /** Description sent to the other side; nothing where it is absent. */
  readonly description?: string;
}

/** A rule that does not hold: a step throws it, and the run ends there. Each service has its own kind. */
export class Refusal<O extends RefusalOptions = RefusalOptions> extends Error {
  readonly options: O;

  constructor(message: string, options: O) {
    super(message);
    this.options = options;
  }
}

/** The result of a run, kept in the context itself so that the answer path allocates nothing for the trace. */
export interface PipelineContext<F extends Refusal = Refusal> {
  /** Index of the step that refused or broke; -1 while none has. */
  failedIndex: number;
  /** Bit n is set where the n-th condition of the pipeline did not hold, so that its steps were skipped. */
  skippedSteps: number;
  /** Refusal that the failed step threw; null where it broke in an unforeseen way. */
  failure: F | null;
}

/** One rule of an endpoint. Steps run in the order of their array and the first that throws ends the run. */
export interface Step<C> {
  readonly id: string;
  /** A statement that should be true. */
  readonly rule: string;
  readonly clause: string;
  /** @throws Refusal where the rule does not hold */
  readonly check: (context: C) => void | Promise<void>;
  /** Steps that share one condition run or are skipped together: it answers alike for all of them. */
  readonly applies?: (context: C) => boolean;
  /** The trace leaves it out where it does not apply: it is about a feature that a request need not use. */
  readonly isUnlisted?: boolean;
  /** The rule in the words of this run, asked for when the trace is built. */
  readonly describe?: (context: C) => string;
}

/** A deliberate flaw: replaces the check of one step while the training profile switches it on. */
export interface Weakness<C> {
  readonly id: string;
  /** Id of the pipeline and of the step whose check it replaces; with `*` at the end, all that begin so. */
  readonly pipeline: string;
  readonly step: string;
  readonly title: string;
  readonly clause: string;
  readonly instead: StandIn<C>;
  /** Checks of further steps that such a server lacks too, by the ids of the steps. */
  readonly alongside?: Readonly<Record<string, StandIn<C>>>;
}

/** `original` is the check as it should be, for this very run. */
type StandIn<C> = (context: C, original: () => void | Promise<void>) => void | Promise<void>;

export interface PipelineDefinition<C> {
  readonly id: string;
  readonly steps: readonly Step<C>[];
  /** One sentence: the things issued and used up. */
  readonly effect: (context: C) => string;
}

/** Trace entries of a step, made once for each way in which it can end; exchanges share them. */
interface StepRules {
  passed: TraceRule;
  readonly skipped: TraceRule;
  readonly never: TraceRule;
}

interface SlottedStep<C> extends Step<C> {
  /** Its bit among the skipped steps; 0: it always applies. */
  readonly bit: number;
  readonly weakness: string | null;
  readonly rules: StepRules;
}

/** A definition with the weaknesses in force in their slots. */
export interface Pipeline<C extends PipelineContext> {
  readonly id: string;
  readonly steps: readonly SlottedStep<C>[];
  readonly effect: (context: C) => string;
  /** The rules of the run whose trace was built last. */
  lastRules: TraceRule[];
}

const maxConditions = 31;

/** Returns the replacement of a step by a weakness; undefined if the step is unchanged. */
function standInOf<C>(weakness: Weakness<C>, pipelineId: string, stepId: string): StandIn<C> | undefined {
  const { pipeline, step, instead, alongside } = weakness;
  if (!matches(pipeline, pipelineId)) return undefined;
  return matches(step, stepId) ? instead : alongside?.[stepId];
}

function matches(pattern: string, id: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id;
}

/**
 * Puts weaknesses into their slots and readies a pipeline to run; its steps are made for its first run: a server has
 * many pipelines, and most of them never run.
 */
export function compilePipeline<C extends PipelineContext>(
  definition: PipelineDefinition<C>,
  weaknesses: readonly Weakness<C>[],
): Pipeline<C> {
  return new CompiledPipeline(definition, weaknesses);
}

class CompiledPipeline<C extends PipelineContext> implements Pipeline<C> {
  readonly id: string;
  readonly effect: (context: C) => string;
  lastRules: TraceRule[] = [];
  readonly #definition: PipelineDefinition<C>;
  readonly #weaknesses: readonly Weakness<C>[];
  #steps: readonly SlottedStep<C>[] | null = null;

  constructor(definition: PipelineDefinition<C>, weaknesses: readonly Weakness<C>[]) {
    this.id = definition.id;
    this.effect = definition.effect;
    this.#definition = definition;
    this.#weaknesses = weaknesses;
  }

  /** @throws Error where the steps of the definition have more than 31 conditions */
  get steps(): readonly SlottedStep<C>[] {
    this.#steps ??= slotSteps(this.#definition, this.#weaknesses);
    return this.#steps;
  }
}

function slotSteps<C>(
  definition: PipelineDefinition<C>,
  weaknesses: readonly Weakness<C>[],
): readonly SlottedStep<C>[] {
  const conditions = new Map<Step<C>['applies'], number>();
  const slotted = definition.steps.map((step): SlottedStep<C> => {
    const standing = weaknesses.flatMap((each) => {
      const instead = standInOf(each, definition.id, step.id);
      return instead === undefined ? [] : [{ id: each.id, instead }];
    });
    const weakness = standing.length === 0 ? null : standing.map(({ id }) => id).join(', ');
    const check = standing.reduce<Step<C>['check']>(
      // Of several flaws in one slot each comes before the one before: what any of them lets through, passes.
      (original, { instead }) =>
        (context) =>
          instead(context, () => original(context)),
      step.check,
    );
    const place = conditions.get(step.applies) ?? conditions.size;
    if (step.applies !== undefined) conditions.set(step.applies, place);
    const bit = step.applies === undefined ? 0 : 1 << place;
    return { ...step, check, bit, weakness, rules: stepRules(step, weakness) };
  });
  if (conditions.size > maxConditions) throw new Error(`Pipeline ${definition.id} has too many conditions`);
  return slotted;
}

/** A pipeline with those of its weaknesses that are switched on, compiled anew only where the list of their ids changed. */
export function createPipeline<C extends PipelineContext>(
  definition: PipelineDefinition<C>,
  weaknesses: readonly Weakness<C>[],
  switchedOn: () => readonly string[],
): () => Pipeline<C> {
  let ids: readonly string[] | null = null;
  let pipeline = compilePipeline(definition, []);
  return () => {
    const now = switchedOn();
    if (now === ids) return pipeline;
    ids = now;
    pipeline = compilePipeline(
      definition,
      weaknesses.filter(({ id }) => now.includes(id)),
    );
    return pipeline;
  };
}

function stepRules<C>({ id, rule, clause }: Step<C>, weakness: string | null): StepRules {
  const base = { id, clause, ...(weakness === null ? {} : { weakness }), rule };
  return {
    passed: { ...base, outcome: 'passed' },
    skipped: { ...base, outcome: 'skipped' },
    never: { ...base, outcome: 'never' },
  };
}

/**
 * Runs the steps in order until one refuses; a refusal stays in the context. Returns a promise only once a step does.
 * @throws whatever a step throws that is not a Refusal
 */
export function runPipeline<C extends PipelineContext>(
  pipeline: Pipeline<C>,
  context: C,
): void | Promise<void> {
  return runFrom(pipeline, context, 0);
}

function runFrom<C extends PipelineContext>(
  pipeline: Pipeline<C>,
  context: C,
  start: number,
): void | Promise<void> {
  const { steps } = pipeline;
  let index = start;
  try {
    for (; index < steps.length; index += 1) {
      const step = steps[index];
      if (step === undefined) return undefined;
      if (step.applies !== undefined && !step.applies(context)) {
        context.skippedSteps |= step.bit;
      } else {
        const pending = step.check(context);
        if (pending instanceof Promise) return continueAfter(pending, pipeline, context, index);
      }
    }
  } catch (error) {
    noteFailure(context, index, error);
  }
  return undefined;
}

async function continueAfter<C extends PipelineContext>(
  pending: Promise<void>,
  pipeline: Pipeline<C>,
  context: C,
  index: number,
): Promise<void> {
  try {
    await pending;
  } catch (error) {
    noteFailure(context, index, error);
    return;
  }
  await runFrom(pipeline, context, index + 1);
}

function noteFailure(context: PipelineContext, index: number, error: unknown): void {
  context.failedIndex = index;
  if (!(error instanceof Refusal)) throw error;
  context.failure = error;
}

/**
 * The decision trace of a run that has ended: every rule in order, its outcome and the evidence. Runs that went alike
 * share their rules, and even the list of them; nothing in it may be changed.
 */
export function traceOf<C extends PipelineContext>(pipeline: Pipeline<C>, context: C): DecisionTrace {
  const { steps, lastRules } = pipeline;
  let rules: TraceRule[] | null = null;
  let listed = 0;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined) break;
    const rule = ruleOf(step, index, context);
    if (rule === null) continue;
    if (rules === null && rule !== lastRules[listed]) rules = lastRules.slice(0, listed);
    rules?.push(rule);
    listed += 1;
  }
  if (rules === null && listed !== lastRules.length) rules = lastRules.slice(0, listed);
  if (rules !== null) pipeline.lastRules = rules;
  return { pipeline: pipeline.id, rules: pipeline.lastRules, effect: pipeline.effect(context) };
}

/** Null: the trace leaves the step out. */
function ruleOf<C extends PipelineContext>(
  { bit, rules, describe, applies, isUnlisted = false }: SlottedStep<C>,
  index: number,
  context: C,
): TraceRule | null {
  const { failedIndex, failure } = context;
  if (failedIndex !== -1 && index > failedIndex)
    return isUnlisted && applies?.(context) === false ? null : rules.never;
  if (index === failedIndex)
    return { ...rules.passed, rule: rules.never.rule, outcome: 'failed', ...evidenceOf(failure) };
  if ((context.skippedSteps & bit) !== 0) return isUnlisted ? null : rules.skipped;
  const words = describe?.(context);
  if (words !== undefined && words !== rules.passed.rule) rules.passed = { ...rules.passed, rule: words };
  return rules.passed;
}

function evidenceOf(failure: Refusal | null): Pick<TraceRule, 'detail' | 'want' | 'got'> {
  if (failure === null) return { detail: 'The server failed at this step. The log has the cause.' };
  const { detail, description, want, got } = failure.options;
  const words = detail ?? description;
  return {
    ...(words === undefined ? {} : { detail: words }),
    ...(want === undefined ? {} : { want }),
    ...(got === undefined ? {} : { got }),
  };
}

/**
 * Returns a value that an earlier step of a pipeline has set.
 * @throws Error if steps are in the wrong order
 */
export function required<T>(value: T | null): T {
  if (value === null) throw new Error('A step ran before the one that it depends on');
  return value;
}
