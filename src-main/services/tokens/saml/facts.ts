import {
  allElements,
  attributeOf,
  childElements,
  childrenNamed,
  isNamed,
  isText,
  parseInstant,
  samlNamespace,
} from '#main/services/saml/index.ts';
import type { SamlAssertion } from '#shared/api/index.ts';
import type { SamlTree } from './tree.ts';

const instants: readonly (readonly [element: string, attribute: string])[] = [
  ['Assertion', 'IssueInstant'],
  ['Conditions', 'NotBefore'],
  ['Conditions', 'NotOnOrAfter'],
  ['SubjectConfirmationData', 'NotBefore'],
  ['SubjectConfirmationData', 'NotOnOrAfter'],
  ['AuthnStatement', 'AuthnInstant'],
  ['AuthnStatement', 'SessionNotOnOrAfter'],
];

/** Assertions that are looked at. */
export const maxAssertions = 20;

/** The assertions of a document in their order, up to 20. */
export function findAssertions(root: Element): readonly Element[] {
  return allElements(root)
    .filter((element) => isNamed(element, samlNamespace, 'Assertion'))
    .slice(0, maxAssertions);
}

/** Reads the facts in an assertion's own parts; those of an assertion in it are not its own. SAML 2.0 Core §2.3.3 */
export function assertionFacts(assertion: Element, tree: SamlTree): SamlAssertion {
  const own = (name: string) => ownElements(assertion, name);
  const texts = (name: string) => own(name).map(textIn);
  const values = (name: string, attribute: string) =>
    own(name).flatMap((element) => attributeOf(element, attribute) ?? []);
  const [nameId] = own('NameID');
  const [issuer] = childrenNamed(assertion, samlNamespace, 'Issuer');
  return {
    nodeId: tree.idOf(assertion),
    id: attributeOf(assertion, 'ID') ?? null,
    issuer: issuer === undefined ? null : textIn(issuer),
    nameId: nameId === undefined ? null : textIn(nameId),
    nameIdFormat: nameId === undefined ? null : (attributeOf(nameId, 'Format') ?? null),
    confirmationMethods: values('SubjectConfirmation', 'Method'),
    recipients: values('SubjectConfirmationData', 'Recipient'),
    audiences: texts('Audience'),
    attributes: own('Attribute').map((element) => ({
      name: attributeOf(element, 'Name') ?? '',
      values: childrenNamed(element, samlNamespace, 'AttributeValue').map(textIn),
    })),
    times: instants.flatMap(([name, attribute]) =>
      values(name, attribute).flatMap((text) => {
        const atMillis = parseInstant(text);
        return atMillis === null ? [] : [{ name: `${name} ${attribute}`, atMillis }];
      }),
    ),
    coveredBy: tree.coveredBy(assertion),
  };
}

/** The text that a canonical form has, comments left out. */
function textIn(element: Element): string {
  return Array.from(element.childNodes)
    .filter(isText)
    .map((node) => node.nodeValue ?? '')
    .join('');
}

/** The text before the first comment or element: what a careless reader takes for all of it. */
export function firstTextIn(element: Element): string {
  const first = element.firstChild;
  return first !== null && isText(first) ? (first.nodeValue ?? '') : '';
}

/** Elements of a name in an assertion, the assertion included, but not those of another assertion in it. */
export function ownElements(assertion: Element, name: string): readonly Element[] {
  const inside = (element: Element): readonly Element[] =>
    childElements(element)
      .filter((each) => !isNamed(each, samlNamespace, 'Assertion'))
      .flatMap((each) => [each, ...inside(each)]);
  return [assertion, ...inside(assertion)].filter((element) => isNamed(element, samlNamespace, name));
}
