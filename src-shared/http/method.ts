import { z } from 'zod';
import { isToken } from './token.ts';

/** A method of a request that comes from a file: a token, and nothing that anybody else could read as more. RFC 9110 §9.1 */
export const methodSchema = z.string().max(64).refine(isToken, 'A method is a single token. RFC 9110 §9.1');

/** A method in which `{{name}}` represents a value of the run. */
export const methodTemplateSchema = z
  .string()
  .refine(
    isMethodTemplate,
    'A method is a single token. Write other bytes in the text of the whole request.',
  );

/** True if a text is a token apart from the bindings in it. */
export function isMethodTemplate(text: string): boolean {
  return isToken(text.replace(/\{\{[^{}]*\}\}/g, 'X'));
}

/** The method that a document means, in upper case; null: it is bound to a value, or none. */
export function writtenMethod(text: string): string | null {
  return isToken(text) ? text.toUpperCase() : null;
}
