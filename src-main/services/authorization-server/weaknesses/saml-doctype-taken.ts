import type { Weakness } from '#main/platform/pipeline.ts';
import { call } from '../outgoing-call.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Lets its parser read document type declarations, and fetch what they name. */
export const samlDoctypeTaken: Weakness<TokenContext> = {
  id: 'saml-doctype-taken',
  pipeline: 'token.saml2_bearer',
  step: 'saml-parse',
  title: 'DOCTYPE and external entities taken',
  clause: 'RFC 7522 §3',
  instead: async (context, original) => {
    const run = found(context.saml);
    const declaration = doctype.exec((run.xml ?? '').slice(0, longestProlog))?.[0];
    if (declaration === undefined || run.xml === null) return original();
    let xml = run.xml.replace(declaration, '');
    for (const [, name = '', system, url = '', value = ''] of declaration.matchAll(entity)) {
      const text = system === undefined ? value : await fetchEntity(context, url);
      xml = xml.replaceAll(`&${name};`, () => text);
    }
    run.xml = xml;
    await original();
  },
};

/** What of an assertion is looked at for a declaration, in characters. */
const longestProlog = 16_384;
const doctype = /<!DOCTYPE[^<[>]*(?:\[[^\]]*\]\s*)?>/;
const entity = /<!ENTITY\s+(\w+)\s+(?:(SYSTEM)\s+"([^"]*)"|"([^"]*)")\s*>/g;

async function fetchEntity({ runtime }: TokenContext, url: string): Promise<string> {
  try {
    const answer = await call(runtime, { method: 'GET', url, headers: [], timeoutMillis: 5_000, tags: [] });
    return answer.text.replaceAll(/[<&]/g, '');
  } catch {
    return '';
  }
}
