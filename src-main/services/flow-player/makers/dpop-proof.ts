import { type Maker, type MakerContext, textOption } from './maker.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A proof of a key of the run, changed by whoever holds it: `party` names the key, `method`, `url` and `token` the request
 * that it is for, `header` and `claims` replace members (null takes one away), and `sign` says how it is signed: `key`,
 * `none`. Seconds from now on are written `+60` or `-60`. RFC 9449 §4.2
 */
export const makeDpopProof: Maker = async (options, context) => {
  const token = await context.fill(textOption(options, 'token', ''));
  const request = {
    method: textOption(options, 'method', 'POST'),
    url: await context.fill(textOption(options, 'url', '{{token_endpoint}}')),
    token: token === '' ? null : token,
  };
  return context.proof(textOption(options, 'party', ''), request, {
    header: await filled(options['header'], context),
    claims: await filled(options['claims'], context),
    isSigned: textOption(options, 'sign', 'key') === 'key',
    tellsKey: options['tellsKey'] === true,
  });
};

async function filled(members: unknown, { fill }: MakerContext): Promise<Members> {
  const entries = Object.entries(Object(members) as Members).map(
    async ([name, value]) => [name, typeof value === 'string' ? await fill(value) : value] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
