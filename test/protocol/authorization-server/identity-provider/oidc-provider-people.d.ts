// The package has no types of its own: what these stories use of it besides what the benchmark does.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Provider {
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly uid: string;
      readonly params: Readonly<Record<string, string>>;
      readonly prompt: { readonly name: string };
    }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    readonly Grant: new (fields: {
      readonly clientId: string;
      readonly accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}
