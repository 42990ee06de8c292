import { type IncomingMessage } from 'node:http';
import { type AppError } from '@tributary/errors';
import {
  requireHttpCaller,
  SERVICE_TOKEN_HEADER,
  type ServiceTokens,
} from '@tributary/service-tokens';
import { type ServiceId } from '@tributary/catalog';
import { type RefusedServiceCall } from '../run/refused-call.ts';
import { CLIENT_IP_HEADER, SERVICE_TOKEN_SCHEME } from './headers.ts';

/** Errors of the calling service's own token. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  'service_token_required',
  'invalid_service_token',
]);

/** The `WWW-Authenticate` scheme of an error: whose token is missing or wrong. */
export const schemeOf = (code: string): string =>
  TOKEN_ERRORS.has(code) ? SERVICE_TOKEN_SCHEME : 'Bearer';

/** Recognises who sent a request. @throws unauthenticated, forbidden where that is nobody who may call */
export type RecogniseCaller = (req: IncomingMessage, operationId: string | undefined) => void;

interface Parts {
  readonly tokens: Pick<ServiceTokens, 'callerOf'>;
  /** Called for a request that is refused. */
  readonly onRefused: (refused: RefusedServiceCall) => void;
}

/**
 * Requests come from the gateway, or from the services that the table of callers names. The client's
 * address is believed from the gateway alone.
 */
export function recogniseCallers({ tokens, onRefused }: Parts): RecogniseCaller {
  return (req, operationId) => {
    let caller: ServiceId | undefined;
    try {
      caller = tokens.callerOf(req.headers[SERVICE_TOKEN_HEADER]);
      if (caller !== undefined) requireHttpCaller(operationId, caller);
    } catch (error) {
      const { code, message: reason } = error as AppError;
      const operation = operationId ?? 'unknown';
      const peer = req.socket.remoteAddress ?? '';
      onRefused({ transport: 'http', operation, caller, code, reason, peer });
      throw error;
    }
    if (caller !== 'gateway') req.headers[CLIENT_IP_HEADER] = undefined;
  };
}
