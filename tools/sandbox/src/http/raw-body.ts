import type { RequestHandler } from 'express';
import { Refusal } from './refusal.ts';

/**
 * Puts the bytes of the body, as they came, into `req.body`. Express's own reader refuses the
 * content encodings it cannot undo, and web push has one of its own.
 * @param maxBytes more answers 413
 */
export function readRawBody(maxBytes: number): RequestHandler {
  return async (req, _res, next) => {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of req) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      // What is too large is read to its end, so that the caller reads the answer.
      if (length <= maxBytes) chunks.push(bytes);
    }
    if (length > maxBytes) throw new Refusal(413, 'body_too_large', 'The body is too large.');
    req.body = Buffer.concat(chunks);
    next();
  };
}
