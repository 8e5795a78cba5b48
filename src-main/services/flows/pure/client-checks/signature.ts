import { type Finding, failed, notChecked, passed } from './check.ts';
import type { IdTokenSeen } from './id-token-seen.ts';

/** The finding about a signature that was held against the keys of the server. */
export function signatureFinding(signature: IdTokenSeen['signature']): Finding {
  switch (signature) {
    case 'right':
      return passed('A key of the server verifies the signature.');
    case 'wrong':
      return failed('No key of the server verifies the signature.');
    case 'no-key':
      return failed('The signature cannot be verified: the server has no matching key.');
    case 'unreadable':
      return failed('The signature cannot be verified: the keys of the server cannot be read.');
    case 'no-endpoint':
      return notChecked('The server has no jwks_uri.');
  }
}
