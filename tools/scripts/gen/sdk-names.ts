/** The place of an operation in the SDK: `conversions` and `track` for `trackConversion`. */
export interface SdkName {
  readonly group: string;
  readonly method: string;
}

/** The nouns that have a group of their own. An operation belongs to the one with most words that its name contains. */
const NOUNS = [
  'Account AccountLink Affiliate AffiliateClaim AffiliateConversion AffiliatePayout Announcement ApiKey',
  'ApiRequest Application BrandClaim Claim ClaimSettings',
  'AttributionChange AuditEntry BillingProfile BrandAffiliate BrandConversion BrandReport BrowserScript',
  'BrandReportSchedule Campaign CampaignAttribution Click ClickStatement Commission CommissionConversion',
  'CommissionTier Conversion Coupon Creative CustomerData CustomerErasure Earnings ExchangeRate',
  'FraudAnalysis FraudHold FraudSettings HeldClick HeldPayout Impression Integration Invitation Ledger Link',
  'Notification NotificationPreferences OfferCreative OidcLink Offer OwnCoupon Passkey Payment Payout',
  'PayoutAccount PayoutBatch Postback Product PushKey PushSubscription Report ReportSchedule RestHook',
  'ScriptVersion SecondFactor Session TeamInvitation TeamMember TrackingNumber TrackingSecret TrackingSnippet User',
  'WebhookDeadLetter WebhookDelivery WebhookEndpoint WebhookEventType',
].flatMap((line) => line.split(' '));

/** The operations whose names do not contain their noun. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  applyToCampaign: 'campaigns.apply',
  checkInstall: 'tracking.checkInstall',
  compareAttributionModels: 'campaignAttribution.compareModels',
  endSessions: 'sessions.endAll',
  finishLogIn: 'auth.finishLogIn',
  getJwks: 'auth.getJwks',
  getLiveness: 'health.getLiveness',
  getReadiness: 'health.getReadiness',
  getSystemState: 'health.getSystemState',
  getTrackingHealth: 'tracking.getHealth',
  getTierStanding: 'commissionTiers.getStanding',
  getUnsubscribePage: 'notifications.getUnsubscribePage',
  getWebhookAnalytics: 'webhookEndpoints.getAnalytics',
  leaveTeam: 'teamMembers.leave',
  logIn: 'auth.logIn',
  logInByOidc: 'auth.logInByOidc',
  logInByPasskey: 'auth.logInByPasskey',
  logOut: 'auth.logOut',
  receiveOidcCallback: 'auth.receiveOidcCallback',
  receiveProviderCallback: 'payouts.receiveProviderCallback',
  receiveShopWebhook: 'integrations.receiveShopWebhook',
  recordVisit: 'clicks.recordVisit',
  renewRecoveryCodes: 'secondFactors.renewRecoveryCodes',
  requestPasswordReset: 'auth.requestPasswordReset',
  resendVerificationEmail: 'auth.resendVerificationEmail',
  resetPassword: 'auth.resetPassword',
  restoreEmail: 'auth.restoreEmail',
  rotateWebhookSecret: 'webhookEndpoints.rotateSecret',
  setPlatformTiers: 'commissionTiers.setPlatform',
  startOidcLogIn: 'auth.startOidcLogIn',
  startPasskeyLogIn: 'auth.startPasskeyLogIn',
  stepUp: 'auth.stepUp',
  trackCall: 'conversions.trackCall',
  trackMessage: 'conversions.trackMessage',
  trackPageOrder: 'conversions.trackPageOrder',
  trackPixelOrder: 'conversions.trackPixelOrder',
  trackPluginOrder: 'conversions.trackPluginOrder',
  trackPostback: 'conversions.trackPostback',
  trackPostbackByUrl: 'conversions.trackPostbackByUrl',
  unsubscribeFromEmails: 'notifications.unsubscribeFromEmails',
  verifyEmail: 'auth.verifyEmail',
};

const UNCOUNTABLE = /(s|Data|Attribution|Ledger)$/;

const pluralOf = (noun: string): string => {
  if (UNCOUNTABLE.test(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const wordsIn = (name: string): number => name.match(/[A-Z]/g)?.length ?? 0;

/** Every noun in the singular and the plural, those with most words first. */
const forms = NOUNS.map((noun) => ({ noun, plural: pluralOf(noun) })).toSorted(
  (one, other) => wordsIn(other.noun) - wordsIn(one.noun),
);

/** The name of a whole word: no letter of the same word follows. */
const occurs = (form: string): RegExp => new RegExp(`${form}(?![a-z])`);

/** The group and the method of an operation: the noun in its name, and what remains. */
export function sdkNameOf(operationId: string): SdkName {
  const [group, method] = (EXCEPTIONS[operationId] ?? '').split('.');
  if (group !== undefined && method !== undefined) return { group, method };
  for (const { noun, plural } of forms) {
    const form = [plural, noun].find((one) => occurs(one).test(operationId));
    if (form === undefined) continue;
    return { group: lowerFirst(plural), method: operationId.replace(occurs(form), '') };
  }
  const [verb = operationId] = /^[a-z]+/.exec(operationId) ?? [];
  const rest = operationId.slice(verb.length);
  if (rest === '') throw new Error(`${operationId} names no noun: give it a place in sdk-names.ts`);
  return { group: lowerFirst(pluralOf(rest)), method: verb };
}
