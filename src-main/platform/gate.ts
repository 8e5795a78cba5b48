/** Where requests of the engine may go: asked for each connection, however it came about. */
export interface Gate {
  /**
   * Lets a request to a host pass.
   * @throws workspace.restricted
   */
  admit(host: string): void;
  /**
   * Lets requests pass through a proxy.
   * @throws workspace.restricted
   */
  admitProxy(host: string, port: number): void;
}

/** For what a person asked for on a command line. */
export const openGate: Gate = { admit: () => undefined, admitProxy: () => undefined };
