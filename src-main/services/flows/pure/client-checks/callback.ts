import { type ClientCheck, failed, notChecked, passed, quoted, remark } from './check.ts';
import { type SignedResponse, signedResponseChecks } from './signed-response.ts';

/** An authorization response beside the request that it answers. */
export interface CallbackSeen {
  readonly parameters: ReadonlyMap<string, string>;
  /** The state that belongs to the request; undefined: there is none, or it is not compared. */
  readonly state: string | undefined;
  /** True if the request carried the state. */
  readonly isStateSent: boolean;
  readonly issuer: string;
  /** True if the metadata say that each response names its issuer. RFC 9207 §3 */
  readonly isIssuerNamed: boolean;
  /** The response mode that the request asks for; null: it cannot be told. */
  readonly wantedMode: string | null;
  /** The response mode as it came; null: it was not seen. */
  readonly mode: string | null;
  /** The JWT that is the response; null: it is none, or cannot be read. JARM §2.3 */
  readonly signed: SignedResponse | null;
  /** True if the request asks for a response in one JWT. JARM §2.3 */
  readonly isSignatureWanted: boolean;
}

/** The checks of an authorization response, before it is read. */
export const callbackChecks: readonly ClientCheck<CallbackSeen>[] = [
  ...signedResponseChecks,
  {
    id: 'state',
    title: 'State matches the request',
    clause: 'RFC 6749 §10.12',
    run({ parameters, state, isStateSent }) {
      if (state === undefined) return null;
      const came = parameters.get('state') ?? '';
      if (came === state) return passed('It matches the value that was sent.');
      if (!isStateSent && came === '') return remark('No state was sent or received.');
      return failed(
        came === ''
          ? 'The response has no state, but the request had one.'
          : `Its state ${quoted(came)} does not match the request.`,
      );
    },
  },
  {
    id: 'response-issuer',
    title: 'Response is from this issuer',
    clause: 'RFC 9207 §2.4',
    run({ parameters, issuer, isIssuerNamed }) {
      const came = parameters.get('iss');
      if (came === issuer) return passed('Its iss is the issuer of the server.');
      if (came !== undefined) return failed(`Its iss ${quoted(came)} is not the issuer of the server.`);
      // RFC 9207 §4: an ID token in the response, which is checked by itself, may stand for it.
      if (parameters.has('id_token'))
        return notChecked('The ID token in the response identifies the issuer.');
      return isIssuerNamed
        ? failed('iss is missing, but the metadata announce it.')
        : notChecked('iss is missing, and the metadata do not announce it.');
    },
  },
  {
    id: 'response-mode',
    title: 'Response mode matches the request',
    clause: 'OAuth 2.0 Multiple Response Types §2.1',
    run({ wantedMode, mode }) {
      if (wantedMode === null) return notChecked('The requested response mode is unknown.');
      if (mode === null) return notChecked('The response came through a browser, so its mode is unknown.');
      return mode === wantedMode
        ? passed(`The response mode is ${mode}.`)
        : failed(`Expected the response mode ${wantedMode}, received ${mode}.`);
    },
  },
];
