import { X509Certificate } from 'node:crypto';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import { type RegistrationFile, readRegistrations, writeRegistration } from '#main/workspace/index.ts';
import type { CertificateView, ClientSummary, Registration, RegistrationKind } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { lintClient } from '#shared/oauth/client-lint/index.ts';
import { type Client, clientFileSchema } from '#shared/workspace/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

type RegistrationParts = 'editor' | 'problems' | 'workspace';

const api = apiWith<RegistrationParts | 'drafts'>();

function summariseClient(client: Client): ClientSummary {
  return {
    clientId: client.clientId,
    name: client.clientName,
    isPublic: client.isPublic,
    grantTypes: [...client.grantTypes],
    responseTypes: [...client.responseTypes],
    redirectUris: [...client.redirectUris],
    scope: client.scopes.join(' '),
  };
}

/** Returns the lint findings for a client's file; none for a file that is not a client. */
function findingsOf(
  { workspace }: Slice<'workspace'>,
  { kind, document, secrets }: RegistrationFile,
): Registration['findings'] {
  const client = kind === 'client' ? clientFileSchema.safeParse(document) : null;
  if (client?.success !== true) return [];
  const { manifest } = workspace;
  const state = secrets['client_secret']?.state;
  const found = lintClient({
    client: client.data,
    settings: manifest.services.authorizationServer,
    vendorUrn: manifest.vendor.urn,
    secret: state === undefined ? 'none' : state === 'clear' ? 'in-clear' : 'held',
  });
  return found.map((finding) => ({ ...finding, places: [...finding.places] }));
}

function listRegistrations(engine: Slice<RegistrationParts>, kind: RegistrationKind): Registration[] {
  const problems = engine.problems();
  return readRegistrations(engine.workspace, engine.editor, kind).map((registration) => ({
    ...registration,
    document: registration.document === null ? null : { ...registration.document },
    secrets: { ...registration.secrets },
    // Lint findings are listed separately below.
    problems: problems.filter(
      ({ location, code }) => location?.file === registration.file && !code.startsWith('client.'),
    ),
    findings: findingsOf(engine, registration),
  }));
}

/**
 * One registration of the workspace, as its form shows it.
 * @throws api.not-found
 */
export function findRegistration(
  engine: Slice<RegistrationParts>,
  kind: RegistrationKind,
  id: string,
): Registration {
  const found = listRegistrations(engine, kind).find((registration) => registration.id === id);
  if (found !== undefined) return found;
  throw new GatehouseError('api.not-found', `The workspace has no ${kind.replaceAll('-', ' ')} ${id}.`);
}

/** A certificate in words; null where the text is none. */
function readCertificate(pem: string): CertificateView | null {
  try {
    const certificate = new X509Certificate(pem);
    const { asymmetricKeyType = '', asymmetricKeyDetails } = certificate.publicKey;
    const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve ?? '';
    return {
      subject: certificate.subject.replaceAll('\n', ', '),
      issuer: certificate.issuer.replaceAll('\n', ', '),
      notBeforeMillis: certificate.validFromDate.getTime(),
      notAfterMillis: certificate.validToDate.getTime(),
      sha256: certificate.fingerprint256,
      key: `${asymmetricKeyType.toUpperCase()} ${size}`.trim(),
    };
  } catch {
    // Whatever was pasted there is no certificate: that is the answer.
    return null;
  }
}

export const identity = api.identity.router({
  clients: api.identity.clients.handler(({ context }) =>
    context.engine.workspace.registrations.clients().map(summariseClient),
  ),
  users: api.identity.users.handler(({ context }) =>
    context.engine.workspace.registrations.users().map(({ username, claims }) => ({ username, claims })),
  ),
  registrations: api.identity.registrations.handler(({ context, input }) =>
    listRegistrations(context.engine, input.kind),
  ),
  registration: api.identity.registration.handler(({ context, input }) =>
    findRegistration(context.engine, input.kind, input.id),
  ),
  save: api.identity.save.handler(async ({ context: { engine }, input }) => {
    const { file, text } = await writeRegistration(engine.workspace, engine.editor, input);
    await engine.drafts.settle(file, text);
    return findRegistration(engine, input.kind, input.id);
  }),
  certificates: api.identity.certificates.handler(({ input }) => input.pems.map(readCertificate)),
  weaknesses: api.identity.weaknesses.handler(() => allWeaknesses.map((weakness) => ({ ...weakness }))),
});
