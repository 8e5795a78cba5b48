import {
  issuesInFront,
  type ResponseMode,
  type ResponseType,
  type SignedResponseMode,
} from '#shared/oauth/index.ts';

/** How a response travels: its parameters as they are, or as one signed JWT. JARM §2.3 */
export type AnswerMode = ResponseMode | SignedResponseMode;

const carriers: Readonly<Record<AnswerMode, ResponseMode>> = {
  query: 'query',
  fragment: 'fragment',
  form_post: 'form_post',
  'query.jwt': 'query',
  'fragment.jwt': 'fragment',
  'form_post.jwt': 'form_post',
};

/** Every mode by its own name. */
export const answerModes = Object.keys(carriers) as readonly AnswerMode[];

/** Where a mode puts the parameters, signed or not. */
export function carrierOf(mode: AnswerMode): ResponseMode {
  return carriers[mode];
}

/** Tests whether a mode sends one signed JWT. */
export function isSignedMode(mode: AnswerMode): boolean {
  return mode !== carriers[mode];
}

/** The usual mode of a response type; null: the type is not known. OAuth 2.0 Multiple Response Types §5, JARM §2.3.4 */
export function usualMode(type: ResponseType | null, isSigned: boolean): AnswerMode {
  const carrier = type !== null && issuesInFront(type) ? 'fragment' : 'query';
  return isSigned ? `${carrier}.jwt` : carrier;
}
