import { type AuthenticationKit, type Authenticator, noProof } from './authenticator.ts';

/** Login and password with each request, without being asked for them. RFC 7617 §2 */
export function basicAuthenticator({ properties, secret }: AuthenticationKit): Authenticator {
  return {
    prove() {
      const { login } = properties;
      if (login === null || login === '') return noProof;
      const password = secret('password') ?? '';
      const credentials = Buffer.from(`${login}:${password}`, 'utf8').toString('base64');
      return { headers: [['Authorization', `Basic ${credentials}`]], secrets: [credentials, password] };
    },
    refused: () => false,
  };
}
