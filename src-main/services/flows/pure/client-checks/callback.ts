import { type ClientCheck, failed, notChecked, passed, quoted, remark } from './check.ts';

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
}

/** The checks of an authorization response, before it is read. */
export const callbackChecks: readonly ClientCheck<CallbackSeen>[] = [
  {
    id: 'state',
    title: 'The state is the one that was sent',
    clause: 'RFC 6749 §10.12',
    run({ parameters, state, isStateSent }) {
      if (state === undefined) return null;
      const came = parameters.get('state') ?? '';
      if (came === state) return passed('It is the one that was sent.');
      if (!isStateSent && came === '') return remark('None was sent, and none came.');
      return failed(
        came === ''
          ? 'It came without the state that was sent.'
          : `Its state ${quoted(came)} is not the one that was sent.`,
      );
    },
  },
  {
    id: 'response-issuer',
    title: 'The response is of this issuer',
    clause: 'RFC 9207 §2.4',
    run({ parameters, issuer, isIssuerNamed }) {
      const came = parameters.get('iss');
      if (came === issuer) return passed('Its iss is the issuer of the server.');
      if (came !== undefined) return failed(`Its iss ${quoted(came)} is not the issuer of the server.`);
      // RFC 9207 §4: an ID token in the response, which is checked by itself, may stand for it.
      if (parameters.has('id_token')) return notChecked('The ID token that came with it names the issuer.');
      return isIssuerNamed
        ? failed('It came without iss, which the metadata promise.')
        : notChecked('It names no issuer, and the metadata promise none.');
    },
  },
  {
    id: 'response-mode',
    title: 'The response came in the mode that was asked for',
    clause: 'OAuth 2.0 Multiple Response Types §2.1',
    run({ wantedMode, mode }) {
      if (wantedMode === null) return notChecked('The mode that was asked for cannot be told.');
      if (mode === null) return notChecked('A browser brought it, and the mode was not seen.');
      return mode === wantedMode
        ? passed(`It came as ${mode}.`)
        : failed(`It came as ${mode}, and ${wantedMode} was asked for.`);
    },
  },
];
