import { type App, eraseAccountsWorker, type Route } from '@tributary/service';
import { type Deps } from './deps.ts';
import { cancelAccountDeletionRoute } from './features/cancel-account-deletion/cancel-account-deletion.route.ts';
import { eraseDeletedAccountsWorker } from './features/erase-deleted-accounts/erase-deleted-accounts.worker.ts';
import { exportAccountRoute } from './features/export-account/export-account.route.ts';
import { requestAccountDeletionRoute } from './features/request-account-deletion/request-account-deletion.route.ts';
import { createApiKeyRoute } from './features/create-api-key/create-api-key.route.ts';
import { deleteApiKeyRoute } from './features/delete-api-key/delete-api-key.route.ts';
import { endSessionRoute } from './features/end-session/end-session.route.ts';
import { endSessionsRoute } from './features/end-sessions/end-sessions.route.ts';
import { eraseAuditOriginsWorker } from './features/erase-audit-origins/erase-audit-origins.worker.ts';
import { exportAllAuditEntriesRoute } from './features/export-all-audit-entries/export-all-audit-entries.route.ts';
import { exportAuditEntriesRoute } from './features/export-audit-entries/export-audit-entries.route.ts';
import { getSystemStateRoute } from './features/get-system-state/get-system-state.route.ts';
import { listAllAuditEntriesRoute } from './features/list-all-audit-entries/list-all-audit-entries.route.ts';
import { listAuditEntriesRoute } from './features/list-audit-entries/list-audit-entries.route.ts';
import { publishAuditHeadsWorker } from './features/publish-audit-heads/publish-audit-heads.worker.ts';
import { recordAuditEntriesConsumer } from './features/record-audit-entries/record-audit-entries.consumer.ts';
import { exchangeApiKeyRpc } from './features/exchange-api-key/exchange-api-key.rpc.ts';
import { exchangeSessionCookieRpc } from './features/exchange-session-cookie/exchange-session-cookie.rpc.ts';
import { followAccountLinkRoute } from './features/follow-account-link/follow-account-link.route.ts';
import { getAccountLinkPageRoute } from './features/get-account-link-page/get-account-link-page.route.ts';
import { getAccountRoute } from './features/get-account/get-account.route.ts';
import { getJwksRoute } from './features/get-jwks/get-jwks.route.ts';
import { getManyRpc } from './features/get-many/get-many.rpc.ts';
import { listApiKeysRoute } from './features/list-api-keys/list-api-keys.route.ts';
import { listSessionsRoute } from './features/list-sessions/list-sessions.route.ts';
import { listUsersRoute } from './features/list-users/list-users.route.ts';
import { logInRoute } from './features/log-in/log-in.route.ts';
import { logOutRoute } from './features/log-out/log-out.route.ts';
import { getApiRequestRoute } from './features/get-api-request/get-api-request.route.ts';
import { listApiRequestsRoute } from './features/list-api-requests/list-api-requests.route.ts';
import { noteRequestsRpc } from './features/note-requests/note-requests.rpc.ts';
import { noteUsageRpc } from './features/note-usage/note-usage.rpc.ts';
import { refreshSessionRoute } from './features/refresh-session/refresh-session.route.ts';
import { refreshSigningKeysWorker } from './features/refresh-signing-keys/refresh-signing-keys.worker.ts';
import { registerAccountRoute } from './features/register-account/register-account.route.ts';
import { requestPasswordResetRoute } from './features/request-password-reset/request-password-reset.route.ts';
import { resendVerificationEmailRoute } from './features/resend-verification-email/resend-verification-email.route.ts';
import { resetPasswordRoute } from './features/reset-password/reset-password.route.ts';
import { restoreEmailRoute } from './features/restore-email/restore-email.route.ts';
import { sendPasswordResetsWorker } from './features/send-password-resets/send-password-resets.worker.ts';
import { republishRevocationsWorker } from './features/republish-revocations/republish-revocations.worker.ts';
import { republishSuspensionsWorker } from './features/republish-suspensions/republish-suspensions.worker.ts';
import { updateAccountRoute } from './features/update-account/update-account.route.ts';
import { getUserRoute } from './features/get-user/get-user.route.ts';
import { updateUserPlanRoute } from './features/update-user-plan/update-user-plan.route.ts';
import { verifyEmailRoute } from './features/verify-email/verify-email.route.ts';
import { updateUserStatusRoute } from './features/update-user-status/update-user-status.route.ts';
import { startPasskeyRegistrationRoute } from './features/start-passkey-registration/start-passkey-registration.route.ts';
import { createPasskeyRoute } from './features/create-passkey/create-passkey.route.ts';
import { listPasskeysRoute } from './features/list-passkeys/list-passkeys.route.ts';
import { updatePasskeyRoute } from './features/update-passkey/update-passkey.route.ts';
import { deletePasskeyRoute } from './features/delete-passkey/delete-passkey.route.ts';
import { startPasskeyLogInRoute } from './features/start-passkey-log-in/start-passkey-log-in.route.ts';
import { logInByPasskeyRoute } from './features/log-in-by-passkey/log-in-by-passkey.route.ts';
import { startOidcLogInRoute } from './features/start-oidc-log-in/start-oidc-log-in.route.ts';
import { receiveOidcCallbackRoute } from './features/receive-oidc-callback/receive-oidc-callback.route.ts';
import { logInByOidcRoute } from './features/log-in-by-oidc/log-in-by-oidc.route.ts';
import { startOidcLinkRoute } from './features/start-oidc-link/start-oidc-link.route.ts';
import { createOidcLinkRoute } from './features/create-oidc-link/create-oidc-link.route.ts';
import { listOidcLinksRoute } from './features/list-oidc-links/list-oidc-links.route.ts';
import { deleteOidcLinkRoute } from './features/delete-oidc-link/delete-oidc-link.route.ts';
import { acceptTeamInvitationRoute } from './features/accept-team-invitation/accept-team-invitation.route.ts';
import { createTeamInvitationRoute } from './features/create-team-invitation/create-team-invitation.route.ts';
import { getTeamInvitationPageRoute } from './features/get-team-invitation-page/get-team-invitation-page.route.ts';
import { leaveTeamRoute } from './features/leave-team/leave-team.route.ts';
import { listAccountsRoute } from './features/list-accounts/list-accounts.route.ts';
import { listTeamInvitationsRoute } from './features/list-team-invitations/list-team-invitations.route.ts';
import { listTeamMembersRoute } from './features/list-team-members/list-team-members.route.ts';
import { refuseTeamInvitationRoute } from './features/refuse-team-invitation/refuse-team-invitation.route.ts';
import { registerTeamMemberRoute } from './features/register-team-member/register-team-member.route.ts';
import { removeTeamMemberRoute } from './features/remove-team-member/remove-team-member.route.ts';
import { resendTeamInvitationRoute } from './features/resend-team-invitation/resend-team-invitation.route.ts';
import { revokeTeamInvitationRoute } from './features/revoke-team-invitation/revoke-team-invitation.route.ts';
import { switchAccountRoute } from './features/switch-account/switch-account.route.ts';
import { updateTeamMemberRoute } from './features/update-team-member/update-team-member.route.ts';
import { confirmSecondFactorRoute } from './features/confirm-second-factor/confirm-second-factor.route.ts';
import { disableSecondFactorRoute } from './features/disable-second-factor/disable-second-factor.route.ts';
import { enrolSecondFactorRoute } from './features/enrol-second-factor/enrol-second-factor.route.ts';
import { finishLogInRoute } from './features/finish-log-in/finish-log-in.route.ts';
import { getSecondFactorRoute } from './features/get-second-factor/get-second-factor.route.ts';
import { removeSecondFactorRoute } from './features/remove-second-factor/remove-second-factor.route.ts';
import { renewRecoveryCodesRoute } from './features/renew-recovery-codes/renew-recovery-codes.route.ts';
import { stepUpRoute } from './features/step-up/step-up.route.ts';

