import { createServer, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { followConnections, type ListenAddress, listenAt, portOf } from '@tributary/service/edge';
import { KIB, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type RequestListeners } from './handle-request.ts';

/** Enough for a token of 64 kB, which then gets 401 like any other invalid token. */
const MAX_HEADER_BYTES = 96 * KIB;
/** Longer than load balancers keep idle connections, so that the load balancer closes them. */
const KEEP_ALIVE_MS = 75 * SECOND_MS;
/** The maximum time for a request's headers. */
const HEADERS_TIMEOUT_MS = 15 * SECOND_MS;
/** The maximum time for a whole request. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** The maximum idle time of a connection during a request; event streams send more often. */
const IDLE_TIMEOUT_MS = 2 * MINUTE_MS;

/** Responses to requests that are not valid HTTP, in the general error shape. */
const clientErrors: Readonly<Record<string, [status: string, code: string, message: string]>> = {
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

function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] = clientErrors[error.code ?? ''] ?? [
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

/** Starts the public HTTP server. */
export async function openHttpServer(
  address: ListenAddress,
  { onRequest, onCheckContinue }: RequestListeners,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    onRequest,
  );
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('checkContinue', onCheckContinue);
  server.on('clientError', respondToClientError);
  followConnections(server);
  await listenAt(server, address);
  return { server, port: portOf(server) };
}
