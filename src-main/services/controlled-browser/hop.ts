/** One request of the front channel as the browser made it, redirects one by one. */
export interface HopSeen {
  readonly method: string;
  /** With its fragment, which never goes over the wire. */
  readonly url: string;
  /** Name, value, name, value, …: as sent, not in the order of the wire. */
  readonly requestHeaders: readonly string[];
  readonly postData: Uint8Array | null;
  /** Null where no answer came; `failure` says why. */
  readonly status: number | null;
  readonly reason: string;
  /** As they stood on the wire over HTTP/1.1: Set-Cookie and Location included. */
  readonly responseHeaders: readonly string[];
  /** Null where there is none to be had: of a redirect, and above the cap. */
  readonly body: Uint8Array | null;
  readonly failure: string | null;
  /** `engine`: the request was caught on its way to the redirect URI, and no server has seen it. */
  readonly answeredBy: 'server' | 'engine' | 'nobody';
  /** The frame that went there: the page itself, or a frame in it. */
  readonly frame: 'top' | 'inner';
  readonly startedAtMillis: number;
  readonly durationMicros: number;
}

/** The request with which the browser brings the answer to the redirect URI. */
export interface CallbackSeen {
  readonly method: string;
  readonly url: string;
  readonly postData: Uint8Array | null;
}
