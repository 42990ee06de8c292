import { type ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER } from './headers.ts';
import { type Reply } from './route.ts';
import { sendStream } from './send-stream.ts';
import { JSON_TYPE } from './shared-replies.ts';

/** The content to send, and whether it is JSON. */
function contentOf(body: unknown): { content: string | Buffer; isJson: boolean } {
  if (body === undefined) return { content: '', isJson: false };
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { content: body, isJson: false };
  return { content: JSON.stringify(body), isJson: true };
}

/** Head and body in one write, because two writes cost another system call. */
export function send(res: ServerResponse, requestId: string, answer: Reply): void {
  if (sendStream(res, requestId, answer)) return;
  const { status, headers, body } = answer;
  const head: string[] = [REQUEST_ID_HEADER, requestId];
  for (const name in headers) head.push(name, headers[name] ?? '');
  const { content, isJson } = contentOf(body);
  if (isJson) head.push('content-type', JSON_TYPE);
  if (status !== 204 && status !== 304) {
    head.push('content-length', String(Buffer.byteLength(content)));
  }
  res.writeHead(status, head);
  res.end(content);
}
