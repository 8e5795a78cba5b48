import type { Protocol } from 'devtools-protocol';
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
  frameId: z.string().optional(),
  request,
});

/** Something of the Network domain that begins or ends a request. */
export const requestEvent = z.object({ requestId: z.string(), type: z.string().optional() });

interface Frame {
  readonly frame: { readonly id: string; readonly loaderId: string; readonly url: string };
  readonly childFrames?: readonly Frame[] | undefined;
}
const frame: z.ZodType<Frame> = z.object({
  frame: z.object({ id: z.string(), loaderId: z.string(), url: z.string() }),
  get childFrames() {
    return z.array(frame).optional();
  },
});
/** The frames of a target that share its process. */
export const frameTree = z.object({ frameTree: frame });
export type FrameTree = Frame;

/** A page calls a function of the engine. */
export const bindingCalled = z.object({ name: z.string(), payload: z.string() });

export const isolatedWorld = z.object({ executionContextId: z.number() });
export const frameOwner = z.object({ backendNodeId: z.number() });
export const contentQuads = z.object({ quads: z.array(z.array(z.number())) });
export const contextCreated = z.object({ browserContextId: z.string() });

/** The value of an expression; one that failed has none. */
export const evaluated = z.object({
  result: z.object({ value: z.unknown().optional(), objectId: z.string().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  session: z.boolean(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  partitionKey: z.object({ topLevelSite: z.string(), hasCrossSiteAncestor: z.boolean() }).optional(),
});
export const cookiesAnswer = z.object({ cookies: z.array(cookie) });

export const targetAttached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
});

export const targetGone = z.object({ sessionId: z.string(), targetId: z.string().optional() });
export const targetCreated = z.object({ targetId: z.string() });

/** Does not compile where the protocol tells something else than is read of it. */
type Reads<Schema extends z.ZodType, _Told extends z.input<Schema>> = z.output<Schema>;

export type Cookie = Reads<typeof cookie, Protocol.Network.Cookie>;
export type RequestPaused = Reads<typeof requestPaused, Protocol.Fetch.RequestPausedEvent>;
export type SeenRequest = Reads<typeof request, Protocol.Network.Request>;
export type SeenResponse = Reads<typeof response, Protocol.Network.Response>;
export type RequestWillBeSent = Reads<typeof requestWillBeSent, Protocol.Network.RequestWillBeSentEvent>;
export type ResponseExtra = Reads<typeof responseExtra, Protocol.Network.ResponseReceivedExtraInfoEvent>;
export type LoadingFailed = Reads<typeof loadingFailed, Protocol.Network.LoadingFailedEvent>;
export type LoadingFinished = Reads<typeof loadingFinished, Protocol.Network.LoadingFinishedEvent>;
