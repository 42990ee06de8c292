import { SECOND_MS } from '@tributary/units';
import { CALL_TERMS } from '../call-deadline.ts';
import { route } from '../http/route.ts';
import { type OwnState } from './own-state.ts';
import { serviceStateSchema } from './service-state.ts';

/** No path of the gateway. */
export const STATE_PATH = '/service-state';

/** How long identity waits for it, ms. */
export const STATE_TIMEOUT_MS = 4 * SECOND_MS;

/** Answers identity, for an administrator, with the state of this service. */
export const serviceStateRoute = ({ read }: Pick<OwnState, 'read'>) =>
  route({
    operationId: 'getServiceState',
    method: 'get',
    path: STATE_PATH,
    summary: 'The state of this service',
    allow: ['admin'],
    permission: 'platform:read',
    internal: true,
    deadline: { ...CALL_TERMS, maxMs: STATE_TIMEOUT_MS },
    response: serviceStateSchema,
    handle: () => read(),
  });
