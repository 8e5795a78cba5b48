import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** `oauth/identity-providers/<name>.json`: an OpenID provider at which users may sign in instead of here. */
export const identityProviderFileSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional().describe('On the button of the sign-in page.'),
  issuer: z.url({ protocol: /^https?$/ }).describe('Its issuer; the endpoints come from its metadata.'),
  client_id: z.string().min(1).describe('Our identifier there.'),
  client_secret: secretValueSchema.optional().describe('Our secret there; absent: we are a public client.'),
  response_type: z
    .enum(['code', 'id_token'])
    .default('code')
    .describe('`code`: the code flow with PKCE; `id_token`: the implicit flow, answered by form_post.'),
  scope: z.string().default('openid profile email').describe('What is asked for there.'),
  username_claim: z.string().min(1).default('sub').describe('The claim that names the user here.'),
  accepts: z
    .enum(['any', 'user'])
    .default('any')
    .describe('`any`: whoever the provider vouches for; `user`: only who is a user of the workspace too.'),
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
