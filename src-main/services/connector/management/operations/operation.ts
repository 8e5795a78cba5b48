import type { HttpResponse } from '#main/platform/http.ts';
import type { Address } from '../address.ts';
import type { ManagementContext } from '../context.ts';

/** One call of the management interface. Spec 2 §4 */
export interface ManagementOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What its path names. */
  readonly on: Address['kind'];
  /** `_action`; null: it is done without one. */
  readonly action: string | null;
  /** Whether it can be asked for where the connector does not run. */
  readonly needsConnector: boolean;
  /** @throws HostError, and whatever the connector throws */
  readonly perform: (context: ManagementContext) => HttpResponse | Promise<HttpResponse>;
}
