import type { BrowseStep, ClientCheckView, ScriptStep } from '#shared/flows/index.ts';
import {
  type ClientCheck,
  callbackChecks,
  idTokenChecks,
  metadataChecks,
  signedResponseChecks,
  tokenResponseChecks,
  userinfoChecks,
} from '../pure/client-checks/index.ts';
import { browseOf, type CheckedRun, requestParameter } from './checked-run.ts';
import { expectedDiscoveryChecks } from './discovery-checks.ts';
import { isAt } from './token-states.ts';

type Expected = Omit<ClientCheckView, 'stepId'>;

/** The checks that are to be made once a step has its answer. */
export function expectedChecks(run: CheckedRun, step: ScriptStep): readonly Expected[] {
  if (step.act === 'browse') {
    const types = (requestParameter(run, step, 'response_type') ?? '').split(' ');
    const isSigned = requestParameter(run, step, 'response_mode')?.endsWith('jwt') === true;
    return [
      ...toCome(metadataChecks),
      ...toCome(isSigned ? callbackChecks : callbackChecks.filter((check) => !isAboutSignature(check))),
      ...(types.includes('id_token') ? toCome(idTokenChecks) : []),
    ];
  }
  if (step.act !== 'send') return [];
  if (step.reading === 'tokens') {
    const browse = browseOf(run, step.prefix);
    const isOpenId = browse !== undefined && asksForOpenId(run, browse);
    return [...toCome(tokenResponseChecks), ...(isOpenId ? toCome(idTokenChecks) : [])];
  }
  return toCome([...expectedDiscoveryChecks(step), ...(isAt(run, step, 'userinfo') ? userinfoChecks : [])]);
}

/** Without the scope openid nobody has to issue an ID token. OpenID Connect Core §3.1.2.1 */
function asksForOpenId(run: CheckedRun, browse: BrowseStep): boolean {
  const scope = requestParameter(run, browse, 'scope');
  if (scope === null) return false;
  return scope?.split(' ').includes('openid') ?? run.player.client()?.scopes.includes('openid') === true;
}

const isAboutSignature = ({ id }: Pick<Expected, 'id'>) =>
  signedResponseChecks.some((check) => check.id === id);

function toCome(checks: readonly Omit<ClientCheck<never>, 'run'>[]): readonly Expected[] {
  return checks.map(({ id, title, clause }) => ({ id, title, clause, outcome: 'not-reached', sentence: '' }));
}
