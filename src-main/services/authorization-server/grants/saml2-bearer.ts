import type { Evidence } from '#main/platform/pipeline.ts';
import {
  audienceStep,
  conditionsStep,
  confirmationStep,
  createSamlRun,
  decodeAssertion,
  genericRefusal,
  issuerStep,
  known,
  loadXmlLibraries,
  type Moment,
  parseStep,
  SamlError,
  type SamlRun,
  shapeStep,
  signatureStep,
  subjectStep,
  verifiedAssertion,
} from '#main/services/saml/index.ts';
import { formValue, samlBearerGrantType, tokenPath } from '#shared/oauth/index.ts';
import { followsRfcs, type SamlIssuer } from '#shared/workspace/index.ts';
import { invalidGrant, invalidRequest } from '../errors.ts';
import type { Subject } from '../subject.ts';
import { required, type TokenContext } from '../token/context.ts';
import { beginFamily, decideAudience, decideScope, type Issuance, issueStep } from '../token/issue.ts';
import type { Grant } from './grant.ts';

/** A client exchanges an assertion from a trusted issuer for an access token, without a refresh token. RFC 7522 */
export const samlBearerGrant: Grant = {
  usesUp: true,
  steps: [
    { id: 'saml-given', rule: 'Assertion is present', clause: 'RFC 7522 §2.1', check: checkGiven },
    {
      id: 'saml-encoding',
      rule: 'Assertion is base64url-encoded UTF-8',
      clause: 'RFC 7522 §2.1',
      check: guarded(decode),
      describe: (context) =>
        samlOf(context).encoding === 'base64'
          ? 'Assertion is base64-encoded UTF-8 instead of base64url'
          : 'Assertion is base64url-encoded UTF-8',
    },
    {
      id: 'saml-parse',
      rule: 'XML is well-formed, without DOCTYPE or entities',
      clause: 'RFC 7522 §3',
      check: guarded((context) => parseStep(samlOf(context))),
    },
    {
      id: 'saml-one-assertion',
      rule: 'Document is one SAML 2.0 assertion',
      clause: 'RFC 7522 §2.1',
      check: guarded((context) => shapeStep(samlOf(context))),
    },
    {
      id: 'saml-issuer',
      rule: 'Issuer is trusted',
      clause: 'RFC 7522 §3 (1)',
      check: guarded((context) => issuerStep(samlOf(context), context.runtime.registrations().samlIssuers())),
      describe: (context) => named('Issuer is trusted', samlOf(context).issuer?.name),
    },
    {
      id: 'saml-signature',
      rule: 'Signature covers the element that is read',
      clause: 'RFC 7522 §3 (9)',
      check: guarded((context) => signatureStep(samlOf(context), context.nowMillis)),
      describe: (context) => named('Signature covers the element that is read', samlOf(context).algorithm),
    },
    {
      id: 'saml-subject',
      rule: 'Subject is present and known',
      clause: 'RFC 7522 §3 (3)',
      check: guarded(findSubject),
      describe: ({ subject }) => named('Subject is present and known', subject?.username),
    },
    {
      id: 'saml-conditions',
      rule: 'Conditions are met at this time',
      clause: 'RFC 7522 §3 (4)',
      check: guarded((context) => conditionsStep(samlOf(context), momentOf(context))),
    },
    {
      id: 'saml-audience',
      rule: 'Assertion is for this server',
      clause: 'RFC 7522 §3 (2)',
      check: guarded((context) => audienceStep(samlOf(context), audiencesOf(context))),
    },
    {
      id: 'saml-confirmation',
      rule: 'Bearer confirmation is valid for this endpoint and time',
      clause: 'RFC 7522 §3 (5)',
      check: guarded((context) =>
        confirmationStep(samlOf(context), recipientsOf(context), momentOf(context)),
      ),
    },
    {
      id: 'saml-not-replayed',
      rule: 'Assertion has not been used',
      clause: 'RFC 7522 §3 (7)',
      check: guarded(useAssertion),
    },
    {
      id: 'scope-within-registration',
      rule: 'Scope is within the registration',
      clause: 'RFC 6749 §3.3',
      check: (context) => decideScope(context, required(context.client).scopes, 'said'),
      describe: ({ scope }) =>
        scope === '' ? 'No scope is requested' : `Scope is within the registration: ${scope}`,
    },
    issueStep('RFC 7522 §3.1', decide),
  ],
};

/** A rule with its finding; a weakness in its place may have found nothing. */
function named(rule: string, value: string | null | undefined): string {
  return value === null || value === undefined ? rule : `${rule}: ${value}`;
}

/** The wire learns one sentence, whichever step refuses; the trace learns the rest. RFC 7522 §3.1 */
export function guarded(check: (context: TokenContext) => void): (context: TokenContext) => void {
  return (context) => {
    try {
      check(context);
    } catch (error) {
      if (error instanceof SamlError) throw refused(error.evidence);
      throw error;
    }
  };
}