const rpcsOf = (deps: Deps) => [
  getManyRpc(deps),
  exchangeApiKeyRpc(deps),
  exchangeSessionCookieRpc(deps),
  noteUsageRpc(deps),
  noteRequestsRpc(deps),
];

const passkeyRoutes = (deps: Deps) => [
  startPasskeyRegistrationRoute(deps),
  createPasskeyRoute(deps),
  listPasskeysRoute(deps),
  updatePasskeyRoute(deps),
  deletePasskeyRoute(deps),
  startPasskeyLogInRoute(deps),
  logInByPasskeyRoute(deps),
];

/** Signing in and out, second factors and sessions. */
const signInRoutes = (deps: Deps): Route[] => [
  registerAccountRoute(deps),
  logInRoute(deps),
  finishLogInRoute(deps),
  stepUpRoute(deps),
  refreshSessionRoute(deps),
  logOutRoute(deps),
  listSessionsRoute(deps),
  endSessionRoute(deps),
  endSessionsRoute(deps),
  enrolSecondFactorRoute(deps),
  confirmSecondFactorRoute(deps),
  getSecondFactorRoute(deps),
  renewRecoveryCodesRoute(deps),
  disableSecondFactorRoute(deps),
];

/** The own account, its e-mail address and password. */
const accountRoutes = (deps: Deps): Route[] => [
  getAccountRoute(deps),
  updateAccountRoute(deps),
  exportAccountRoute(deps),
  requestAccountDeletionRoute(deps),
  cancelAccountDeletionRoute(deps),
  verifyEmailRoute(deps),
  resendVerificationEmailRoute(deps),
  restoreEmailRoute(deps),
  requestPasswordResetRoute(deps),
  resetPasswordRoute(deps),
  getAccountLinkPageRoute(deps),
  followAccountLinkRoute(deps),
];

