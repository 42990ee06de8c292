import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export type Answers = (received: Received) => readonly [status: number, body: unknown] | undefined;

export interface FakePlatform {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const UNKNOWN = [404, { error: 'not_found', message: 'No such record', detail: '' }] as const;

/** A server on this machine that answers by a function, and keeps what it received. */
export async function openFakePlatform(answers: Answers): Promise<FakePlatform> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    void textOf(incoming).then((text) => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, text };
      received.push(request);
      const [status, body] = answers(request) ?? UNKNOWN;
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
