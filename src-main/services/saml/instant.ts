import { attributeOf } from './dom.ts';
import { refusal, type SamlStep } from './saml-error.ts';

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/;

/** The milliseconds of an instant in UTC, or null where the text is none. SAML 2.0 Core §1.3.3 */
export function parseInstant(text: string): number | null {
  const match = instant.exec(text);
  if (match === null) return null;
  const [, day = '', time = '', fraction = ''] = match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const canonical = `${day}T${time}.${milliseconds}Z`;
  const millis = Date.parse(canonical);
  // The 31st of February is moved into March by some parsers, and 24:00 into the next day.
  return Number.isNaN(millis) || new Date(millis).toISOString() !== canonical ? null : millis;
}

/**
 * The milliseconds of an attribute that holds an instant; null where it is absent.
 * @throws SamlError where it is no instant in UTC
 */
export function instantOf(element: Element, name: string, step: SamlStep): number | null {
  const text = attributeOf(element, name);
  if (text === undefined) return null;
  const millis = parseInstant(text);
  if (millis === null) throw refusal(step, `${name} is not a UTC instant.`, '2026-01-31T12:00:00Z', text);
  return millis;
}

/** An instant as people read it in a trace. */
export function instantText(millis: number): string {
  return new Date(millis).toISOString();
}