function refused(evidence: Evidence) {
  return invalidGrant(genericRefusal, evidence);
}

function checkGiven({ form }: TokenContext): void | Promise<void> {
  if (formValue(form, 'assertion') === undefined) throw invalidRequest('assertion parameter is required');
  return loadXmlLibraries();
}

function decode(context: TokenContext): void {
  const { xml, encoding } = decodeAssertion(formValue(context.form, 'assertion') ?? '');
  // The products take what clients send; the RFC has them encode it in one way.
  if (encoding === 'base64' && followsRfcs(context.settings.profile)) {
    throw refused({ detail: 'The assertion has another encoding.', want: 'Base64-URL', got: 'Base64' });
  }
  const run = samlOf(context);
  run.xml = xml;
  run.encoding = encoding;
}

function findSubject(context: TokenContext): void {
  const run = samlOf(context);
  subjectStep(run);
  const { issuer, subject: whose } = issuerOf(context);
  const username = subjectName(context);
  if (whose === 'user' && context.runtime.registrations().user(username) === undefined) {
    throw refused({ detail: 'The subject is not a user of the workspace.', got: username });
  }
  // A resource server could not distinguish two people with the same name.
  if (whose === 'any' && context.runtime.registrations().user(username) !== undefined) {
    throw refused({ detail: 'The subject has the name of a user of the workspace.', got: username });
  }
  const attributes: Subject['attributes'] = whose === 'user' ? null : known(run.attributes);
  const authTimeMillis = run.authnInstantMillis ?? context.nowMillis;
  context.subject = { username, authority: issuer, attributes, authTimeMillis, methods: [] };
}

/** The NameID, or the attribute in its place. */
function subjectName(context: TokenContext): string {
  const { subjectAttribute } = issuerOf(context);
  const run = samlOf(context);
  if (subjectAttribute === undefined) return known(run.subject).nameId;
  const attributes = known(run.attributes);
  const value = Object.hasOwn(attributes, subjectAttribute) ? attributes[subjectAttribute] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw refused({
    detail: `The subject attribute does not have exactly one value.`,
    want: `one value of ${subjectAttribute}`,
    got: value === undefined ? 'none' : `${value.length} values`,
  });
}

/** Checks and remembers in one go, so that of two requests at the same time one is refused. */
function useAssertion(context: TokenContext): void {
  const { skewSeconds } = issuerOf(context);
  const { replayKey, rememberUntilMillis, issuedAtMillis } = verifiedAssertion(samlOf(context), skewSeconds);
  const store = context.runtime.replays;
  if (store.seen(replayKey, rememberUntilMillis)) {
    throw refused({ detail: 'The assertion was used before.', got: known(samlOf(context).id) });
  }
  // The issuer's clock may be ahead.
  if (store.isFromBeforeDoubt(issuedAtMillis === null ? null : issuedAtMillis - skewSeconds * 1_000)) {
    throw refused({
      detail:
        'The state was damaged after the assertion was issued, so its earlier use is unknown. Request a new assertion.',
      got: known(samlOf(context).id),
    });
  }
  store.remember(replayKey, rememberUntilMillis, context.nowMillis);
  context.mustCommit = true;
  context.effect = 'Nothing was issued. The assertion counts as used.';
}

function momentOf(context: TokenContext): Moment {
  return { nowMillis: context.nowMillis, skewSeconds: issuerOf(context).skewSeconds };
}

function audiencesOf(context: TokenContext): readonly string[] {
  return issuerOf(context).audiences ?? [context.runtime.issuer(), tokenEndpoint(context)];
}

/** By which names an assertion may address this server. RFC 7522 §3 (5) */
export function recipientsOf(context: TokenContext): readonly string[] {
  return issuerOf(context).recipients ?? [tokenEndpoint(context)];
}

function tokenEndpoint({ runtime }: TokenContext): string {
  return `${runtime.issuer()}${tokenPath}`;
}

function issuerOf(context: TokenContext): SamlIssuer {
  return known(samlOf(context).issuer);
}

/** Returns the findings of the SAML steps so far. */
function samlOf(context: TokenContext): SamlRun<SamlIssuer> {
  context.saml ??= createSamlRun<SamlIssuer>();
  return context.saml;
}

function decide(context: TokenContext): Issuance {
  const { runtime, notes } = context;
  const subject = required(context.subject);
  const { username } = subject;
  const { clientId } = required(context.client);
  const { issuer } = issuerOf(context);
  // Where it is refused no grant begins.
  const audience = decideAudience(context);
  runtime.audit.emit('assertion.accepted', { clientId, username, issuer }, notes);
  return {
    family: beginFamily(context, runtime.tokens.next(), subject, samlBearerGrantType, audience),
    audience,
    effect: `Issued an access token for ${username}, asserted by ${issuer}. The assertion counts as used.`,
  };
}
