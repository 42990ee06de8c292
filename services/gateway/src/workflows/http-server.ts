import { createServer, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { closeServer, serveOps } from '@tributary/service/edge';
import { MINUTE_MS, KIB } from '@tributary/units';
import { type Config } from '../config.ts';
import { openDeps } from '../deps.ts';
import { openEntrance } from './handle-request.ts';

export interface RunningGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** Room for a token of 64 kB, which then gets its 401 like any other that is not ours. */
const MAX_HEADER_BYTES = 96 * KIB;
/** Longer than load balancers keep idle connections, so that it is they who close. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** To send a whole request. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** Silence on a connection during a call; streams say something more often. */
const SILENCE_MS = 120_000;

/** What cannot be read as HTTP; there is no path yet, so the general shape. */
const unreadable: Readonly<Record<string, [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request_timeout',
    'The request took too long to arrive',
  ],
};

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] = unreadable[error.code ?? ''] ?? [
    '400 Bad Request',
    'malformed_request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ error: code, message, detail: '' });
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
  );
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Starts the gateway; `docsScript` is the file of the docs page's script. */
export async function startGateway(config: Config, docsScript: string): Promise<RunningGateway> {
  const deps = await openDeps(config, docsScript);
  const { onRequest, onCheckContinue } = openEntrance(deps);
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    onRequest,
  );
  server.timeout = SILENCE_MS;
  server.on('checkContinue', onCheckContinue);
  server.on('clientError', answerUnreadable);
  const port = await listen(server, config.ports.http);
  let closing = false;
  const ops = await serveOps({
    port: config.ports.ops,
    registry: deps.metrics.registry,
    isLive: () => true,
    notReady: () => (closing ? ['closing'] : []),
  });
  deps.log.info({ http: port }, 'started');
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      closing = true;
      await closeServer(server, config.shutdownGraceMs);
      await deps.close();
      await closeServer(ops, 0);
    },
  };
}
