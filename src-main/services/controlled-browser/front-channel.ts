import type { DevtoolsEvent } from '#main/platform/devtools-pipe.ts';
import type { HopSeen } from './hop.ts';
import { beginHop, isWhole, type OpenHop, seenHop } from './open-hop.ts';
import * as protocol from './protocol.ts';

/** Maximum time for a document to arrive before later hops are reported, in milliseconds. */
const patienceMillis = 5_000;
/** How long after a failure what the wire had is waited for, in milliseconds: the browser tells it apart, and later when it is busy. */
const lateHeadMillis = 250;
/** Most bytes of one document that are kept, as they came over the wire. */
export const maxDocumentBytes = 1_048_576;

export interface FrontChannelPorts {
  readonly nowMillis: () => number;
  readonly onHop: (hop: HopSeen) => void;
  /** A document is asked for at an address that no server can have, such as that of an application on a device. */
  readonly onOtherScheme: (request: protocol.SeenRequest) => void;
  /** The frame of the page itself, not of one in it. */
  readonly isTopFrame: (frameId: string) => boolean;
  /** Body of a document; null where the browser has not kept it. */
  readonly readBody: (requestId: string, sessionId: string | undefined) => Promise<Uint8Array | null>;
}

/** A request with all the redirects that it went through: they share one id. */
interface Chain {
  readonly hops: OpenHop[];
  readonly sentHeaders: Readonly<Record<string, string>>[];
  readonly receivedHeads: protocol.ResponseExtra[];
  /** The browser has its answer, or has given up. */
  isOver: boolean;
}

/** Makes whole hops of what the browser tells of its documents, and hands them over in the order of their requests. */
export class FrontChannel {
  readonly #ports: FrontChannelPorts;
  readonly #chains = new Map<string, Chain>();
  #waiting: OpenHop[] = [];

  constructor(ports: FrontChannelPorts) {
    this.#ports = ports;
  }

