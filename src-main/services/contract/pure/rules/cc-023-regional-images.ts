import type { Fact, ScriptFact } from '#shared/contract/facts.ts';
import type { FoundIn, Rule, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { BoundedMap } from './parts/bounded.ts';
import { isCommented } from './parts/comments.ts';
import { memberOf, textsIn } from './parts/json-walk.ts';

/** A URL of the image service: its host begins with `uploads`, and images are below an environment. */
const imageUrl =
  /https?:\/\/uploads?\.([\w.-]{1,253})(?::\d{1,5})?\/environments\/[^\s"'`<>]{0,200}?\/images\/[^\s"'`<>]{1,500}/g;
const maxKept = 1_000;

export const regionalImages: Rule = {
  id: 'CC-023',
  title: 'An image URL is hard-coded',
  date: '2021-12-17',
  entries: ['2021-12-17-regional-image-uploads'],
  severity: 'info',
  source: 'public',
  detection:
    'A URL of the image service in a body, document or script that no response of the artefact contains.',
  replacement: 'Use the URL that the platform returns for an image. Former URLs still work.',
  hasFix: false,
  holds: { from: '2021-12-17', until: null },
  kinds: ['request', 'resource', 'script'],
  templates: ['/environments/{}/images', '/environments/{}/images/{}'],
  resources: ['application'],
  begin: () => new Images(),
};

interface Written {
  readonly fact: Fact;
  readonly part: RuleFinding['part'];
  readonly url: string;
  readonly domain: string;
}

class Images implements RuleRun {
  readonly #returned = new BoundedMap<true>(maxKept);
  readonly #written: Written[] = [];
  #platformHost: string | null = null;

  applies(fact: Fact): boolean {
    if (fact.kind === 'script') return fact.text.includes('/images/');
    return fact.kind === 'request' || (fact.kind === 'resource' && fact.in !== 'response');
  }

  check(fact: Fact): readonly RuleFinding[] {
    if (fact.kind === 'request') {
      if (fact.host === 'platform') this.#platformHost = fact.hostName;
      for (const { text } of textsIn(fact.response?.body)) this.#returned.set(text, true);
    } else if (fact.kind === 'script') this.#readScript(fact);
    else if (fact.kind === 'resource') this.#readIcon(fact, fact.value);
    return [];
  }

  end(): readonly FoundIn[] {
    return this.#written
      .filter(({ url }) => this.#returned.get(url) === undefined)
      .map(({ fact, part, domain }) => ({
        fact,
        finding: {
          part,
          message: this.#isElsewhere(domain)
            ? 'The image URL belongs to another region than the platform that is called.'
            : 'The image URL is hard-coded, but it depends on the region.',
          subject: 'image service',
        },
      }));
  }

  #readScript(fact: ScriptFact): void {
    for (const { 0: url, 1: domain = '', index } of fact.text.matchAll(imageUrl)) {
      const part = { part: 'text', at: index, length: url.length } as const;
      if (!isCommented(fact, index)) this.#note({ fact, part, url, domain });
    }
  }

  #readIcon(fact: Fact, value: JsonValue): void {
    for (const name of ['icon', 'logo']) {
      const href = memberOf(memberOf(value, name), 'href');
      if (typeof href !== 'string') continue;
      for (const { 0: url, 1: domain = '' } of href.matchAll(imageUrl))
        this.#note({ fact, part: { part: 'body', path: [name, 'href'] }, url, domain });
    }
  }

  #note(written: Written): void {
    if (this.#written.length < maxKept) this.#written.push(written);
  }

  #isElsewhere(domain: string): boolean {
    return this.#platformHost !== null && !this.#platformHost.endsWith(`.${domain}`);
  }
}
