import { Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';

export interface ClientRefusalOptions extends RefusalOptions {
  readonly status: 400 | 404 | 502;
  /** Message to the person. */
  readonly description: string;
}

/** Something that the application does not go along with. */
export class ClientRefusal extends Refusal<ClientRefusalOptions> {
  override readonly name = 'ClientRefusal';

  constructor(options: ClientRefusalOptions) {
    super(options.detail ?? options.description, options);
  }
}

/** A request or an answer that the application does not believe. */
export function refuse(description: string, evidence: { want?: string; got?: string } = {}): ClientRefusal {
  return new ClientRefusal({ status: 400, description, ...evidence });
}
