/** A request of the attack, and what would have left in its place without the attack. */
export interface SentRequest {
  readonly stepId: string;
  /** As it left, one character a byte. */
  readonly bytes: string;
  /** The other one, put together from the same values, so that fresh random ones do not make a difference. */
  readonly plain: string;
}

/**
 * Returns why an attack was never sent, or null where it was. What left is byte for byte what an honest client sends, so
 * that the answer says nothing about the attack: an edit found nothing to change, or a value was never replaced.
 */
export function unsentReason(
  requests: readonly SentRequest[],
  reasonOf: (stepId: string) => string | undefined = () => undefined,
): string | null {
  const same = requests.find(({ bytes, plain }) => bytes === plain);
  if (same === undefined) return null;
  return (
    reasonOf(same.stepId) ??
    `The attack was not sent: the request of step ${same.stepId} is identical to the request without the attack.`
  );
}
