import type {
  CompiledObjectType,
  ConnectorProperties,
  RemoteRequest,
  StepPurpose,
} from '#shared/connectors/index.ts';
import { secretKindOfHeader } from '#shared/exchange/index.ts';
import { type Authenticator, noProof, type Proof } from '../authentication/authenticator.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { type RemoteAddress, readServiceBase, type ServiceBase, serviceAddress } from '../remote/address.ts';
import { refuseStopped } from '../remote/failures.ts';
import { encodeBody, type Fields, mergeFields } from '../remote/message.ts';
import { linkAddress, linkCookie } from '../remote/next-link.ts';
import type { Transport } from '../remote/transport.ts';
import type { SentRequest, WireRequest } from '../remote/wire-request.ts';
import type { SendAgain } from './retrying.ts';

/** Data about a request besides the request itself. */
export interface Circumstances {
  readonly call: Call;
  /** Of the request itself, such as a password that it sets. */
  readonly secrets?: readonly string[];
  readonly notes?: readonly string[];
  /** In place of that of the request. */
  readonly purpose?: StepPurpose;
}

/** Sends the requests of operations, with what shows the remote who asks. */
export interface Requester {
  /** The answer, whatever its status; null in a dry run. A 401 is answered once with a new token. @throws ConnectorFailure */
  send(request: RemoteRequest, circumstances: Circumstances): Promise<SentRequest | null>;
  /** The answer if it is a success. @throws ConnectorFailure also where it is none */
  perform(
    type: CompiledObjectType,
    request: RemoteRequest,
    circumstances: Circumstances,
  ): Promise<SentRequest | null>;
  /** The next page that an answer to a request names, as a cookie. @throws ConnectorFailure FOREIGN_LINK */
  nextPage(request: RemoteRequest, link: string, rewritesOrigin: boolean): string;
}

const noNotes: readonly string[] = [];

/** Makes the requester of a connector. */
export function createRequester(
  properties: ConnectorProperties,
  transport: Transport,
  authenticator: Authenticator,
  sendAgain: SendAgain | null,
): Requester {
  const standing: Fields = Object.entries(properties.defaultHeaders);
  let base: ServiceBase | null = null;
  const serviceBase = () => (base ??= readServiceBase(properties.serviceUri));
  /** Fields of the request before, which most of the time are those of the next one. */
  let bare: { readonly proof: Fields; readonly isTrusted: boolean; readonly fields: Fields } | null = null;

  /** Of a request that has neither fields of its own nor a body. */
  function bareFields(proof: Fields, isTrusted: boolean): Fields {
    if (bare?.proof !== proof || bare.isTrusted !== isTrusted)
      bare = { proof, isTrusted, fields: mergeFields(isTrusted ? standing : [], proof) };
    return bare.fields;
  }

  function written(
    request: RemoteRequest,
    address: RemoteAddress,
    proof: Proof,
    { secrets, notes, purpose }: Circumstances,
  ): WireRequest {
    const isBare = request.headers.length === 0 && request.body === undefined;
    const fields = isBare
      ? bareFields(proof.headers, address.isTrusted)
      : address.isTrusted
        ? mergeFields(standing, proof.headers, request.headers)
        : mergeFields(proof.headers, withoutCredentials(request.headers));
    const body = encodeBody(request.body, fields);
    return {
      purpose: purpose ?? request.purpose,
      method: request.method,
      address,
      headers: isBare ? fields : mergeFields(fields, body.fields),
      body: body.text,
      secrets: secrets === undefined ? proof.secrets : [...proof.secrets, ...secrets],
      notes: address.isTrusted
        ? (notes ?? noNotes)
        : [...(notes ?? []), 'sent without credentials because the server differs from serviceUri'],
    };
  }

  function addressOf({ path, query, link }: RemoteRequest): RemoteAddress {
    return link === undefined
      ? serviceAddress(serviceBase(), path, query)
      : linkAddress(serviceBase(), { address: path, query, ...link });
  }

  /**
   * `type` tells a success from a failure; null where any answer will do. Without retries nothing stands between the
   * caller and the request: each promise more costs every operation.
   */
  function send(
    type: CompiledObjectType | null,
    request: RemoteRequest,
    circumstances: Circumstances,
  ): Promise<SentRequest | null> {
    if (sendAgain === null) return sendOnce(type, request, circumstances);
    const once = (asked: RemoteRequest) => sendOnce(null, asked, circumstances);
    return sendAgain(request, circumstances.call, once).then((sent) => checked(type, sent));
  }

  /** A 401 is answered once with a new token. */
  async function sendOnce(
    type: CompiledObjectType | null,
    request: RemoteRequest,
    circumstances: Circumstances,
  ): Promise<SentRequest | null> {
    const { call } = circumstances;
    const address = addressOf(request);
    const { isTrusted } = address;
    const given = isTrusted ? authenticator.prove(call) : noProof;
    const proof = given instanceof Promise ? await given : given;
    const sent = await transport.send(written(request, address, proof, circumstances), call);
    if (sent?.response.status !== 401 || !isTrusted || !authenticator.refused(proof))
      return checked(type, sent);
    const step = sent.step();
    refuseStopped(call.signal);
    step.notes = [...step.notes, 'rejected; repeated with a new token'];
    const renewed = await authenticator.prove(call);
    return checked(type, await transport.send(written(request, address, renewed, circumstances), call));
  }

  return {
    send: (request, circumstances) => send(null, request, circumstances),
    perform: send,
    nextPage: (request, link, rewritesOrigin) =>
      linkCookie(serviceBase(), addressOf(request), link, rewritesOrigin),
  };
}

function checked(type: CompiledObjectType | null, sent: SentRequest | null): SentRequest | null {
  if (sent !== null && type !== null) refuseFailure(type, sent);
  return sent;
}

/** The operation's own fields may hold credentials too. */
function withoutCredentials(fields: Fields): Fields {
  return fields.filter(([name, value]) => secretKindOfHeader(name, value) === undefined);
}

/** @throws ConnectorFailure where the answer is no success */
function refuseFailure(type: CompiledObjectType, { response, step, masked }: SentRequest): void {
  const failure = type.classify(response);
  if (failure === null) return;
  const { rule } = failure;
  // Some remotes repeat what they were shown.
  const message = failure.message === null ? null : masked(failure.message);
  const draft = step();
  draft.rule = rule === null || rule.message === null ? rule : { ...rule, message: masked(rule.message) };
  const words = message === null ? '' : `: ${message}`;
  throw new ConnectorFailure(
    failure.type,
    `The remote system responded with status ${response.status}${words}`,
    {
      fix: fixes[failure.type],
    },
  ).at(draft);
}

const fixes = {
  BAD_REQUEST: 'Check the request: the remote system does not accept it.',
  NOT_FOUND: 'Check the uid, serviceUri and the path of the operation.',
  ALREADY_EXIST: 'Update the existing object, or choose another name.',
  FORBIDDEN: 'Grant the connector account permission for this operation in the remote system.',
  UNAUTHORIZED: 'Correct the credentials of the connector.',
  CHANGED: 'Read the object again and repeat the change.',
  RETRYABLE: 'Try again later, or check the remote system.',
  OTHER: 'Check the response. Add a rule under exceptions to classify it.',
} as const;
