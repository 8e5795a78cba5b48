import { factRule } from '#shared/contract/rule.ts';
import { distanceBehind, positionsOf } from './parts/match-positions.ts';

const subject = '/flows/{}/step/{}';
/** How far behind the call of a flow its answer is read, in characters. */
const nearCharacters = 2_000;
const flowCall = /\/flows(?:\/|['"`])/g;
const stateMembers: ReadonlySet<string> = new Set(['currentStep', 'steps']);

export const flowSteps = factRule({
  id: 'CC-004',
  title: 'Steps of a flow are requested',
  date: '2019-01-28',
  entries: ['2019-01-28-flow-status'],
  severity: 'error',
  source: 'spec',
  detection:
    'A path below a flow with `step`, or a script that reads `currentStep` or `steps` after a flow request.',
  replacement: 'Read the flow itself and use its status.',
  kinds: ['request', 'script'],
  templates: [
    '/environments/{}/flows/{}/step',
    '/environments/{}/flows/{}/steps',
    '/{}/flows/{}/step',
    '/{}/flows/{}/steps',
    '/flows/{}/step',
    '/flows/{}/steps',
    '/environments/{}/flows/{}/step/{}',
    '/environments/{}/flows/{}/steps/{}',
    '/{}/flows/{}/step/{}',
    '/{}/flows/{}/steps/{}',
    '/flows/{}/step/{}',
    '/flows/{}/steps/{}',
  ],
  applies: (fact) => fact.kind === 'request' || (fact.kind === 'script' && fact.text.includes('/flows')),
  check(fact) {
    if (fact.kind === 'request')
      return [
        {
          part: { part: 'path' },
          message: 'Flows no longer have steps. This path returns 404.',
          subject,
        },
      ];
    if (fact.kind !== 'script') return [];
    const calls = positionsOf(fact.text, flowCall);
    return fact.members
      .filter(({ name, at }) => stateMembers.has(name) && distanceBehind(calls, at) <= nearCharacters)
      .map(({ name, at, length }) => ({
        part: { part: 'text', at, length } as const,
        message: `“${name}” is read from a flow, but flows no longer contain it. Use the status.`,
        subject: `flow.${name}`,
      }));
  },
});
