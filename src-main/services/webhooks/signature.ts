import { createHmac } from 'node:crypto';

const keyPrefix = 'whsec_';

/**
 * The headers by which a receiver knows that a delivery is ours, whole and recent: name, value, … Without a secret there
 * is no signature. Standard Webhooks, "Webhook metadata" and "Signature scheme"
 */
export function webhookHeaders(
  id: string,
  sentAtMillis: number,
  body: string,
  secret: string | null,
): readonly string[] {
  const timestamp = String(Math.floor(sentAtMillis / 1_000));
  const headers = ['webhook-id', id, 'webhook-timestamp', timestamp];
  if (secret === null) return headers;
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return [...headers, 'webhook-signature', `v1,${signature}`];
}

/** A secret with the scheme's prefix holds the key in Base64; any other text is the key itself. */
function keyOf(secret: string): Uint8Array {
  return secret.startsWith(keyPrefix)
    ? Buffer.from(secret.slice(keyPrefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
