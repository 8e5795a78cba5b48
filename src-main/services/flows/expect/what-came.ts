import { callbackParameters } from '#shared/attacks/checks/forms.ts';
import { jsonOf } from '#shared/attacks/index.ts';
import type { FlowEvidence, FlowExpectation } from '#shared/flows/expectations/index.ts';
import type { BrowseStep, SendStep } from '#shared/flows/index.ts';
import type { Run } from '../run.ts';

/** Members of a token response that are the same each time. RFC 6749 §5.1 */
const steadyMembers = ['token_type', 'expires_in', 'scope'] as const;

/**
 * The outcome of a run as the expectations of the next one. Times, ids, codes, tokens and signatures are other ones each
 * time, and left out.
 */
export function expectWhatCame(run: Run, evidence: FlowEvidence): readonly FlowExpectation[] {
  const steps = run.ownSteps.flatMap((step) => {
    if (step.act === 'browse') return ofCallback(step, evidence);
    return step.act === 'send' ? ofResponse(step, evidence) : [];
  });
  const audience = evidence.claims('id_token')?.claims['aud'];
  return [
    ...steps,
    ...(typeof audience === 'string'
      ? [{ check: 'claim', token: 'id_token', members: { aud: audience } } as const]
      : []),
    ...(evidence.failedChecks.length === 0 ? [{ check: 'client-checks' } as const] : []),
    { check: 'end', is: evidence.state === 'passed' ? 'passed' : 'refused' },
  ];
}

function ofCallback({ id }: BrowseStep, evidence: FlowEvidence): readonly FlowExpectation[] {
  const end = evidence.end(id);
  if (end?.end !== 'callback') return [];
  const came = callbackParameters(end);
  const parameters = {
    error: came.get('error') ?? null,
    ...Object.fromEntries(
      ['code', 'access_token', 'id_token'].filter((name) => came.has(name)).map((name) => [name, '/./']),
    ),
  };
  return [{ check: 'redirect', step: id, parameters }];
}

function ofResponse({ id, reading }: SendStep, evidence: FlowEvidence): readonly FlowExpectation[] {
  const response = evidence.responses(id).at(-1);
  if (response === undefined || response.status === null) return [];
  const json = jsonOf(response);
  const error = json?.['error'];
  const [rule] = evidence.refusedBy(id) ?? [];
  const members = Object.fromEntries(
    steadyMembers.flatMap((name) => {
      const value = json?.[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
    }),
  );
  const isTokens = reading === 'tokens' && response.status === 200 && Object.keys(members).length > 0;
  return [
    { check: 'status', step: id, is: response.status },
    ...(typeof error === 'string' ? [{ check: 'error', step: id, is: error } as const] : []),
    ...(response.status >= 400 && rule !== undefined ? [{ check: 'rule', step: id, is: rule } as const] : []),
    ...(isTokens ? [{ check: 'json', step: id, members } as const] : []),
  ];
}
