import { createServer } from 'node:http';
import { decide } from '#shared/throttle/gcra.ts';
import { announce } from './announce.ts';

// A platform that takes every consent, as fast as its bucket allows. Arguments: rate, burst, time in milliseconds after
// which the rate is another one, and that rate. It counts from its first consent on.
const [rate = 100, burst = 10, changeAfterMillis = 0, laterRate = 0] = process.argv.slice(2).map(Number);

const nanosPerSecond = 1e9;
const bucket = Float64Array.of(0);
const counts = { accepted: 0, refused: 0 };
let begunMillis: number | null = null;

/** Nanoseconds until the bucket would take it; 0: it did. */
function take(begun: number): number {
  const elapsedMillis = performance.now() - begun;
  const isLater = changeAfterMillis > 0 && elapsedMillis > changeAfterMillis;
  const stepNanos = Math.ceil(nanosPerSecond / (isLater ? laterRate : rate));
  return decide(bucket, 0, Math.round(elapsedMillis * 1e6), stepNanos, stepNanos * (burst - 1));
}

const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/token') === true) {
    response.setHeader('Content-Type', 'application/json');
    response.end('{"access_token":"bench","token_type":"Bearer","expires_in":7200}');
    return;
  }
  begunMillis ??= performance.now();
  const waitNanos = take(begunMillis);
  if (waitNanos === 0) {
    counts.accepted += 1;
    response.setHeader('Content-Type', 'application/json');
    response.end('{"status":"ACCEPTED"}');
    return;
  }
  counts.refused += 1;
  response.statusCode = 429;
  response.setHeader('Retry-After', String(Math.max(1, Math.ceil(waitNanos / 1e9))));
  response.end('{"code":"REQUEST_LIMITED"}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  announce({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});

process.on('message', (question) => {
  if (question === 'counts') process.send?.(counts);
});
