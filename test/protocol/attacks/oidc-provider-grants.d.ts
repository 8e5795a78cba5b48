// The package has no types of its own: what a password grant needs of it besides what other tests use.
declare module 'oidc-provider' {
  interface Client {
    readonly clientId: string;
  }

  interface GrantContext {
    readonly oidc: {
      readonly params: Readonly<Record<string, string | undefined>>;
      readonly client: Client;
    };
    body: Readonly<Record<string, unknown>>;
  }

  export interface Provider {
    registerGrantType(
      name: string,
      handler: (context: GrantContext) => Promise<void>,
      parameters: readonly string[],
    ): void;
    readonly AccessToken: new (fields: {
      readonly accountId: string;
      readonly client: Client;
      readonly grantId: string;
      readonly gty: string;
      readonly scope: string;
    }) => { readonly expiration: number; save(): Promise<string> };
  }

  export const errors: {
    readonly InvalidGrant: new (detail: string) => Error;
    readonly InvalidScope: new (description: string, scope: string) => Error;
  };
}
