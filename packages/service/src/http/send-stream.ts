import { type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { REQUEST_ID_HEADER } from './headers.ts';
import { type Reply } from './route.ts';

/** Streams under way in this process. An event stream has no end of its own: a stop ends it. */
const underWay = new Set<Readable>();

/** Sends a reply whose body is a stream, its head at once. False where the body is something else. */
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
  underWay.add(body);
  // Either end may go first; the other one is closed with it.
  pipeline(body, res, () => {
    underWay.delete(body);
    body.destroy();
  });
  return true;
}

/** Ends the streams under way, so that a stop need not wait for them. */
export function endStreams(): void {
  for (const stream of underWay) stream.destroy();
}
