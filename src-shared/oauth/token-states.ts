/** The artefacts that the server issues and keeps a state of. */
export type IssuedKind = 'authorization_code' | 'access_token' | 'refresh_token';

/** A change of state: what leads from one to the other. */
export interface StateEdge {
  readonly id: string;
  readonly kind: IssuedKind;
  /** Null: it is issued. */
  readonly from: string | null;
  readonly to: string;
  readonly trigger: string;
  readonly clause: string;
}

const code = 'authorization_code';
const access = 'access_token';
const refresh = 'refresh_token';

/** Every state and every way from one to another. Document 1 §3, RFC 6749 §4.1.2, RFC 7009 §2.1, RFC 9700 §4.14.2 */
export const stateEdges: readonly StateEdge[] = [
  {
    id: 'code-issued',
    kind: code,
    from: null,
    to: 'issued',
    trigger: 'the user consents to the client',
    clause: 'RFC 6749 §4.1.2',
  },
  {
    id: 'code-exchanged',
    kind: code,
    from: 'issued',
    to: 'exchanged',
    trigger: 'the client exchanges it',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    id: 'code-used-up',
    kind: code,
    from: 'issued',
    to: 'exchanged',
    trigger: 'the client sends a wrong redirect_uri or code_verifier',
    clause: 'RFC 6749 §10.5',
  },
  {
    id: 'code-expired',
    kind: code,
    from: 'issued',
    to: 'expired',
    trigger: 'the lifetime ends',
    clause: 'RFC 6749 §4.1.2',
  },
  {
    id: 'code-of-another',
    kind: code,
    from: 'issued',
    to: 'issued',
    trigger: 'another client presents it',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    id: 'code-replayed',
    kind: code,
    from: 'exchanged',
    to: 'replayed',
    trigger: 'it is replayed: its grant is revoked',
    clause: 'RFC 6749 §4.1.2',
  },
  {
    id: 'access-issued',
    kind: access,
    from: null,
    to: 'valid',
    trigger: 'a grant succeeds',
    clause: 'RFC 6749 §5.1',
  },
  {
    id: 'access-expired',
    kind: access,
    from: 'valid',
    to: 'expired',
    trigger: 'the lifetime ends',
    clause: 'RFC 6749 §5.1',
  },
  {
    id: 'access-revoked',
    kind: access,
    from: 'valid',
    to: 'revoked',
    trigger: 'the client revokes it',
    clause: 'RFC 7009 §2.1',
  },
  {
    id: 'access-of-revoked-grant',
    kind: access,
    from: 'valid',
    to: 'revoked',
    trigger: 'its grant is revoked',
    clause: 'RFC 7009 §2.1',
  },
  {
    id: 'access-revoked-by-administrator',
    kind: access,
    from: 'valid',
    to: 'revoked',
    trigger: 'an administrator revokes it',
    clause: 'RFC 7009 §1',
  },
  {
    id: 'refresh-issued',
    kind: refresh,
    from: null,
    to: 'valid',
    trigger: 'a code or password grant succeeds',
    clause: 'RFC 6749 §5.1',
  },
  {
    id: 'refresh-kept',
    kind: refresh,
    from: 'valid',
    to: 'valid',
    trigger: 'it is used, and rotation is off',
    clause: 'RFC 6749 §6',
  },
  {
    id: 'refresh-rolled',
    kind: refresh,
    from: 'valid',
    to: 'rolled',
    trigger: 'it is used, and rotation is on',
    clause: 'RFC 6749 §6',
  },
  {
    id: 'refresh-retried',
    kind: refresh,
    from: 'rolled',
    to: 'rolled',
    trigger: 'it is used again within the grace period',
    clause: 'RFC 9700 §4.14.2',
  },
  {
    id: 'refresh-reused',
    kind: refresh,
    from: 'rolled',
    to: 'revoked',
    trigger: 'it is used again after the grace period: its grant is revoked',
    clause: 'RFC 9700 §4.14.2',
  },
  {
    id: 'refresh-expired',
    kind: refresh,
    from: 'valid',
    to: 'expired',
    trigger: 'the lifetime ends',
    clause: 'RFC 6749 §6',
  },
  {
    id: 'refresh-revoked',
    kind: refresh,
    from: 'valid',
    to: 'revoked',
    trigger: 'the client revokes it',
    clause: 'RFC 7009 §2.1',
  },
  {
    id: 'refresh-revoked-by-administrator',
    kind: refresh,
    from: 'valid',
    to: 'revoked',
    trigger: 'an administrator revokes it',
    clause: 'RFC 7009 §1',
  },
  {
    id: 'refresh-revoked-by-user',
    kind: refresh,
    from: 'valid',
    to: 'revoked',
    trigger: 'the user revokes it',
    clause: 'RFC 7009 §1',
  },
];
