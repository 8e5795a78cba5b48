import { headerValue } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { parseJson, responseParameters } from '#main/services/flow-player/index.ts';
import type { LeftBehindCounts } from '#shared/attacks/index.ts';

/** Counts the answers of another server that left something behind there. */
export class LeftBehind {
  #authorizations = 0;
  #accessTokens = 0;
  #refreshTokens = 0;

  /** The sender with every answer counted. RFC 6749 §4.1.2, §5.1 */
  counting(send: SendRecorded): SendRecorded {
    return async (request, options) => {
      const sent = await send(request, options);
      const { response } = sent;
      const came = responseParameters(headerValue(response.headers, 'location') ?? '');
      if (came.has('code') || came.has('access_token')) this.#authorizations += 1;
      const json = parseJson(response);
      if (typeof json?.['access_token'] === 'string' || came.has('access_token')) this.#accessTokens += 1;
      if (typeof json?.['refresh_token'] === 'string') this.#refreshTokens += 1;
      return sent;
    };
  }

  counts(): LeftBehindCounts {
    return {
      authorizations: this.#authorizations,
      accessTokens: this.#accessTokens,
      refreshTokens: this.#refreshTokens,
    };
  }
}
