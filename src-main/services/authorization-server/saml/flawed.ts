import { allElements, attributeOf, isNamed } from './dom.ts';
import { samlNamespace } from './names.ts';
import { known, type SamlRun } from './run.ts';

/** What a server does that forgets to verify: the assertion is read as it came. Stands in a weakness alone. */
export function readUnsigned(run: SamlRun): void {
  const assertion = known(run.claimed ?? run.parsed?.root ?? null);
  run.content = assertion;
  run.id = attributeOf(assertion, 'ID') ?? null;
  run.algorithm = 'none';
}

/**
 * What a server does that asks its parser for the first text of an element: a name ends at a comment, which
 * canonicalisation takes out before the signature is made. Stands in a weakness alone.
 */
export function cutAtComments(run: SamlRun): void {
  const parsed = known(run.parsed);
  run.parsed = { ...parsed, commentedValues: [] };
  const asSent = nameIdIn(parsed.root)?.firstChild?.nodeValue;
  const asSigned = run.content === null ? undefined : nameIdIn(run.content);
  if (asSigned !== undefined && asSent !== null && asSent !== undefined) asSigned.textContent = asSent;
}

function nameIdIn(root: Element): Element | undefined {
  return allElements(root).find((element) => isNamed(element, samlNamespace, 'NameID'));
}
