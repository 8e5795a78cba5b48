/** How the answer of the authorization server comes back to the client. */
export interface CallbackSeen {
  /** The address that the browser is sent to, fragment included. */
  readonly url: string;
  /** The form posted there; null where it is sent by a redirect. OAuth 2.0 Form Post Response Mode §2 */
  readonly form: string | null;
}
