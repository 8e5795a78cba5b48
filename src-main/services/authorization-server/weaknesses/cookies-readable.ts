import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, changeHeaders } from './alter.ts';

/** Lets scripts read the cookies, and other sites send them. */
export const cookiesReadable: Weakness<FrontContext> = {
  id: 'cookies-readable',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Cookies without HttpOnly and SameSite',
  clause: 'RFC 6265 §4.1.2.6',
  instead: (context) =>
    alter(context, (response) =>
      changeHeaders(response, (name, value) =>
        name === 'set-cookie' ? value.replace(/; HttpOnly; SameSite=\w+/, '') : value,
      ),
    ),
};
