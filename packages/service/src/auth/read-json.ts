import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type InnerTls } from '@tributary/grpc';
import { KIB } from '@tributary/units';

const MAX_BYTES = 256 * KIB;

interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The certificates with which the address is reached, where it is https. */
  readonly tls?: InnerTls | undefined;
}

function send(url: string, { headers, timeoutMs, tls }: RequestOptions): ClientRequest {
  const signal = AbortSignal.timeout(timeoutMs);
  // Too rare for a connection that stays open.
  const options = { headers, signal, agent: false as const };
  return url.startsWith('https:')
    ? requestHttps(url, { ...options, ...tls })
    : requestHttp(url, options);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`The answer has more than ${String(MAX_BYTES)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Reads a JSON document of another service, at most 256 KB. By Node's own client, because undici takes
 * 5 MB of a process that calls nothing else.
 * @throws Error where the answer does not come in time, is not 200 or is no JSON
 */
export async function readJson(url: string, options: RequestOptions): Promise<unknown> {
  const request = send(url, options);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new Error(`${url} returned ${String(answer.statusCode)}`);
  }
  return JSON.parse(await textOf(answer)) as unknown;
}
