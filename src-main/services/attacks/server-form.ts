import type { FoundServer, TestedServer } from '#shared/api/index.ts';

/** The part of the engine behind the form that adds a server: nothing of it is kept. */
export interface ServerForm {
  /** Asks every address at which an issuer may describe itself. RFC 8414 §3.1, OpenID Connect Discovery §4 */
  discover(issuer: string): Promise<FoundServer>;
  /**
   * Tries the clients and users of a file that is not written yet, with at most 30 requests.
   * @throws workspace.invalid, flow.no-metadata
   */
  test(document: Readonly<Record<string, unknown>>): Promise<TestedServer>;
}
