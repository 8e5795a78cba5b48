import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** `oauth/identity-providers/<name>.json`: an OpenID provider at which users may sign in instead of here. */
export const identityProviderFileSchema = z.looseObject({
  /** On the button of the sign-in page. */
  display_name: z.string().min(1).max(100).optional(),
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1),
  client_secret: secretValueSchema.optional(),
  /** `code`: the code flow with PKCE; `id_token`: the implicit flow, answered by form_post. */
  response_type: z.enum(['code', 'id_token']).default('code'),
  scope: z.string().default('openid profile email'),
  /** The claim that names the user here. */
  username_claim: z.string().min(1).default('sub'),
  /** `any`: whoever the provider vouches for; `user`: only who is a user of the workspace too. */
  accepts: z.enum(['any', 'user']).default('any'),
});

/** An identity provider as the authorization server uses it. */
export interface IdentityProvider {
  /** The name of its file. */
  readonly name: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Resolved when it is needed; null where it has none or it cannot be had. */
  readonly clientSecret: () => string | null;
  readonly responseType: 'code' | 'id_token';
  readonly scope: string;
  readonly usernameClaim: string;
  readonly accepts: 'any' | 'user';
}
