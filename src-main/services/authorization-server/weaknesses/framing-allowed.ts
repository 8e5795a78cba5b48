import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, changeHeaders } from './alter.ts';

/** Lets any page frame the sign-in and consent pages, under buttons of its own. */
export const framingAllowed: Weakness<FrontContext> = {
  id: 'framing-allowed',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Pages may be framed',
  clause: 'RFC 6749 §10.13',
  instead: (context) =>
    alter(context, (response) =>
      changeHeaders(response, (name, value) =>
        name === 'x-frame-options' ? null : value.replace("frame-ancestors 'none'; ", ''),
      ),
    ),
};
