const session = 'the id of a login, which identity alone has and every answer of a sign-in proves';
const byMail = 'the id reaches its owner by e-mail, which a worker sends';
const filter = 'a filter of entries that identity alone has';
const onlyLarge = 'only large reports have one, and analytics alone has it';
const afterWorker = 'a worker makes it';
const authenticator = 'needs a person’s authenticator or provider; identity alone has the id';

/** Why a call with such an id is not tested: `operationId field`. */
export const exemptUses: Readonly<Record<string, string>> = {
  'logIn account_id': session,
  'logInByPasskey account_id': session,
  'logInByOidc account_id': session,
  'switchAccount account_id': session,
  'endSession session_id': session,
  'updatePasskey passkey_id': authenticator,
  'deletePasskey passkey_id': authenticator,
  'deleteOidcLink link_id': authenticator,
  'updateTeamMember member_id': byMail,
  'removeTeamMember member_id': byMail,
  'listAuditEntries member_id': filter,
  'exportAuditEntries member_id': filter,
  'listAllAuditEntries member_id': filter,
  'exportAllAuditEntries member_id': filter,
  'getPayoutInvoice payout_id': afterWorker,
  'getPayoutCreditNote payout_id': afterWorker,
  'retryWebhookDelivery endpoint_id': afterWorker,
  'retryWebhookDelivery event_id': afterWorker,
  'getPayoutBatch batch_id': afterWorker,
  'getApiRequest api_request_id':
    'the gateway reports the request later, and identity alone has it',
  'getWebhookDelivery endpoint_id': afterWorker,
  'getWebhookDelivery event_id': afterWorker,
  'getBrandReportExport report_id': onlyLarge,
  'getReportExport report_id': onlyLarge,
  'downloadReportExport report_id': afterWorker,
  'deletePushSubscription subscription_id': 'needs a browser; notification alone has the id',
};

const sameSession = 'returns the account that signs in';
const sameRecord = 'returns the record that it was given';
const sameKind = 'the same record as another operation creates';
const withoutUse = 'no operation takes the id';

/** Why what an operation creates is not tested. */
export const exemptCreators: Readonly<Record<string, string>> = {
  logIn: sameSession,
  finishLogIn: sameSession,
  refreshSession: sameSession,
  logInByPasskey: sameSession,
  logInByOidc: sameSession,
  switchAccount: sameSession,
  requestAccountDeletion: sameSession,
  verifyEmail: sameSession,
  acceptTeamInvitation: byMail,
  registerTeamMember: byMail,
  createPasskey: authenticator,
  createOidcLink: authenticator,
  resendTeamInvitation: sameRecord,
  applyAttributionChange: sameRecord,
  undoAttributionChange: sameRecord,
  disputeConversion: sameRecord,
  previewCampaignAttribution: sameRecord,
  cancelCommission: sameRecord,
  reviewFraudHold: sameRecord,
  releaseHeldPayout: sameRecord,
  refuseHeldPayout: sameRecord,
  retryPayout: sameRecord,
  rotateWebhookSecret: sameRecord,
  bulkCreateCoupons: sameKind,
  trackPageOrder: sameKind,
  recordVisit: sameKind,
  trackPostback: sameKind,
  trackCall: sameKind,
  trackMessage: sameKind,
  trackPluginOrder: sameKind,
  receiveShopWebhook: sameKind,
  createPayout: sameKind,
  sendNotification: sameKind,
  createPushSubscription: 'needs a browser',
  testWebhookEndpoint: withoutUse,
  retryWebhookDelivery: withoutUse,
  createAnnouncement: withoutUse,
  resetPassword: 'returns the keys that it ended',
};