/** API keys, and the keys that sign access tokens. */
const keyRoutes = (deps: Deps): Route[] => [
  createApiKeyRoute(deps),
  listApiKeysRoute(deps),
  listApiRequestsRoute(deps),
  getApiRequestRoute(deps),
  deleteApiKeyRoute(deps),
  getJwksRoute(deps),
];

/** The accounts of a login, their members and invitations. */
const teamRoutes = (deps: Deps): Route[] => [
  listAccountsRoute(deps),
  switchAccountRoute(deps),
  listTeamMembersRoute(deps),
  updateTeamMemberRoute(deps),
  removeTeamMemberRoute(deps),
  leaveTeamRoute(deps),
  createTeamInvitationRoute(deps),
  listTeamInvitationsRoute(deps),
  resendTeamInvitationRoute(deps),
  revokeTeamInvitationRoute(deps),
  getTeamInvitationPageRoute(deps),
  acceptTeamInvitationRoute(deps),
  registerTeamMemberRoute(deps),
  refuseTeamInvitationRoute(deps),
];

/** What administrators do to accounts. */
const adminRoutes = (deps: Deps): Route[] => [
  removeSecondFactorRoute(deps),
  listUsersRoute(deps),
  getUserRoute(deps),
  updateUserPlanRoute(deps),
  updateUserStatusRoute(deps),
];

const oidcRoutes = (deps: Deps) => [
  startOidcLogInRoute(deps),
  receiveOidcCallbackRoute(deps),
  logInByOidcRoute(deps),
  startOidcLinkRoute(deps),
  createOidcLinkRoute(deps),
  listOidcLinksRoute(deps),
  deleteOidcLinkRoute(deps),
];

const auditRoutes = (deps: Deps) => [
  listAuditEntriesRoute(deps),
  exportAuditEntriesRoute(deps),
  listAllAuditEntriesRoute(deps),
  getSystemStateRoute(deps),
  exportAllAuditEntriesRoute(deps),
];

const workers = (deps: Deps) => [
  publishAuditHeadsWorker(deps),
  eraseAuditOriginsWorker(deps),
  refreshSigningKeysWorker(deps),
  republishRevocationsWorker(deps),
  republishSuspensionsWorker(deps),
  sendPasswordResetsWorker(deps),
  eraseDeletedAccountsWorker(deps),
  eraseAccountsWorker(deps),
];

/** All routes, rpcs, consumers and workers of identity. */
export const app = (deps: Deps): App => ({
  routes: [
    ...signInRoutes(deps),
    ...passkeyRoutes(deps),
    ...oidcRoutes(deps),
    ...accountRoutes(deps),
    ...keyRoutes(deps),
    ...teamRoutes(deps),
    ...adminRoutes(deps),
    ...auditRoutes(deps),
  ],
  rpcs: rpcsOf(deps),
  consumers: [recordAuditEntriesConsumer(deps)],
  workers: workers(deps),
});
