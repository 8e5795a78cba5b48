import type { TestSamples } from '#test/support/samples.ts';
import { Person } from './person.ts';

type Attack = (samples: TestSamples) => Promise<boolean>;

/** The page by which the application connects to a resource. */
export function connectPage(resource: string): string {
  return `/client/connect?resource=${encodeURIComponent(resource)}`;
}

/** Address of a resource of the malicious server. */
export function trapAt(samples: TestSamples, name: string): string {
  return `${samples.maliciousOrigin}/traps/${name}`;
}

/** True if the browser is led on from the page that connects to a trap. */
function isLed(name: string): Attack {
  return async (samples) => {
    const seen = await new Person(samples).open(connectPage(trapAt(samples, name)));
    return seen.headers.has('location');
  };
}

/** A response arrives in the place of the one that is on its way, with these changes; returns the page. */
export async function answerInstead(
  samples: TestSamples,
  change: (parameters: URLSearchParams, issuer: string) => void,
): Promise<string> {
  const ann = new Person(samples);
  const { url } = await ann.go(connectPage(trapAt(samples, 'plain')), 'ann', ({ pathname }) =>
    pathname.startsWith('/client/callback/'),
  );
  change(url.searchParams, `${samples.maliciousOrigin}/issuers/plain`);
  return (await ann.open(url)).html;
}

/** True if the code of a response with these changes is redeemed. */
async function isRedeemed(
  samples: TestSamples,
  change: (parameters: URLSearchParams, issuer: string) => void,
): Promise<boolean> {
  await answerInstead(samples, change);
  return samples.maliciousServer.received().some(({ endpoint }) => endpoint === 'token');
}

/** The scopes that are requested, one sign-in after the other, until a trap has none left or the application stops. */
export async function requestedScopes(samples: TestSamples, name: string): Promise<readonly string[]> {
  await new Person(samples).go(connectPage(trapAt(samples, name))).catch(() => undefined);
  return samples.maliciousServer
    .received()
    .filter(({ endpoint }) => endpoint === 'authorization')
    .map(({ parameters }) => parameters['scope'] ?? '');
}

/** The attack that each flaw of a connection allows, by its id. */
export const connectAttacks: Readonly<Record<string, Attack>> = {
  'cl-prm-unchecked': isLed('other-resource'),
  'cl-prm-prefix': isLed('whole-origin'),
  'cl-metadata-unchecked': isLed('borrowed-page'),
  'cl-pkce-unchecked': isLed('no-pkce'),
  'cl-opens-any-url': isLed('opens-file'),
  'cl-ssrf': async (samples) => {
    const inside = `${samples.as.origin}/only-for-this-machine`;
    await new Person(samples).open(connectPage(`${trapAt(samples, 'plain')}?metadata=${inside}`));
    return samples.sent.some(({ target }) => target === '/only-for-this-machine');
  },
  'cl-credentials-cross-issuer': async (samples) => {
    const ann = new Person(samples);
    await ann.go(connectPage(trapAt(samples, 'plain')));
    samples.maliciousServer.forget();
    await ann.open(connectPage(trapAt(samples, 'stranger')));
    const [, stolen] = samples.maliciousServer.received().filter(({ endpoint }) => endpoint !== 'metadata');
    return (
      stolen?.authorization?.startsWith('Basic ') === true &&
      stolen.parameters['refresh_token'] === 'trap-refresh'
    );
  },
  'cl-iss-optional': (samples) => isRedeemed(samples, (parameters) => parameters.delete('iss')),
  'cl-iss-normalized': (samples) =>
    isRedeemed(samples, (parameters, issuer) => parameters.set('iss', `${issuer}/`)),
  'cl-error-trusted': async (samples) => {
    const html = await answerInstead(samples, (parameters) => {
      parameters.delete('code');
      parameters.set('iss', 'https://evil.example');
      parameters.set('error', 'access_denied');
      parameters.set('error_description', 'Call 555-0100');
    });
    return html.includes('555-0100');
  },
  'cl-stepup-loop': async (samples) => (await requestedScopes(samples, 'endless')).length > 3,
  'cl-scope-lost': async (samples) =>
    (await requestedScopes(samples, 'narrow'))[1] !== 'orders.read orders.write',
};
