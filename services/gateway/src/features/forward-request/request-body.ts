import { type IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { AppError } from '@tributary/errors';
import { KIB } from '@tributary/units';
import { type Call } from '../../workflows/call.ts';
import { drain } from '../../workflows/respond.ts';

/** What goes on to the service: nothing, all of a small body at once, or a stream. */
export type RequestBody = Buffer | Readable | null;

/**
 * Bodies up to this size are taken in before a connection to the service is used, so that slow
 * senders hold none; larger ones are streamed.
 */
const GATHER_UP_TO_BYTES = 64 * KIB;

const tooLarge = (limit: number): AppError =>
  new AppError('invalid', 'body_too_large', {
    httpStatus: 413,
    message: `The body is larger than ${String(limit)} bytes`,
  });

/** The caller went away; there is nobody to answer. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

function gather(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    const gone = (): void => {
      reject(new CallerGoneError());
    };
    req.on('error', gone);
    req.on('close', gone);
  });
}

/** The body as a stream that fails with 413 when more than `limit` bytes have come. */
function bounded(req: IncomingMessage, limit: number): Readable {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // The request itself must outlive its stream: the answer goes out on the same socket.
  stream.on('close', () => {
    req.unpipe(stream);
    drain({ req });
  });
  stream.on('error', () => undefined);
  return req.pipe(stream);
}

/**
 * Takes in or passes on a request's body, at most `limit` bytes of it. Returns at once where there
 * is none. @throws AppError 413; CallerGoneError
 */
export function receiveBody(call: Call, limit: number): RequestBody | Promise<RequestBody> {
  const { req, res, waitsForContinue } = call;
  const announced = req.headers['content-length'];
  const chunked = req.headers['transfer-encoding'] !== undefined;
  if (!chunked && (announced === undefined || announced === '0')) return null;
  const length = chunked ? Number.POSITIVE_INFINITY : Number(announced);
  if (!chunked && length > limit) throw tooLarge(limit);
  if (waitsForContinue) res.writeContinue();
  return length <= GATHER_UP_TO_BYTES ? gather(req) : bounded(req, limit);
}
