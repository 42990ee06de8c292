import { type IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { AppError } from '@tributary/errors';
import { KIB } from '@tributary/units';
import { type Call } from '../../workflows/call.ts';
import { discardBody } from '../../workflows/respond.ts';

/** The body for the service: none, all of a small body, or a stream. */
export type RequestBody = Buffer | Readable | null;

/**
 * Bodies up to this size are buffered before a connection to the service is used, so that slow senders
 * occupy none. Larger bodies are streamed.
 */
const MAX_BUFFERED_BYTES = 64 * KIB;

const tooLarge = (limit: number): AppError =>
  new AppError('invalid', 'body_too_large', {
    httpStatus: 413,
    message: `The body is larger than ${String(limit)} bytes`,
  });

/** The caller disconnected. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

function buffer(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    const rejectGone = (): void => {
      reject(new CallerGoneError());
    };
    req.on('error', rejectGone);
    req.on('close', rejectGone);
  });
}

/** The body as a stream that fails with 413 above `limit` bytes. */
function bounded(req: IncomingMessage, limit: number): Readable {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // The request must outlive its stream, because the response uses the same socket.
  stream.on('close', () => {
    req.unpipe(stream);
    discardBody({ req });
  });
  stream.on('error', () => undefined);
  return req.pipe(stream);
}

/** Buffers or streams a request's body of at most `limit` bytes. @throws AppError 413; CallerGoneError */
export function receiveBody(call: Call, limit: number): RequestBody | Promise<RequestBody> {
  const { req, res, waitsForContinue } = call;
  const contentLength = req.headers['content-length'];
  const chunked = req.headers['transfer-encoding'] !== undefined;
  if (!chunked && (contentLength === undefined || contentLength === '0')) return null;
  const length = chunked ? Number.POSITIVE_INFINITY : Number(contentLength);
  if (!chunked && length > limit) throw tooLarge(limit);
  if (waitsForContinue) res.writeContinue();
  return length <= MAX_BUFFERED_BYTES ? buffer(req) : bounded(req, limit);
}
