import { type IncomingMessage } from 'node:http';
import { OPERATION_HEADER } from './headers.ts';
import { type Reply, type Route } from './route.ts';

/** The reply with what answered it, where the gateway requests that. */
export const describedFor = (
  { headers }: IncomingMessage,
  { operationId, path }: Route,
  replied: Reply,
  errorCode = '',
): Reply =>
  headers[OPERATION_HEADER] === undefined
    ? replied
    : {
        ...replied,
        headers: {
          ...replied.headers,
          [OPERATION_HEADER]: `${operationId} ${path} ${errorCode}`.trimEnd(),
        },
      };
