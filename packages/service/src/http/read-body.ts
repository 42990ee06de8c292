import { type IncomingMessage } from 'node:http';
import { AppError } from '@tributary/errors';

const tooLarge = (limit: number): AppError =>
  new AppError('invalid', 'body_too_large', {
    httpStatus: 413,
    message: `The body is larger than ${String(limit)} bytes`,
  });

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Uses events instead of an iterator, which takes a promise and a tick for each chunk. */
const gather = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const cutOff = (): void => {
      // Every request emits `close`; creating an error with its stack each time costs a fiftieth of
      // an order.
      if (request.readableEnded) return;
      reject(new AppError('invalid', 'body_cut_off', { message: 'The body is not complete' }));
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) {
        reject(tooLarge(limit));
        request.destroy();
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', cutOff);
    request.once('close', cutOff);
  });

/**
 * The body’s text, at most `limit` bytes. The text is unchanged, because signatures cover its
 * characters; with `bytes` each byte is one character (latin1).
 * @throws AppError 413, or 400 where it is not UTF-8 or is compressed
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  kind: 'text' | 'bytes' = 'text',
): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('invalid', 'unsupported_encoding', {
      httpStatus: 415,
      message: 'The body must not be compressed',
    });
  }
  const bytes = await gather(request, limit);
  if (kind === 'bytes') return bytes.toString('latin1');
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new AppError('invalid', 'malformed_text', { message: 'The body is not valid UTF-8' });
  }
}
