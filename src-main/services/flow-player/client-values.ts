import { createHash } from 'node:crypto';
import type { FlowParty, TargetEndpoints } from '#shared/flows/index.ts';
import { formatScope, formEncode } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { clientAssertion } from './client-assertion.ts';
import type { PlayerClient, PlayTarget } from './target.ts';

/** Returns the SHA-256 hash, which the templates of every run can use in their pipes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Finds the values that the parties of a run have by themselves: names, secrets, assertions made for the moment. */
export class ClientValues {
  readonly #target: PlayTarget;
  readonly #parties: Record<string, FlowParty>;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(
    target: PlayTarget,
    parties: Readonly<Record<string, FlowParty>>,
    { clock, random }: { readonly clock: Clock; readonly random: Random },
  ) {
    this.#target = target;
    this.#parties = { ...parties };
    this.#clock = clock;
    this.#random = random;
  }

  /** The client of a party; the empty prefix is the run's own. */
  client(prefix = ''): PlayerClient | undefined {
    const party = this.#parties[prefix.replace(/\.$/, '')];
    return this.#target.clients.find(({ clientId }) => clientId === party?.client);
  }

  add(name: string, party: FlowParty): void {
    this.#parties[name] = party;
  }

  /** The value of a name, or undefined where nobody has it. @throws PlayFailure where a key cannot be used */
  async find(name: string): Promise<string | undefined> {
    const dot = name.indexOf('.');
    const [prefix, own] = dot < 0 ? ['', name] : [name.slice(0, dot), name.slice(dot + 1)];
    const party = this.#parties[prefix];
    if (party === undefined) return prefix === '' ? this.#endpoint(own) : undefined;
    if (own === 'username') return party.user ?? undefined;
    if (own === 'password')
      return party.user === null ? undefined : (this.#target.password(party.user) ?? undefined);
    const client = this.client(prefix);
    return (
      (client === undefined ? undefined : await this.#ofClient(client, own)) ??
      (prefix === '' ? this.#endpoint(own) : undefined)
    );
  }

  async #ofClient(client: PlayerClient, name: string): Promise<string | undefined> {
    switch (name) {
      case 'client_id':
        return client.clientId;
      case 'client_secret':
        return client.secret ?? '';
      case 'basic_credentials':
        return Buffer.from(`${formEncode(client.clientId)}:${formEncode(client.secret ?? '')}`).toString(
          'base64',
        );
      case 'wrong_credentials':
        return Buffer.from(`${formEncode(client.clientId)}:wrong-secret`).toString('base64');
      case 'client_assertion':
        return await clientAssertion(client, this.#target.endpoints.issuer, {
          clock: this.#clock,
          random: this.#random,
        });
      case 'redirect_uri':
        return client.redirectUri ?? undefined;
      case 'other_redirect_uri':
        return client.redirectUris.find((uri) => uri !== client.redirectUri);
      case 'scope':
        return formatScope(client.scopes);
      default:
        return undefined;
    }
  }

  #endpoint(name: string): string | undefined {
    const { endpoints } = this.#target;
    switch (name) {
      case 'issuer':
        return endpoints.issuer;
      case 'authorization_endpoint':
        return endpoints.authorization ?? undefined;
      case 'token_endpoint':
        return endpoints.token ?? undefined;
      case 'introspection_endpoint':
        return endpoints.introspection ?? undefined;
      case 'revocation_endpoint':
        return endpoints.revocation ?? undefined;
      case 'resource':
        return endpoints.resource ?? undefined;
      default:
        return partOfEndpoint(endpoints, name);
    }
  }
}

/** `token_origin`, `token_path` and the like: what a request to an endpoint is put together from. */
function partOfEndpoint(endpoints: TargetEndpoints, name: string): string | undefined {
  const [, endpoint, part] =
    /^(metadata|(?:pushed_)?authorization|token|introspection|revocation|registration|end_session|userinfo|jwks|resource)_(origin|path)$/.exec(
      name,
    ) ?? [];
  // The parts are named as metadata are: pushed_authorization, end_session.
  const key = endpoint?.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const address = key === undefined ? null : endpoints[key as keyof TargetEndpoints];
  if (address === null || address === undefined) return undefined;
  const url = new URL(address);
  return part === 'origin' ? url.origin : url.pathname + url.search;
}
