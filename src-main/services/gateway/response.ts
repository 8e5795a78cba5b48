/** An answer that the gateway gives itself. */
export interface GatewayResponse {
  readonly status: number;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string;
  readonly reason?: string;
}

/** An answer without a body and without a header of its own. */
export function bare(status: number): GatewayResponse {
  return { status, headers: [], body: '' };
}
