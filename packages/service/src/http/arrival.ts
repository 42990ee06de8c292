import { type IncomingMessage, type ServerResponse } from 'node:http';
import { CLIENT_IP_HEADER } from './headers.ts';
import { type ParsedInput, parseInput } from './parse-input.ts';
import { type RequestFacts, type Route } from './route.ts';

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** A request with its route. */
export interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The client's address: what the gateway states, else the other end of the connection. */
export const clientAddressOf = ({ headers, socket }: IncomingMessage): string =>
  firstOf(headers[CLIENT_IP_HEADER]) ?? socket.remoteAddress ?? '';

/** What a handler may read of a request. */
export function factsOf(req: IncomingMessage, requestId: string, rawBody: string): RequestFacts {
  const { method = '', url = '', headers } = req;
  return { method, url, ip: clientAddressOf(req), headers, rawBody, requestId };
}

/** Whether a route reads the body of its requests. */
export const takesBody = (route: Route): boolean =>
  route.body !== undefined || route.rawBody === true || route.binaryBody !== undefined;

/** Whether nothing has to be awaited before the route’s handler. */
export const isPlain = (route: Route): boolean =>
  route.allow === 'public' &&
  !takesBody(route) &&
  route.idempotent !== true &&
  route.countCall === undefined;

/** The parsed input of a request. @throws invalid */
export const inputOf = (route: Route, { req, params }: Arrival, rawBody: string): ParsedInput => {
  const { url = '', headers } = req;
  const mark = url.indexOf('?');
  return parseInput(route, {
    params,
    search: mark < 0 ? '' : url.slice(mark),
    rawBody,
    contentType: headers['content-type'],
  });
};
