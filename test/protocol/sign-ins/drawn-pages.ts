import { createServer, type IncomingMessage, type Server } from 'node:http';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** The way in which a page is drawn: as it was recorded, or with other class names, ids and order. */
export interface Drawing {
  id(name: string): string;
  className(name: string): string;
  /** Parts of a page in its order. */
  ordered(...parts: readonly string[]): string;
}

export const asRecorded: Drawing = {
  id: (name) => name,
  className: (name) => `c-${name}`,
  ordered: (...parts) => parts.join('\n'),
};
export const changed: Drawing = {
  id: (name) => `x${name.length}-${Array.from(name, (letter) => letter.charCodeAt(0) % 7).join('')}`,
  className: (name) => `css-${name.length}9f`,
  ordered: (...parts) => parts.toReversed().join('\n<div></div>\n'),
};

/** One screen of a sign-in: how it is drawn, and what has to be posted to go on. */
export interface Screen {
  readonly html: (drawing: Drawing) => string;
  readonly posts: Readonly<Record<string, string>>;
  /** The document of its frame, at `/inner`. */
  readonly inner?: (drawing: Drawing) => string;
}

export interface DrawnServer {
  readonly origin: string;
  readonly start: string;
  /** All that was posted, in its order. */
  readonly posted: readonly Readonly<Record<string, string>>[];
  readonly server: Server;
  close(): Promise<void>;
}

const document = (html: string) =>
  `<!doctype html><meta charset="utf-8"><title>Sign in to Ours</title>${html}`;

/** Serves screens one after another; the last one leads to `end`, by default to `/cb`. */
export async function drawnServer(
  screens: readonly Screen[],
  drawing: Drawing,
  end?: string,
): Promise<DrawnServer> {
  const posted: Readonly<Record<string, string>>[] = [];
  const server = createServer((request, response) => {
    void answer(request).then(({ status = 200, location, html = '' }) => {
      response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        ...(location === undefined ? {} : { location }),
      });
      response.end(html);
    });
  });
  async function answer(request: IncomingMessage) {
    const [, kind = '', step = '0'] = (request.url ?? '').split(/[/?]/);
    const index = Number(step);
    if (kind === 'cb') return { html: document('You are back') };
    if (kind === 'inner') return { html: document(screens[0]?.inner?.(drawing) ?? '') };
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
      posted.push(body);
      const isRight = Object.entries(screens[index]?.posts ?? {}).every(
        ([name, value]) => body[name] === value,
      );
      if (!isRight) return { status: 400, html: document('<p role="alert">That was wrong</p>') };
      const next = index + 1 < screens.length ? `/s/${index + 1}` : (end ?? '/cb?code=1');
      return { status: 303, location: next };
    }
    return { html: document((screens[index]?.html(drawing) ?? '').replaceAll('@next', `/s/${index}`)) };
  }
  const origin = await listeningOrigin(server);
  return {
    origin,
    start: `${origin}/s/0`,
    posted,
    server,
    close: () => closeServer(server),
  };
}
