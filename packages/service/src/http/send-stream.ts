import { type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { REQUEST_ID_HEADER } from './headers.ts';
import { type Reply } from './route.ts';

/** Open streams of this process. An event stream has no end, so a stop ends it. */
const open = new Set<Readable>();

/**
 * Sends a reply with a stream as its body, the head at once. False where the body is not a stream.
 */
export function sendStream(
  res: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
): boolean {
  if (!(body instanceof Readable)) return false;
  res.statusCode = status;
  res.setHeader(REQUEST_ID_HEADER, requestId);
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  if (res.req.method === 'HEAD') {
    body.destroy();
    res.end();
    return true;
  }
  res.flushHeaders();
  open.add(body);
  // Either end may close first; the other is closed with it.
  pipeline(body, res, () => {
    open.delete(body);
    body.destroy();
  });
  return true;
}

/** Ends the open streams, so that a stop need not wait for them. */
export function endStreams(): void {
  for (const stream of open) stream.destroy();
}
