import { closeSync, createReadStream, createWriteStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { answerOnce } from './once-asked.ts';

// Writes an access log in the combined format, a day of a gateway, or packs one: <path> <lines>, or <path> pack.
const [path = '', what = '0'] = process.argv.slice(2);
const clients = 5_000;
const agents = 400;
const ownAddresses = 40;
const sharedAddresses = 30;
const millisPerDay = 86_400_000;
const bufferCharacters = 1_048_576;
const months = ['Jan', 'Feb', 'Mar'] as const;

let state = 7;
/** A whole number below `limit`, the same in each run. */
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return Math.floor(((state >>> 8) / 16_777_216) * limit);
}

/** Few are frequent: Zipf with exponent 1. */
function rankBelow(limit: number): number {
  return Math.floor(Math.exp((below(1_000_000) / 1_000_000) * Math.log(limit + 1))) - 1;
}

const two = (value: number): string => String(value).padStart(2, '0');

function timeText(millis: number): string {
  const at = new Date(millis);
  const date = `${two(at.getUTCDate())}/${months[at.getUTCMonth()] ?? ''}/${at.getUTCFullYear()}`;
  return `${date}:${at.toISOString().slice(11, 19)} +0000`;
}

function addressOf(client: number): string {
  // Each client has resources of its own, and all of them ask for a few others.
  const own = below(3) > 0;
  return own
    ? `/api/v2/orders/${100_000 + client * ownAddresses + rankBelow(ownAddresses)}`
    : `/api/v2/catalogue/items?page=${rankBelow(sharedAddresses)}`;
}

function statusOf(): number {
  const dice = below(1_000);
  if (dice < 10) return 429;
  return dice < 14 ? 500 : dice < 40 ? 404 : 200;
}

function lineOf(time: string): string {
  const client = rankBelow(clients);
  const address = `10.${client >> 8}.${client & 255}.${1 + (client % 250)}`;
  const user = client % 3 === 0 ? `partner-${client}` : '-';
  const agent = `OrdersClient/${client % agents} (Linux; Android 14) okhttp/4.12`;
  const method = below(10) === 0 ? 'POST' : 'GET';
  return `${address} - ${user} [${time}] "${method} ${addressOf(client)} HTTP/1.1" ${statusOf()} ${120 + below(9_000)} "-" "${agent}"\n`;
}

function write(lines: number): number {
  const file = openSync(path, 'w');
  let text = '';
  let bytes = 0;
  let [second, time] = [-1, ''];
  for (let index = 0; index < lines; index += 1) {
    const millis = Date.UTC(2026, 0, 5) + Math.floor((index / lines) * millisPerDay);
    if (Math.floor(millis / 1_000) !== second) {
      second = Math.floor(millis / 1_000);
      time = timeText(millis);
    }
    text += lineOf(time);
    if (text.length < bufferCharacters) continue;
    bytes += writeSync(file, text);
    text = '';
  }
  bytes += writeSync(file, text);
  closeSync(file);
  return bytes;
}

answerOnce(async () => {
  if (what !== 'pack') return { bytes: write(Number(what)) };
  await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(`${path}.gz`));
  return {};
});
