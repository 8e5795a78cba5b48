import type { CallbackSeen } from '#main/services/flow-player/index.ts';
import { type BrowseStep, usualMode } from '#shared/flows/index.ts';
import { unwrappedResponse } from '#shared/oauth/index.ts';
import type { callbackChecks } from '../pure/client-checks/index.ts';
import { type CheckedRun, isStateSent, requestParameter } from './checked-run.ts';
import { readJwt } from './read-jwt.ts';
import type { ServerKeys } from './server-keys.ts';

type Seen = Parameters<(typeof callbackChecks)[number]['run']>[0];

/** An authorization response beside its request; the keys of the server say who signed it, where it is signed. */
export async function callbackSeen(
  run: CheckedRun,
  step: BrowseStep,
  callback: CallbackSeen,
  { parameters, keys }: { readonly parameters: ReadonlyMap<string, string>; readonly keys: ServerKeys },
): Promise<Seen> {
  const { target, values } = run.player;
  return {
    parameters: unwrappedResponse(parameters),
    state: step.isStateChecked ? values.get(`${step.prefix}state`)?.value : undefined,
    isStateSent: isStateSent(run.steps, step),
    issuer: target.endpoints.issuer,
    isIssuerNamed: target.namesIssuer,
    wantedMode: wantedMode(run, step),
    mode: run.plan.browser === 'unattended' ? modeOf(callback) : null,
    signed: await signedResponse(run, step, parameters, keys),
    isSignatureWanted: askedMode(run, step)?.endsWith('jwt') === true,
  };
}

async function signedResponse(
  { player }: CheckedRun,
  step: BrowseStep,
  parameters: ReadonlyMap<string, string>,
  keys: ServerKeys,
): Promise<Seen['signed']> {
  const jwt = readJwt(parameters.get('response') ?? '');
  if (jwt === null) return null;
  const client = player.client(step.prefix.replace(/\.$/, ''));
  return {
    header: jwt.header,
    claims: jwt.claims,
    signature: await keys.verify(jwt, step.id, client?.secret ?? null),
    clientId: client?.clientId ?? '',
    nowSeconds: player.nowMillis() / 1_000,
    issuerBeside: parameters.get('iss'),
  };
}

const askedMode = (run: CheckedRun, step: BrowseStep) => requestParameter(run, step, 'response_mode');

/** The mode that was asked for, else that of the response type. OAuth 2.0 Multiple Response Types §2.1, JARM §2.3 */
function wantedMode(run: CheckedRun, step: BrowseStep): string | null {
  const mode = askedMode(run, step);
  if (mode === undefined) return null;
  const plain = mode === 'jwt' ? null : mode?.replace(/\.jwt$/, '');
  if (plain != null) return ['query', 'fragment', 'form_post'].includes(plain) ? plain : null;
  const type = requestParameter(run, step, 'response_type');
  return type == null ? null : usualMode(type);
}

function modeOf({ url, form }: CallbackSeen): string {
  if (form !== null) return 'form_post';
  return url.includes('#') ? 'fragment' : 'query';
}
