import { type Feed, feedSchema, isCheckDue, isFeedAddress, isNewer } from '#shared/desktop/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';

const responseTimeoutMillis = 10_000;
const maxResponseBytes = 65_536;

export interface UpdateCheck {
  readonly version: string;
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
  readonly nowMillis: () => number;
  readonly lastAskedAtMillis: () => number | null;
  readonly noteAsked: (atMillis: number) => void;
}

/**
 * Asks a feed for the newest version, at most once a day; null where there is none that is newer. It only tells: nothing
 * is loaded or installed.
 */
export async function findUpdate(feed: string, check: UpdateCheck): Promise<Feed | null> {
  const nowMillis = check.nowMillis();
  if (!isFeedAddress(feed) || !isCheckDue(check.lastAskedAtMillis(), nowMillis)) return null;
  check.noteAsked(nowMillis);
  const response = await check.fetch(feed, {
    redirect: 'error',
    credentials: 'omit',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(responseTimeoutMillis),
  });
  if (!response.ok) return null;
  const text = await readText(response);
  const found = text === null ? null : feedSchema.safeParse(parsedJson(text));
  return found?.success === true && isNewer(found.data.version, check.version) ? found.data : null;
}

async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
