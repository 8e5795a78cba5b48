import type { DraftAuthentication, OpenApiDraft } from '#shared/connectors/drafting/index.ts';
import type { JsonObject } from '#shared/connectors/types.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

export const authenticationKinds = ['none', 'basic', 'token', 'clientCredentials'] as const;
export type AuthenticationKind = (typeof authenticationKinds)[number];

/** A value that the remote needs for authentication. */
export interface Credential {
  /** Name of the property, or of the header field. */
  readonly name: string;
  readonly isSecret: boolean;
  readonly place: 'property' | 'header';
}

/** Entered values by the names of their credentials. */
export type Credentials = Readonly<Record<string, string>>;

/** Returns the form in which a document holds a secret. */
export type HoldSecret = (credential: Credential, value: string) => JsonValue;

interface Chosen {
  readonly authentication: AuthenticationKind | null;
  readonly openApi: OpenApiDraft | null;
}

/** The chosen way to authenticate, else that of the OpenAPI document. */
export function chosenAuthentication({ authentication, openApi }: Chosen): DraftAuthentication {
  const offered = openApi?.authentication ?? { kind: 'none' };
  if (authentication === null || authentication === offered.kind) return offered;
  if (authentication === 'token') return { kind: 'token', prefix: 'Bearer' };
  if (authentication === 'clientCredentials')
    return { kind: 'clientCredentials', tokenEndpoint: '', scope: '' };
  return { kind: authentication };
}

const property = (name: string, isSecret: boolean): Credential => ({ name, isSecret, place: 'property' });

/** The values that a way to authenticate needs. Spec 2 §5 */
export function credentialsOf(authentication: DraftAuthentication): readonly Credential[] {
  switch (authentication.kind) {
    case 'none':
      return [];
    case 'basic':
      return [property('login', false), property('password', true)];
    case 'token':
      return [property('authToken', true)];
    case 'clientCredentials':
      return [
        property('tokenEndpoint', false),
        property('clientId', false),
        property('clientSecret', true),
        property('scope', false),
      ];
    case 'header':
      return [{ name: authentication.name, isSecret: true, place: 'header' }];
  }
}

/** The name under which a secret of a system is stored, as the studio stores it. */
export function storedName(system: string, { name }: Credential): string {
  return `${system}-${name}`.replaceAll(/[^A-Za-z0-9._-]/g, '-');
}

/** Replaces secrets with references to stored ones. Header fields support property substitution only. */
export function referTo(system: string): HoldSecret {
  return (credential) => {
    const name = storedName(system, credential);
    return credential.place === 'header' ? `&{${name}}` : { $secret: name };
  };
}

/** Keeps secrets in clear text, for a request before anything is stored. */
export const inClear: HoldSecret = (_credential, value) => value;

/** A drafted document with the entered credentials. */
export function withCredentials(
  document: JsonObject,
  wanted: Chosen & { readonly credentials: Credentials },
  hold: HoldSecret,
): JsonObject {
  const properties = document['configurationProperties'] as JsonObject;
  const entered = credentialsOf(chosenAuthentication(wanted)).flatMap((credential) => {
    const value = wanted.credentials[credential.name] ?? '';
    const held = credential.isSecret ? hold(credential, value) : value;
    return value === '' ? [] : [{ ...credential, held }];
  });
  const named = (place: Credential['place']) =>
    Object.fromEntries(
      entered.filter((credential) => credential.place === place).map(({ name, held }) => [name, held]),
    );
  const headers = { ...(properties['defaultHeaders'] as JsonObject | undefined), ...named('header') };
  return {
    ...document,
    configurationProperties: {
      ...properties,
      ...named('property'),
      ...(Object.keys(headers).length === 0 ? {} : { defaultHeaders: headers }),
    },
  };
}
