import type { Owner, ResourcePlace } from './context.ts';

/** The orders, as a protected resource. */
export const ordersPlace: ResourcePlace = { path: '/orders', realm: 'orders' };

/** The methods that HTTP defines for a resource; the sample takes any other too. RFC 9110 §9, RFC 5789 */
const definedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `Allow` of the orders. RFC 9110 §10.2.1 */
export const allowedMethods = definedMethods.join(', ');

/** The scope that a method needs: one that may change something needs more than reading. RFC 9110 §9.2.1 */
export function scopeFor(method: string): string {
  return safeMethods.has(method) ? 'orders.read' : 'orders.write';
}

/** Returns the effect of a method on the owner's orders, in a sentence and as JSON; null: there is no body. */
export function performed(
  method: string,
  { kind, name }: Owner,
): { readonly effect: string; readonly body: Readonly<Record<string, unknown>> | null } {
  const owner = { owner: name, owner_kind: kind };
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { effect: `Returned the orders of ${name}.`, body: { ...owner, orders } };
    case 'OPTIONS':
      return { effect: 'Returned the supported methods.', body: null };
    case 'POST':
      return {
        effect: `Accepted an order of ${name}.`,
        body: { created: true, order: { id: 'A-1003', ...owner } },
      };
    default:
      // The orders are the same for everybody and for ever: what would change them is taken, and said.
      return { effect: `${method} of ${name} is allowed.`, body: { allowed: true, method, ...owner } };
  }
}

/** The orders that everybody has. */
export const orders = [
  { id: 'A-1001', item: 'Badge reader', quantity: 2 },
  { id: 'A-1002', item: 'Door controller', quantity: 1 },
];
