import { attributeOf, childElements, childrenNamed, onlyChild, plainText, textOf } from './dom.ts';
import { instantOf } from './instant.ts';
import { samlNamespace, unspecifiedNameIdFormat } from './names.ts';
import { type AssertionAttributes, known, type SamlRun } from './run.ts';
import { refusal } from './saml-error.ts';

/**
 * Reads the subject and its attributes. RFC 7522 §3 (3)
 * @throws SamlError subject: no NameID, or a comment in
 * a value, which readers may cut there
 */
export function subjectStep(run: SamlRun): void {
  const commented = known(run.parsed).commentedValues;
  if (commented.length > 0) {
    throw refusal(
      'subject',
      'A value contains a comment. Some parsers read only part of it.',
      'none',
      commented.join(' '),
    );
  }
  const content = known(run.content);
  const subject = onlyChild(content, samlNamespace, 'Subject', 'subject');
  const nameId = onlyChild(subject, samlNamespace, 'NameID', 'subject');
  const text = textOf(nameId, 'subject');
  if (text === '' || text.trim() !== text) {
    throw refusal(
      'subject',
      'The NameID is blank, or starts or ends with whitespace.',
      'a name',
      JSON.stringify(text),
    );
  }
  run.subject = { nameId: text, format: attributeOf(nameId, 'Format') ?? unspecifiedNameIdFormat };
  run.attributes = readAttributes(content);
  const [statement] = childrenNamed(content, samlNamespace, 'AuthnStatement');
  run.authnInstantMillis = statement === undefined ? null : instantOf(statement, 'AuthnInstant', 'subject');
}

/** The attributes by name: one value as text, several as a list. Values that are not plain text are left out. */
function readAttributes(content: Element): AssertionAttributes {
  const valuesByName = new Map<string, string[]>();
  for (const statement of childrenNamed(content, samlNamespace, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, samlNamespace, 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? '';
      const values = childElements(attribute)
        .map(plainText)
        .filter((value) => value !== null);
      valuesByName.set(name, [...(valuesByName.get(name) ?? []), ...values]);
    }
  }
  return Object.fromEntries(
    [...valuesByName].map(([name, values]) => {
      const [only = ''] = values;
      return [name, values.length === 1 ? only : values];
    }),
  );
}
