import { Readable } from 'node:stream';
import { ACCOUNT_DATA_TYPE, reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { exportAccount } from './export-account.ts';

export const exportAccountRoute = (deps: Deps) =>
  route({
    operationId: 'exportAccount',
    method: 'post',
    path: '/api/auth/me/export',
    summary: 'The data of the caller’s own account in all services, as a file',
    description:
      'JSON Lines: each line is a record with `service`, `collection` and `data`. Without secrets and without data of other persons. ' +
      'Also while the deletion of the account is pending. The file is complete if the response ends without an error.',
    allow: 'signed_in',
    permission: 'deletion:read',
    stepUp: true,
    limits: ['RATE_LIMIT_ACCOUNT_EXPORTS_PER_DAY'],
    errors: {
      rate_limit_exceeded: 'Too many exports today',
      account_data_unavailable: 'A service cannot answer at the moment (503)',
    },
    handle: async ({ actor, request }) => {
      const { authorization } = request.headers;
      const lines = await exportAccount(deps)(actor.id, String(authorization));
      return reply(200, {
        body: Readable.from(lines),
        headers: {
          'content-type': ACCOUNT_DATA_TYPE,
          'content-disposition': 'attachment; filename="account.jsonl"',
          'cache-control': 'no-store',
        },
      });
    },
  });
