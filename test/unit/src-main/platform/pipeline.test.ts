import { describe, expect, test } from 'vitest';
import {
  compilePipeline,
  createPipeline,
  type PipelineContext,
  runPipeline,
  type Step,
  traceOf,
  type Weakness,
} from '#main/platform/pipeline.ts';
import { invalidGrant, type OAuthError } from '#main/services/authorization-server/errors.ts';

interface Context extends PipelineContext<OAuthError> {
  readonly ran: string[];
}

const context = (): Context => ({ failedIndex: -1, skippedSteps: 0, failure: null, ran: [] });

function step(id: string, more: Partial<Step<Context>> = {}): Step<Context> {
  return { id, rule: `${id} holds`, clause: 'RFC 6749 §5.2', check: ({ ran }) => void ran.push(id), ...more };
}

function pipelineOf(steps: readonly Step<Context>[], weaknesses: readonly Weakness<Context>[] = []) {
  return compilePipeline({ id: 'test', steps, effect: ({ ran }) => ran.join(' ') }, weaknesses);
}

describe('a pipeline', () => {
  test('runs its steps in order and at once, as long as none takes time', () => {
    const run = context();
    const pipeline = pipelineOf([step('a'), step('b')]);
    expect(runPipeline(pipeline, run)).toBeUndefined();
    expect(traceOf(pipeline, run)).toEqual({
      pipeline: 'test',
      rules: [
        { id: 'a', rule: 'a holds', clause: 'RFC 6749 §5.2', outcome: 'passed' },
        { id: 'b', rule: 'b holds', clause: 'RFC 6749 §5.2', outcome: 'passed' },
      ],
      effect: 'a b',
    });
  });

  test('goes on where a step that takes time left off, more than once', async () => {
    const slow = (id: string) =>
      step(id, {
        check: async ({ ran }) => {
          await Promise.resolve();
          ran.push(id);
        },
      });
    const run = context();
    const pending = runPipeline(pipelineOf([step('a'), slow('b'), step('c'), slow('d'), step('e')]), run);
    expect(run.ran).toEqual(['a']);
    await pending;
    expect(run.ran).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('stops at the first refusal: its evidence is in the trace, what follows was never reached', () => {
    const run = context();
    const refuse = step('b', {
      check: () => {
        throw invalidGrant('for the wire', { detail: 'for the trace', want: 'x', got: 'y' });
      },
    });
    const pipeline = pipelineOf([step('a'), refuse, step('c')]);
    expect(runPipeline(pipeline, run)).toBeUndefined();
    const [, failed, never] = traceOf(pipeline, run).rules;
    expect(failed).toMatchObject({ outcome: 'failed', detail: 'for the trace', want: 'x', got: 'y' });
    expect(never).toEqual({ id: 'c', rule: 'c holds', clause: 'RFC 6749 §5.2', outcome: 'never' });
    expect(run.failure?.code).toBe('invalid_grant');
  });

  test('a step that does not apply is skipped, and others use the words of the run', () => {
    const run = context();
    const pipeline = pipelineOf([
      step('a', { applies: () => false }),
      step('b', { describe: ({ ran }) => `b held after ${ran.length} step` }),
    ]);
    void runPipeline(pipeline, run);
    expect(traceOf(pipeline, run).rules.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ['a holds', 'skipped'],
      ['b held after 1 step', 'passed'],
    ]);
  });

  test('what was not foreseen is thrown on, also later, and the trace says where it was', async () => {
    const broken = step('b', {
      check: () => {
        throw new TypeError('bug');
      },
    });
    const run = context();
    const pipeline = pipelineOf([step('a'), broken]);
    expect(() => runPipeline(pipeline, run)).toThrow('bug');
    expect(traceOf(pipeline, run).rules[1]).toMatchObject({ outcome: 'failed' });
    expect(JSON.stringify(traceOf(pipeline, run))).not.toContain('bug');
    const later = step('a', { check: async () => Promise.resolve() });
    await expect(runPipeline(pipelineOf([later, broken]), context())).rejects.toThrow('bug');
    const refusedLater = step('a', { check: async () => Promise.reject(invalidGrant('no')) });
    const refused = context();
    await runPipeline(pipelineOf([refusedLater, step('b')]), refused);
    expect([refused.failedIndex, refused.ran]).toEqual([0, []]);
  });

  test('a weakness takes the place of its step only, may still ask the original, and is named', () => {
    const weakness: Weakness<Context> = {
      id: 'weak',
      pipeline: 'test',
      step: 'b',
      title: 'Weak',
      clause: 'RFC 9700 §4',
      instead: (run, original) => {
        run.ran.push('instead');
        return original();
      },
    };
    const run = context();
    const pipeline = pipelineOf(
      [step('a'), step('b')],
      [weakness, { ...weakness, pipeline: 'other', step: 'a' }],
    );
    void runPipeline(pipeline, run);
    expect(run.ran).toEqual(['a', 'instead', 'b']);
    expect(traceOf(pipeline, run).rules.map((rule) => rule.weakness)).toEqual([undefined, 'weak']);
  });

  test('a weakness may take further checks away, and stand in all steps that begin alike', () => {
    const weakness: Weakness<Context> = {
      id: 'weak',
      pipeline: 'te*',
      step: 'issue*',
      title: 'Weak',
      clause: 'RFC 9700 §4',
      instead: ({ ran }) => void ran.push('instead'),
      alongside: { b: ({ ran }) => void ran.push('alongside') },
    };
    const run = context();
    const pipeline = pipelineOf([step('a'), step('b'), step('issue'), step('issue-or-ask')], [weakness]);
    void runPipeline(pipeline, run);
    expect(run.ran).toEqual(['a', 'alongside', 'instead', 'instead']);
    expect(traceOf(pipeline, run).rules.map((rule) => rule.weakness)).toEqual([
      undefined,
      'weak',
      'weak',
      'weak',
    ]);
  });

  test('the weaknesses that are switched on stand in it, and it is made anew only where their list is another one', () => {
    const weak = (id: string, slot: string): Weakness<Context> => ({
      id,
      pipeline: 'test',
      step: slot,
      title: id,
      clause: 'RFC 9700 §4',
      instead: () => undefined,
    });
    let ids: readonly string[] = ['first'];
    const definition = { id: 'test', steps: [step('a'), step('b')], effect: () => '' };
    const inForce = createPipeline(definition, [weak('first', 'a'), weak('second', 'b')], () => ids);
    const weaknesses = () => inForce().steps.map(({ weakness }) => weakness);
    expect(weaknesses()).toEqual(['first', null]);
    expect(inForce()).toBe(inForce());
    ids = ['second', 'never-heard-of'];
    expect(weaknesses()).toEqual([null, 'second']);
  });

  test('more conditions than a run can note are refused when it is made', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, index) => step(`s${index}`, { applies: () => index % 2 === 0 }));
    expect(() => pipelineOf(steps(32)).steps).toThrow('too many conditions');
    const run = context();
    const pipeline = pipelineOf([
      ...Array.from({ length: 40 }, (_, index) => step(`a${index}`)),
      ...steps(31),
    ]);
    void runPipeline(pipeline, run);
    const skipped = traceOf(pipeline, run).rules.flatMap(({ id, outcome }) =>
      outcome === 'skipped' ? [id] : [],
    );
    expect(skipped).toEqual(Array.from({ length: 15 }, (_, index) => `s${2 * index + 1}`));
  });

  test('a step about a feature that a request does not use stays out of its trace', () => {
    const feature = (isUsed: boolean) => step('feature', { applies: () => isUsed, isUnlisted: true });
    const idsOf = (pipeline: ReturnType<typeof pipelineOf>) => {
      const run = context();
      void runPipeline(pipeline, run);
      return traceOf(pipeline, run).rules.map(({ id, outcome }) => `${id} ${outcome}`);
    };
    const unused = pipelineOf([step('a'), feature(false), step('b')]);
    expect(idsOf(unused)).toEqual(['a passed', 'b passed']);
    expect(idsOf(unused)).toEqual(['a passed', 'b passed']);
    expect(idsOf(pipelineOf([step('a'), feature(true)]))).toEqual(['a passed', 'feature passed']);
    const refuses = step('a', {
      check: () => {
        throw invalidGrant('no');
      },
    });
    expect(idsOf(pipelineOf([refuses, feature(false), feature(true)]))).toEqual([
      'a failed',
      'feature never',
    ]);
  });
});
