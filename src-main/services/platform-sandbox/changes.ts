import type { PlatformContext } from './context.ts';
import { environmentUrl, required } from './context.ts';
import { newId } from './ids.ts';

/** A change, and the user whom it concerns. */
export interface Change {
  /** Such as `AGREEMENT_CONSENT.ACCEPTED`. */
  readonly type: string;
  /** Path of the thing below the environment. */
  readonly path: string;
  readonly id: string;
  readonly userId?: string;
}

/** Records a change as an audit activity and tells subscribers; the caller commits. Spec 3 §6 */
export function noteChange(context: PlatformContext, { type, path, id, userId }: Change): void {
  const { ports, state, notes, nowMillis, transactionId } = context;
  const { clientId, username } = required(context.actor);
  const activityId = newId(ports.random);
  const resourceType = type.slice(0, type.indexOf('.'));
  // The first is the requested change; others follow from it.
  context.change ??= `${type} ${path}`;
  notes.tags.push(`event:${type}`);
  state.activities.add({
    id: activityId,
    type,
    atMillis: nowMillis,
    clientId,
    username,
    correlationId: transactionId ?? activityId,
    resource: { type: resourceType, id, href: `${environmentUrl(context)}/${path}` },
    userId: userId ?? null,
  });
  ports.publish({
    id: activityId,
    type,
    atMillis: nowMillis,
    subject: userId ?? id,
    fields: {
      clientId,
      ...(username === null ? {} : { username }),
      resourceType,
      resourceId: id,
      ...(userId === undefined ? {} : { userId }),
    },
  });
}
