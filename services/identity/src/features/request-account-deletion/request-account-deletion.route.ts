import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { currentPasswordField } from '../../views/account-fields.ts';
import { userResponse, userView } from '../../views/user-view.ts';
import { requestAccountDeletion } from './request-account-deletion.ts';

export const requestAccountDeletionRoute = (deps: Deps) =>
  route({
    operationId: 'requestAccountDeletion',
    method: 'post',
    path: '/api/auth/me/deletion',
    summary: 'Delete the caller’s own account after a time in which this can be taken back',
    description:
      'At once the account is suspended: its sessions, members and API keys stop working, a brand’s campaigns pause, and links redirect without earning. ' +
      'Payouts on schedule go on, so request a payout of the balance before. Until `deletion_due_at` (14 days) the owner can sign in only to take the deletion back; a link for it is mailed. ' +
      'Then personal data is erased in every service. Invoices, payouts and the ledger stay for 10 years; a balance below the minimum, and the debts of a brand, stay in the ledger.',
    allow: 'signed_in',
    permission: 'login:write',
    status: 202,
    body: z.strictObject({ current_password: currentPasswordField }),
    response: userResponse,
    errors: {
      wrong_current_password: 'The password is wrong (403)',
      account_suspended: 'An administrator has just suspended the account (403)',
      last_admin: 'The last administrator cannot leave (409)',
      rate_limit_exceeded: 'Too many wrong passwords',
    },
    handle: async ({ body, actor }) =>
      userView(await requestAccountDeletion(deps)(actor.memberId, body.current_password)),
  });