  /** Takes an event of the Network domain. */
  take({ method, params, sessionId }: DevtoolsEvent): void {
    if (method === 'Network.requestWillBeSent')
      this.#onRequest(protocol.requestWillBeSent.safeParse(params).data);
    else if (method === 'Network.requestWillBeSentExtraInfo') {
      const extra = protocol.requestExtra.safeParse(params).data;
      this.#inChain(extra, (chain, { headers }) => void chain.sentHeaders.push(headers));
    } else if (method === 'Network.responseReceivedExtraInfo') {
      const extra = protocol.responseExtra.safeParse(params).data;
      this.#inChain(extra, (chain, head) => void chain.receivedHeads.push(head));
    } else if (method === 'Network.responseReceived') {
      this.#inChain(
        protocol.responseReceived.safeParse(params).data,
        ({ hops }, { response, hasExtraInfo }) => {
          const hop = hops.at(-1);
          if (hop === undefined) return;
          Object.assign(hop, { response, hasExtra: hasExtraInfo ?? false });
          this.#limit(hop);
        },
      );
    } else if (method === 'Network.loadingFinished') {
      const finished = protocol.loadingFinished.safeParse(params).data;
      this.#inChain(finished, (chain, event) => this.#onFinished(chain, event, sessionId));
    } else if (method === 'Network.loadingFailed') {
      const failed = protocol.loadingFailed.safeParse(params).data;
      this.#inChain(failed, (chain, event) => this.#onFailed(chain, event));
    }
  }

  /** The engine answers this request itself. */
  markAnswered(requestId: string): void {
    const hop = this.#chains.get(requestId)?.hops.at(-1);
    if (hop !== undefined) hop.isAnsweredByEngine = true;
  }

  /** Hands over the open hops in their present state: nothing more will be reported. */
  end(): void {
    for (const hop of this.#waiting) settle(hop);
    this.#flush();
    this.#chains.clear();
  }

  #onRequest(event: protocol.RequestWillBeSent | undefined): void {
    if (event === undefined) return;
    const chain = this.#chains.get(event.requestId) ?? newChain();
    const before = chain.hops.at(-1);
    // A request that is reported twice, by the page and by its frame.
    if (before !== undefined && event.redirectResponse === undefined) return;
    if (before === undefined && event.type !== 'Document') return;
    if (before !== undefined && event.redirectResponse !== undefined) {
      before.response = event.redirectResponse;
      before.hasExtra = event.redirectHasExtraInfo ?? false;
      before.endSeconds = event.timestamp;
      this.#limit(before);
    }
    this.#chains.set(event.requestId, chain);
    if (/^https?:/i.test(event.request.url)) {
      const frame = this.#ports.isTopFrame(event.frameId ?? '') ? 'top' : 'inner';
      const hop = beginHop(event, frame, this.#ports.nowMillis());
      chain.hops.push(hop);
      this.#waiting.push(hop);
    } else if (
      !/^(?:about|blob|chrome|chrome-error|data|devtools|filesystem|javascript):/i.test(event.request.url)
    )
      this.#ports.onOtherScheme(event.request);
    this.#settleWhole(chain);
  }

  #onFinished(chain: Chain, event: protocol.LoadingFinished, sessionId: string | undefined): void {
    const hop = chain.hops.at(-1);
    // After a failure comes the browser's own error page, under the same id.
    if (hop === undefined || hop.endSeconds !== null) return;
    hop.endSeconds = event.timestamp;
    chain.isOver = true;
    if (event.encodedDataLength > maxDocumentBytes) return;
    hop.isBodyDue = true;
    void this.#ports.readBody(event.requestId, sessionId).then((body) => {
      Object.assign(hop, { body, isBodyDue: false });
      this.#settleWhole(chain);
    });
  }

  #onFailed(chain: Chain, { timestamp, errorText }: protocol.LoadingFailed): void {
    const hop = chain.hops.at(-1);
    if (hop === undefined || hop.endSeconds !== null) return;
    chain.isOver = true;
    hop.failure = `The browser reported an error: ${errorText}.`;
    hop.endSeconds = timestamp;
    // Chromium does not say how much of a failed exchange it reports: an event that belongs to no earlier hop is its own.
    Object.assign(hop, { hasExtra: false, isHeadDue: true });
    if (hop.timer !== null) clearTimeout(hop.timer);
    hop.timer = setTimeout(() => {
      hop.isHeadDue = false;
      this.#settleWhole(chain);
    }, lateHeadMillis);
  }

  #inChain<T extends { readonly requestId: string }>(
    event: T | undefined,
    act: (chain: Chain, event: T) => void,
  ): void {
    const chain = event === undefined ? undefined : this.#chains.get(event.requestId);
    if (chain === undefined || event === undefined) return;
    act(chain, event);
    this.#settleWhole(chain);
  }

  /** Gives the headers of the wire to the hops of a chain, in order, and hands over those that are whole. */
  #settleWhole(chain: Chain): void {
    let told = 0;
    for (const hop of chain.hops) {
      if (hop.hasExtra === true || hop.isHeadDue) {
        hop.sentHeaders ??= chain.sentHeaders[told] ?? null;
        hop.receivedHead ??= chain.receivedHeads[told] ?? null;
        told += 1;
      }
      if (hop.receivedHead !== null) hop.isHeadDue = false;
      if (isWhole(hop)) settle(hop);
    }
    const last = chain.hops.at(-1);
    if (chain.isOver && last?.isSettled === true) this.#chains.delete(last.requestId);
    this.#flush();
  }

  /** From now on the hop is waited for only so long. */
  #limit(hop: OpenHop): void {
    hop.timer ??= setTimeout(() => {
      settle(hop);
      this.#flush();
    }, patienceMillis);
  }

  #flush(): void {
    while (this.#waiting[0]?.isSettled === true) {
      const hop = this.#waiting.shift();
      if (hop !== undefined) this.#ports.onHop(seenHop(hop));
    }
  }
}

function newChain(): Chain {
  return { hops: [], sentHeaders: [], receivedHeads: [], isOver: false };
}

function settle(hop: OpenHop): void {
  hop.isSettled = true;
  if (hop.timer !== null) clearTimeout(hop.timer);
}
