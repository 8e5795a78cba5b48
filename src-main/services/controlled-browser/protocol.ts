import { z } from 'zod';

/** The parts of the DevTools protocol that are read; its texts are the browser's and are not trusted to fit. */

const headers = z.record(z.string(), z.string());

const request = z.object({
  url: z.string(),
  urlFragment: z.string().optional(),
  method: z.string(),
  headers,
  postData: z.string().optional(),
  hasPostData: z.boolean().optional(),
  postDataEntries: z.array(z.object({ bytes: z.string().optional() })).optional(),
});

const response = z.object({ status: z.number(), statusText: z.string(), headers });

/** A document is asked for, or goes on to where a redirect leads. */
export const requestWillBeSent = z.object({
  requestId: z.string(),
  request,
  timestamp: z.number(),
  type: z.string().optional(),
  frameId: z.string().optional(),
  redirectResponse: response.optional(),
  redirectHasExtraInfo: z.boolean().optional(),
});

/** The headers that really went out. */
export const requestExtra = z.object({ requestId: z.string(), headers });

/** The headers that really came in. */
export const responseExtra = z.object({
  requestId: z.string(),
  headers,
  headersText: z.string().optional(),
  statusCode: z.number(),
});

export const responseReceived = z.object({
  requestId: z.string(),
  response,
  hasExtraInfo: z.boolean().optional(),
});

export const loadingFinished = z.object({
  requestId: z.string(),
  timestamp: z.number(),
  encodedDataLength: z.number(),
});

export const loadingFailed = z.object({
  requestId: z.string(),
  timestamp: z.number(),
  errorText: z.string(),
});

export const bodyAnswer = z.object({ body: z.string(), base64Encoded: z.boolean() });

/** A request that waits for us. */
export const requestPaused = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  request,
});

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  session: z.boolean(),
  sameSite: z.string().optional(),
  partitionKey: z.unknown().optional(),
});
export const cookiesAnswer = z.object({ cookies: z.array(cookie) });

export const targetAttached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
});

export const targetGone = z.object({ targetId: z.string() });
export const targetCreated = z.object({ targetId: z.string() });

export type Cookie = z.infer<typeof cookie>;
export type SeenRequest = z.infer<typeof request>;
export type SeenResponse = z.infer<typeof response>;
export type RequestWillBeSent = z.infer<typeof requestWillBeSent>;
export type ResponseExtra = z.infer<typeof responseExtra>;
export type LoadingFinished = z.infer<typeof loadingFinished>;
