import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** A status, no response, or a closed connection. */
type Reaction = number | 'hang' | 'close';

/** A webhook receiver that stores its requests and responds as set. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the reactions to the next requests. */
  respondNext(...reactions: readonly Reaction[]): void;
  /** Sets the reaction to all other requests; 200 by default. */
  respondAlways(reaction: Reaction): void;
  /** Delays each response. */
  respondAfter(ms: number): void;
  /** The largest number of requests at a time. */
  maxConcurrent(): number;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const next: Reaction[] = [];
  let usual: Reaction = 200;
  let delayMs = 0;
  let open = 0;
  let maxOpen = 0;
  const server = createServer((req, res) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    res.on('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = req;
      received.push({ method, url, headers, body, at: performance.now() });
      const reaction = next.shift() ?? usual;
      if (reaction === 'hang') return;
      if (reaction === 'close') {
        req.socket.destroy();
        return;
      }
      res.statusCode = reaction;
      if (reaction >= 300 && reaction <= 399) res.setHeader('location', 'http://127.0.0.1:9/');
      setTimeout(() => res.end(`status ${String(reaction)}`), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    received,
    respondNext: (...reactions) => next.push(...reactions),
    respondAlways: (reaction) => {
      usual = reaction;
    },
    respondAfter: (ms) => {
      delayMs = ms;
    },
    maxConcurrent: () => maxOpen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
