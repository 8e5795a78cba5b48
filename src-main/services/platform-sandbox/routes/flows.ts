import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import { type Collection, collectionRoutes, entityOf, showEntity, storeEntity } from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { invalidData, invalidValue } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { newId } from '../ids.ts';
import { readInput } from '../input.ts';
import { likelyNumbers } from '../likely-users.ts';
import { type Entity, textOf } from '../state/entities.ts';
import { isPasswordOf, stateOf } from './passwords.ts';

const list = 'flows';
const flowSchema = z.object({ status: z.string() });

const flows: Collection<z.output<typeof flowSchema>> = {
  path: '/flows',
  name: 'flow',
  activity: 'FLOW',
  calls: ['read'],
  schema: flowSchema,
};

const authorizationSchema = z.object({
  application: z.object({ id: z.string().min(1) }),
  /** A signed request object. OpenID Connect Core §6 */
  request: z.string().max(20_000).optional(),
});

const credentialsSchema = z.object({ username: z.string().min(1).max(256), password: z.string().max(255) });

/** Sign-on flows: `status` holds the whole state of one. Spec 3 §2, §7 */
export const flowRoutes: readonly Route[] = [
  ...collectionRoutes(flows),
  { method: 'POST', path: '/environments/{env}/authorize', rateGroup: 'directoryWrite', perform: authorize },
  {
    method: 'POST',
    path: '/environments/{env}/flows/{flow}',
    rateGroup: 'directoryWrite',
    action: 'usernamePassword.check',
    perform: checkCredentials,
  },
];

async function authorize(context: PlatformContext): Promise<HttpResponse> {
  const { application: reference, request } = readInput(authorizationSchema, context.body);
  const application = context.state.entities.get('applications', reference.id);
  if (application === undefined) throw invalidValue('application.id', 'The application does not exist.');
  if (request !== undefined) await checkRequestObject(context, application, request);
  const value = { application: { id: application.id }, status: 'USERNAME_PASSWORD_REQUIRED' };
  return stored(context, 'FLOW.CREATED', newId(context.ports.random), value, 201);
}

async function checkCredentials(context: PlatformContext): Promise<HttpResponse> {
  const { username, password } = readInput(credentialsSchema, context.body);
  const { id, value } = entityOf(flows, context);
  if (value['status'] !== 'USERNAME_PASSWORD_REQUIRED')
    throw invalidValue(
      'status',
      `The flow does not request a password. Its status is ${textOf(value, 'status')}.`,
    );
  const filter = { kind: 'compare', operator: 'eq', path: ['username'], value: username } as const;
  const users = [...context.state.users.likely(likelyNumbers(filter) ?? new Set())];
  const user = users.find((each) => textOf(each.value, 'username').toLowerCase() === username.toLowerCase());
  if (user === undefined || !(await isPasswordOf(context, user.id, password)))
    throw invalidData([
      { code: 'INVALID_VALUE', target: 'password', message: 'The username or password is wrong.' },
    ]);
  const mustChange = textOf(stateOf(context, user.id)?.value ?? {}, 'status') === 'MUST_CHANGE_PASSWORD';
  const status = mustChange ? 'MUST_CHANGE_PASSWORD' : 'COMPLETED';
  return stored(context, 'FLOW.UPDATED', id, { ...value, user: { id: user.id }, status }, 200);
}

async function stored(
  context: PlatformContext,
  type: string,
  id: string,
  value: Entity['value'],
  status: 200 | 201,
): Promise<HttpResponse> {
  const entity = storeEntity(context, type, list, id, value);
  await context.ports.records.commit();
  return jsonResponse(status, showEntity(flows, context, entity));
}

/** @throws PlatformError INVALID_VALUE, which says what exactly is wrong with it. Spec 3 §7 */
async function checkRequestObject(
  { nowMillis }: PlatformContext,
  application: Entity,
  request: string,
): Promise<void> {
  const keys = z
    .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
    .safeParse(application.value['jwks']);
  if (!keys.success)
    throw invalidValue('request', 'The application has no keys to sign request objects with.');
  try {
    await jwtVerify(request, createLocalJWKSet(keys.data), {
      issuer: application.id,
      requiredClaims: ['exp', 'aud'],
      currentDate: new Date(nowMillis),
    });
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw invalidValue('request', `The request object is invalid: ${reasonOf(error)}`);
  }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired (exp).';
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'missing'
      ? `the claim ${error.claim} is missing.`
      : `the claim ${error.claim} is wrong.`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not match.';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the application matches its header.';
  return 'it is not a signed JWT.';
}
