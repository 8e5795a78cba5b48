import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** `oauth/identity-providers/<name>.json`: an OpenID provider at which users may sign in instead of here. */
export const identityProviderFileSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional().describe('Label of the button on the sign-in page.'),
  issuer: z
    .url({ protocol: /^https?$/ })
    .describe('Issuer of the provider. The endpoints come from its metadata.'),
  client_id: z.string().min(1).describe('Client identifier at the provider.'),
  client_secret: secretValueSchema
    .optional()
    .describe('Client secret at the provider. Default: public client.'),
  response_type: z
    .enum(['code', 'id_token'])
    .default('code')
    .describe('`code`: code flow with PKCE. `id_token`: implicit flow with form_post.'),
  scope: z.string().default('openid profile email').describe('Requested scopes.'),
  username_claim: z.string().min(1).default('sub').describe('Claim with the user name.'),
  accepts: z
    .enum(['any', 'user'])
    .default('any')
    .describe('`any`: every user of the provider. `user`: only users that also exist in the workspace.'),
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
