import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** How to answer: a status, silence, or a connection that is cut. */
type Answer = number | 'hang' | 'cut';

/** A webhook receiver that notes what it gets and answers as told. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers for the next requests; 200 after those. */
  answerNext(...answers: readonly Answer[]): void;
  /** The answer where none is told. */
  answerAlways(answer: Answer): void;
  /** How long it takes over each answer. */
  answerAfter(ms: number): void;
  /** How many requests were there at a time, at most. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const next: Answer[] = [];
  let usual: Answer = 200;
  let delayMs = 0;
  let present = 0;
  let most = 0;
  const server = createServer((req, res) => {
    present += 1;
    most = Math.max(most, present);
    res.on('close', () => (present -= 1));
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = req;
      received.push({ method, url, headers, body, at: performance.now() });
      const answer = next.shift() ?? usual;
      if (answer === 'hang') return;
      if (answer === 'cut') {
        req.socket.destroy();
        return;
      }
      res.statusCode = answer;
      if (answer >= 300 && answer <= 399) res.setHeader('location', 'http://127.0.0.1:9/');
      setTimeout(() => res.end(`answered ${String(answer)}`), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    received,
    answerNext: (...answers) => next.push(...answers),
    answerAlways: (answer) => {
      usual = answer;
    },
    answerAfter: (ms) => {
      delayMs = ms;
    },
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
