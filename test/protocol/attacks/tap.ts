import { createPublicKey } from 'node:crypto';
import { compactVerify, decodeJwt } from 'jose';
import { type hostedAttackTarget, runCatalogue } from '#main/services/attacks/index.ts';
import type { AttackCase, AttackVariant } from '#shared/attacks/index.ts';

type AttackTarget = ReturnType<typeof hostedAttackTarget>;
type AttackStage = Awaited<ReturnType<AttackTarget['openStage']>>;
type RawRequest = Parameters<AttackStage['send']>[0];

/** A request as it passed the tap between the catalogue and the server. */
export interface Tapped {
  readonly play: 'control' | 'mutant';
  readonly step: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: readonly string[];
  readonly body: string;
  readonly contentType: string;
}

/** Plays one variant of a case with a tap before the server: all requests, in order. */
export async function tapVariant(
  target: AttackTarget,
  attack: AttackCase,
  variant: AttackVariant,
  random: Parameters<typeof runCatalogue>[0]['random'],
) {
  const tapped: Tapped[] = [];
  // The first stage is that of the probe.
  let plays = -1;
  const report = await runCatalogue({
    files: [{ group: 'T', title: 'Tap', cases: [{ ...attack, variants: [variant] }] }],
    target: {
      ...target,
      async openStage() {
        const stage = await target.openStage();
        // A control and its mutant each have a stage of their own, in turn.
        const play = (plays += 1) % 2 === 1 ? 'control' : 'mutant';
        const send: AttackStage['send'] = (request, options) => {
          if (options.tags.includes('attack:probe')) return stage.send(request, options);
          const step = options.tags.find((tag) => tag.startsWith('step:'))?.slice('step:'.length) ?? '';
          tapped.push({ play, step, ...partsOf(request) });
          return stage.send(request, options);
        };
        return { ...stage, send };
      },
    },
    random,
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
    nowMillis: () => performance.now(),
    only: null,
    parallel: 1,
  });
  const [played] = report.cases[0]?.variants ?? [];
  return { tapped, verdict: played?.verdict ?? 'SKIPPED', reason: played?.reason ?? '' };
}

/** Read from the bytes that leave, not from what they were put together from. */
function partsOf({ bytes, method, target, body }: RawRequest): Omit<Tapped, 'play' | 'step'> {
  const text = bytes === undefined ? '' : Buffer.from(bytes).toString('latin1');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const named = (name: string) =>
    lines.flatMap((line) =>
      line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1).trim()] : [],
    );
  const url = new URL(target.replace(/^\/\//, '/'), 'http://server.example');
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    authorization: named('authorization'),
    body: rest.length > 0 ? rest.join('\r\n\r\n') : Buffer.from(body).toString('latin1'),
    contentType: named('content-type')[0] ?? '',
  };
}

/** The proofs that a client has. */
export interface Known {
  readonly secret: string | null;
  /** PEM of its public key. */
  readonly publicKey: string | null;
}

/**
 * Says in words which credentials a request carries, each way that there is: `header web right`, `form web wrong`,
 * `assertion web right`, `name web`; an independent reading of RFC 6749 §2.3 and RFC 7523 §2.2.
 */
export async function credentialsIn(
  tapped: Tapped,
  clients: ReadonlyMap<string, Known>,
): Promise<readonly string[]> {
  const found = tapped.authorization.map((value) => inHeader(value, clients));
  found.push(...(await inParameters(bodyParameters(tapped), 'form', clients)));
  found.push(...(await inParameters(tapped.query, 'query', clients)));
  return found;
}

function inHeader(value: string, clients: ReadonlyMap<string, Known>): string {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(value) ?? [];
  if (encoded === undefined)
    return value.startsWith('Basic') ? 'header broken' : `header ${value.split(' ')[0]}`;
  const plain = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = plain.indexOf(':');
  if (colon < 0) return 'header broken';
  const [id = '', secret] = [plain.slice(0, colon), plain.slice(colon + 1)].map(formDecoded);
  return `header ${id} ${secret !== '' && clients.get(id)?.secret === secret ? 'right' : 'wrong'}`;
}

/** A secret that was cut may end within an escape. */
function formDecoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

function bodyParameters({ body, contentType }: Tapped): URLSearchParams {
  if (contentType === 'application/json')
    return new URLSearchParams(JSON.parse(body) as Record<string, string>);
  const [, boundary] = /boundary=(\S+)/.exec(contentType) ?? [];
  if (boundary === undefined) return new URLSearchParams(body);
  const parts = [...body.matchAll(/name="([^"]+)"\r\n\r\n(.*)\r\n/g)];
  return new URLSearchParams(parts.map(([, name = '', value = '']) => [name, value]));
}

async function inParameters(
  parameters: URLSearchParams,
  location: 'form' | 'query',
  clients: ReadonlyMap<string, Known>,
): Promise<readonly string[]> {
  const before = location === 'query' ? 'query ' : '';
  const ids = parameters.getAll('client_id');
  const secret = parameters.get('client_secret');
  const assertion = parameters.get('client_assertion');
  const names = ids.map((id) => `${before}name ${id}`);
  if (secret !== null) {
    const [id = '', ...others] = ids;
    const isRight = secret !== '' && clients.get(id)?.secret === secret;
    return [
      `${before}form ${id} ${isRight ? 'right' : 'wrong'}`,
      ...others.map((other) => `${before}name ${other}`),
    ];
  }
  if (assertion === null) return names;
  const sub = readSubject(assertion);
  const own = (await isSigned(assertion, clients.get(sub)?.publicKey ?? null)) ? 'right' : 'wrong';
  return [`${before}assertion ${sub} ${own}`, ...names.filter((name) => name !== `${before}name ${sub}`)];
}

function readSubject(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? '';
  } catch {
    return '';
  }
}

async function isSigned(assertion: string, publicKey: string | null): Promise<boolean> {
  if (publicKey === null) return false;
  try {
    await compactVerify(assertion, createPublicKey(publicKey));
    return true;
  } catch {
    return false;
  }
}
