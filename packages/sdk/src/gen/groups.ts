import { type CallOptions } from '../call-options.ts';
import { type List } from '../list.ts';
import { type Signed } from '../signing.ts';
import { type components } from './schemas.ts';

/** The records, bodies, queries and answers of the API, by their names in its document. */
export type Schemas = components['schemas'];

/** Every event that webhooks deliver; `event` names it. */
export type WebhookEvent =
  | Schemas['AffiliateRegisteredEvent']
  | Schemas['AffiliateVerifiedEvent']
  | Schemas['AffiliateSuspendedEvent']
  | Schemas['AffiliateActivatedEvent']
  | Schemas['AffiliateProfileUpdatedEvent']
  | Schemas['AffiliateTierChangedEvent']
  | Schemas['CampaignCreatedEvent']
  | Schemas['CampaignUpdatedEvent']
  | Schemas['CampaignActivatedEvent']
  | Schemas['CampaignPausedEvent']
  | Schemas['CampaignEndedEvent']
  | Schemas['CampaignAffiliateJoinedEvent']
  | Schemas['CampaignAffiliateLeftEvent']
  | Schemas['LinkCreatedEvent']
  | Schemas['LinkClickedEvent']
  | Schemas['LinkDeactivatedEvent']
  | Schemas['LinkPerformanceThresholdEvent']
  | Schemas['ConversionTrackedEvent']
  | Schemas['ConversionApprovedEvent']
  | Schemas['ConversionRejectedEvent']
  | Schemas['ConversionDisputedEvent']
  | Schemas['ConversionReplacedEvent']
  | Schemas['ClaimReceivedEvent']
  | Schemas['ClaimDecidedEvent']
  | Schemas['CommissionCreatedEvent']
  | Schemas['CommissionEarnedEvent']
  | Schemas['CommissionPendingEvent']
  | Schemas['CommissionApprovedEvent']
  | Schemas['CommissionPaidEvent']
  | Schemas['CommissionAdjustedEvent']
  | Schemas['CommissionBulkUpdatedEvent']
  | Schemas['PaymentInitiatedEvent']
  | Schemas['PaymentProcessingEvent']
  | Schemas['PaymentCompletedEvent']
  | Schemas['PaymentFailedEvent']
  | Schemas['PaymentRefundedEvent']
  | Schemas['PayoutBatchCreatedEvent']
  | Schemas['PayoutBatchProcessingEvent']
  | Schemas['PayoutBatchCompletedEvent']
  | Schemas['PayoutBatchFailedEvent']
  | Schemas['PayoutCompletedEvent']
  | Schemas['PayoutFailedEvent']
  | Schemas['ApplicationSubmittedEvent']
  | Schemas['ApplicationApprovedEvent']
  | Schemas['ApplicationRejectedEvent']
  | Schemas['BrandRegisteredEvent']
  | Schemas['BrandVerifiedEvent']
  | Schemas['BrandSuspendedEvent']
  | Schemas['BrandProductAddedEvent']
  | Schemas['BrandProductUpdatedEvent']
  | Schemas['FraudDetectedEvent']
  | Schemas['FraudConfirmedEvent']
  | Schemas['FraudResolvedEvent']
  | Schemas['SuspiciousActivityEvent']
  | Schemas['AnalyticsReportReadyEvent']
  | Schemas['PerformanceMilestoneEvent']
  | Schemas['RevenueThresholdReachedEvent']
  | Schemas['IntegrationConnectedEvent']
  | Schemas['IntegrationDisconnectedEvent']
  | Schemas['IntegrationErrorEvent']
  | Schemas['IntegrationSyncCompletedEvent']
  | Schemas['SystemMaintenanceEvent']
  | Schemas['SystemUpdateEvent']
  | Schemas['ApiLimitWarningEvent']
  | Schemas['ApiLimitExceededEvent'];

export interface AccountLinks {
  /** The form of a mailed link. `POST /account/{page}` */
  readonly follow: (page: string, options?: CallOptions) => Promise<Response>;
  /** The page behind a link that was mailed to the owner of an account. `GET /account/{page}` */
  readonly getPage: (page: string, query: Schemas['GetAccountLinkPageQuery'], options?: CallOptions) => Promise<Response>;
}

export interface Accounts {
  /** Take the deletion of the caller’s own account back. `DELETE /api/auth/me/deletion` */
  readonly cancelDeletion: (options?: CallOptions) => Promise<Schemas['User']>;
  /** The data of the caller’s own account in all services, as a file. `POST /api/auth/me/export` */
  readonly export: (options?: CallOptions) => Promise<Response>;
  /** The caller’s own account. `GET /api/auth/me` */
  readonly get: (options?: CallOptions) => Promise<Schemas['User']>;
  /** The accounts in which the caller’s login may act, its own first. `GET /api/auth/accounts` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListAccountsResponse']>;
  /** Register an account. `POST /api/auth/register` */
  readonly register: (body: Schemas['RegisterAccountRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Delete the caller’s own account after a time in which this can be taken back. `POST /api/auth/me/deletion` */
  readonly requestDeletion: (body: Schemas['RequestAccountDeletionRequest'], options?: CallOptions) => Promise<Schemas['User']>;
  /** Act for another of the login’s accounts. `POST /api/auth/switch` */
  readonly switch: (body: Schemas['SwitchAccountRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Update the caller’s own account. `PUT /api/auth/me` */
  readonly update: (body?: Schemas['UpdateAccountRequest'], options?: CallOptions) => Promise<Schemas['UpdateAccountResponse']>;
}

export interface AffiliateClaims {
  /** One claim of the affiliate to a missing order. `GET /api/affiliate/claims/{claim_id}` */
  readonly get: (claimId: string, options?: CallOptions) => Promise<Schemas['GetAffiliateClaimResponse']>;
  /** The affiliate’s claims to missing orders, newest first. `GET /api/affiliate/claims` */
  readonly list: (query?: Schemas['ListAffiliateClaimsQuery'], options?: CallOptions) => List<Schemas['ListAffiliateClaimsResponse'], Schemas['ListAffiliateClaimsResponse']['data']['claims'][number]>;
}

export interface AffiliateConversions {
  /** A conversion of the affiliate. `GET /api/affiliate/conversions/{conversion_id}` */
  readonly get: (conversionId: string, options?: CallOptions) => Promise<Schemas['GetAffiliateConversionResponse']>;
  /** The affiliate’s conversions, newest first. `GET /api/affiliate/conversions` */
  readonly list: (query?: Schemas['ListAffiliateConversionsQuery'], options?: CallOptions) => List<Schemas['ListAffiliateConversionsResponse'], Schemas['ListAffiliateConversionsResponse']['data']['conversions'][number]>;
}

export interface AffiliatePayouts {
  /** The affiliate’s payouts, newest first. `GET /api/affiliate/payouts` */
  readonly list: (query?: Schemas['ListAffiliatePayoutsQuery'], options?: CallOptions) => List<Schemas['AffiliatePayout'][], Schemas['AffiliatePayout']>;
}

export interface Affiliates {
  /** Clicks, conversions, earnings and EPC, with the period before. `GET /api/affiliate/analytics/performance` */
  readonly getPerformance: (query?: Schemas['GetAffiliatePerformanceQuery'], options?: CallOptions) => Promise<Schemas['GetAffiliatePerformanceResponse']>;
  /** Invites an affiliate, whose application is then approved at once. `POST /api/brand/campaigns/{campaign_id}/invitations` */
  readonly invite: (campaignId: string, body: Schemas['InviteAffiliateRequest'], options?: CallOptions) => Promise<Schemas['Invitation']>;
  /** The directory of affiliates, by name. `GET /api/brand/affiliates` */
  readonly list: (query?: Schemas['ListAffiliatesQuery'], options?: CallOptions) => List<Schemas['ListAffiliatesResponse'], Schemas['ListAffiliatesResponse']['affiliates'][number]>;
}

export interface Announcements {
  /** Announce maintenance or a change to every endpoint that subscribes to it. `POST /api/admin/announcements` */
  readonly create: (body: Schemas['CreateAnnouncementRequest'], options?: CallOptions) => Promise<Schemas['CreateAnnouncementResponse']>;
}

export interface ApiKeys {
  /** Create an API key. `POST /api/auth/api-keys` */
  readonly create: (body: Schemas['CreateApiKeyRequest'], options?: CallOptions) => Promise<Schemas['CreateApiKeyResponse']>;
  /** Delete an API key. `DELETE /api/auth/api-keys/{api_key_id}` */
  readonly delete: (apiKeyId: string, options?: CallOptions) => Promise<Schemas['DeleteApiKeyResponse']>;
  /** The caller’s API keys. `GET /api/auth/api-keys` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListApiKeysResponse']>;
}

export interface ApiRequests {
  /** One request that was made with an API key of the account. `GET /api/auth/api-requests/{api_request_id}` */
  readonly get: (apiRequestId: string, options?: CallOptions) => Promise<Schemas['ApiRequest']>;
  /** The last requests that were made with the account’s API keys, newest first. `GET /api/auth/api-requests` */
  readonly list: (query?: Schemas['ListApiRequestsQuery'], options?: CallOptions) => List<Schemas['ListApiRequestsResponse'], Schemas['ListApiRequestsResponse']['requests'][number]>;
}

export interface Applications {
  /** An application to a campaign of the caller. `GET /api/brand/applications/{application_id}` */
  readonly get: (applicationId: string, options?: CallOptions) => Promise<Schemas['Applicant']>;
  /** Applications to the caller’s campaigns, newest first. `GET /api/brand/applications` */
  readonly list: (query?: Schemas['ListApplicationsQuery'], options?: CallOptions) => List<Schemas['ListApplicationsResponse'], Schemas['ListApplicationsResponse']['applications'][number]>;
  /** Approves or rejects an application. `PUT /api/brand/applications/{application_id}/review` */
  readonly review: (applicationId: string, body: Schemas['ReviewApplicationRequest'], options?: CallOptions) => Promise<Schemas['Application']>;
}

export interface AttributionChanges {
  /** Applies a previewed switch of the attribution model (Pro tier or higher). `POST /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/apply` */
  readonly apply: (campaignId: string, changeId: string, body: Schemas['ApplyAttributionChangeRequest'], options?: CallOptions) => Promise<Schemas['ApplyAttributionChangeResponse']>;
  /** Prepares a switch of the attribution model over a past period (Pro tier or higher). `POST /api/brand/conversions/campaigns/{campaign_id}/attribution/changes` */
  readonly create: (campaignId: string, body: Schemas['CreateAttributionChangeRequest'], options?: CallOptions) => Promise<Schemas['CreateAttributionChangeResponse']>;
  /** An attribution change with its progress and what it moves for each affiliate. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}` */
  readonly get: (campaignId: string, changeId: string, options?: CallOptions) => Promise<Schemas['GetAttributionChangeResponse']>;
  /** The attribution changes of a campaign, newest first. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution/changes` */
  readonly list: (campaignId: string, query?: Schemas['ListAttributionChangesQuery'], options?: CallOptions) => List<Schemas['ListAttributionChangesResponse'], Schemas['ListAttributionChangesResponse']['data'][number]>;
  /** What an attribution change moves of each conversion, and what it skips and why. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/conversions` */
  readonly listConversions: (campaignId: string, changeId: string, query?: Schemas['ListAttributionChangeConversionsQuery'], options?: CallOptions) => List<Schemas['ListAttributionChangeConversionsResponse'], Schemas['ListAttributionChangeConversionsResponse']['data'][number]>;
  /** Takes an applied switch of the attribution model back. `POST /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/undo` */
  readonly undo: (campaignId: string, changeId: string, options?: CallOptions) => Promise<Schemas['UndoAttributionChangeResponse']>;
}

export interface AuditEntries {
  /** The audit log of the account as a file. `GET /api/audit/export` */
  readonly export: (query?: Schemas['ExportAuditEntriesQuery'], options?: CallOptions) => Promise<Response>;
  /** The audit log of all chains, or of one, as a file. `GET /api/admin/audit/export` */
  readonly exportAll: (query?: Schemas['ExportAllAuditEntriesQuery'], options?: CallOptions) => Promise<Response>;
  /** The audit log of the account, newest first. `GET /api/audit` */
  readonly list: (query?: Schemas['ListAuditEntriesQuery'], options?: CallOptions) => List<Schemas['AuditPage'], Schemas['AuditPage']['entries'][number]>;
  /** The audit log of one chain, newest first. `GET /api/admin/audit` */
  readonly listAll: (query?: Schemas['ListAllAuditEntriesQuery'], options?: CallOptions) => List<Schemas['AuditPage'], Schemas['AuditPage']['entries'][number]>;
}

export interface Auth {
  /** Sign in by the second factor. `POST /api/auth/login/second-factor` */
  readonly finishLogIn: (body: Schemas['FinishLogInRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** The public keys that verify access tokens. `GET /.well-known/jwks.json` */
  readonly getJwks: (options?: CallOptions) => Promise<Schemas['GetJwksResponse']>;
  /** Sign in. `POST /api/auth/login` */
  readonly logIn: (body: Schemas['LogInRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Sign in by the code of a redirect. `POST /api/auth/oidc/session` */
  readonly logInByOidc: (body: Schemas['LogInByOidcRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Sign in by a passkey. `POST /api/auth/login/passkey` */
  readonly logInByPasskey: (body: Schemas['LogInByPasskeyRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Sign out. `POST /api/auth/logout` */
  readonly logOut: (body?: Schemas['LogOutRequest'], options?: CallOptions) => Promise<Schemas['LogOutResponse']>;
  /** The return from the OpenID provider. `GET /api/auth/oidc/callback` */
  readonly receiveOidcCallback: (options?: CallOptions) => Promise<Response>;
  /** Request a link to set a new password. `POST /api/auth/forgot-password` */
  readonly requestPasswordReset: (body: Schemas['RequestPasswordResetRequest'], options?: CallOptions) => Promise<Schemas['RequestPasswordResetResponse']>;
  /** Mail the caller another link to prove the e-mail address. `POST /api/auth/verify-email/resend` */
  readonly resendVerificationEmail: (options?: CallOptions) => Promise<Schemas['ResendVerificationEmailResponse']>;
  /** Set a new password by a mailed token. `POST /api/auth/reset-password` */
  readonly resetPassword: (body: Schemas['ResetPasswordRequest'], options?: CallOptions) => Promise<Schemas['ResetPasswordResponse']>;
  /** Take back a change of the e-mail address by the token mailed to the former address. `POST /api/auth/restore-email` */
  readonly restoreEmail: (body: Schemas['RestoreEmailRequest'], options?: CallOptions) => Promise<Schemas['RestoreEmailResponse']>;
  /** Sign in at the OpenID provider. `GET /api/auth/oidc/start` */
  readonly startOidcLogIn: (options?: CallOptions) => Promise<Response>;
  /** Begin to sign in by a passkey. `POST /api/auth/login/passkey/options` */
  readonly startPasskeyLogIn: (options?: CallOptions) => Promise<Schemas['PasskeyChallenge']>;
  /** Prove again who calls. `POST /api/auth/step-up` */
  readonly stepUp: (body: Schemas['StepUpRequest'], options?: CallOptions) => Promise<Schemas['StepUpResponse']>;
  /** Prove an e-mail address by the token that was mailed there. `POST /api/auth/verify-email` */
  readonly verifyEmail: (body: Schemas['VerifyEmailRequest'], options?: CallOptions) => Promise<Schemas['User']>;
}

export interface BillingProfiles {
  /** The affiliate’s name, address and tax number for invoices. `GET /api/payouts/billing-profile` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetBillingProfileResponse']>;
  /** Name, address and tax number for invoices. `PUT /api/payouts/billing-profile` */
  readonly update: (body?: Schemas['UpdateBillingProfileRequest'], options?: CallOptions) => Promise<Schemas['UpdateBillingProfileResponse']>;
}

export interface BrandAffiliates {
  /** An affiliate of the brand, with what the affiliate brought and cost. `GET /api/brand/affiliates/{affiliate_id}` */
  readonly get: (affiliateId: string, query?: Schemas['GetBrandAffiliateQuery'], options?: CallOptions) => Promise<Schemas['GetBrandAffiliateResponse']>;
}

export interface BrandClaims {
  /** One claim of an affiliate to a missing order of the brand. `GET /api/brand/claims/{claim_id}` */
  readonly get: (claimId: string, options?: CallOptions) => Promise<Schemas['GetBrandClaimResponse']>;
  /** Affiliates’ claims to missing orders of the brand, newest first. `GET /api/brand/claims` */
  readonly list: (query?: Schemas['ListBrandClaimsQuery'], options?: CallOptions) => List<Schemas['ListBrandClaimsResponse'], Schemas['ListBrandClaimsResponse']['data']['claims'][number]>;
}

export interface BrandConversions {
  /** A conversion of the brand. `GET /api/brand/conversions/{conversion_id}` */
  readonly get: (conversionId: string, options?: CallOptions) => Promise<Schemas['GetBrandConversionResponse']>;
  /** The brand’s conversions, newest first. `GET /api/brand/conversions` */
  readonly list: (query?: Schemas['ListBrandConversionsQuery'], options?: CallOptions) => List<Schemas['ListBrandConversionsResponse'], Schemas['ListBrandConversionsResponse']['data']['conversions'][number]>;
}

export interface BrandReportSchedules {
  /** Has a report of a brand sent by itself, daily, weekly or monthly. `POST /api/brand/reports/schedules` */
  readonly create: (body: Schemas['CreateBrandReportScheduleRequest'], options?: CallOptions) => Promise<Schemas['BrandReportSchedule']>;
  /** Has a report of a brand sent no more. `DELETE /api/brand/reports/schedules/{schedule_id}` */
  readonly delete: (scheduleId: string, options?: CallOptions) => Promise<Schemas['DeleteBrandReportScheduleResponse']>;
  /** A report of a brand that comes by itself. `GET /api/brand/reports/schedules/{schedule_id}` */
  readonly get: (scheduleId: string, options?: CallOptions) => Promise<Schemas['BrandReportSchedule']>;
  /** The reports of a brand that come by themselves, newest first. `GET /api/brand/reports/schedules` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListBrandReportSchedulesResponse']>;
  /** Changes a report of a brand that comes by itself; what is left out stays. `PUT /api/brand/reports/schedules/{schedule_id}` */
  readonly update: (scheduleId: string, body?: Schemas['UpdateBrandReportScheduleRequest'], options?: CallOptions) => Promise<Schemas['BrandReportSchedule']>;
}

export interface BrandReports {
  /** A brand’s report as CSV, PDF or Excel file. `GET /api/brand/reports/export` */
  readonly export: (query: Schemas['ExportBrandReportQuery'], options?: CallOptions) => Promise<Response>;
  /** A brand’s conversions, commissions, payouts due, or affiliates. `GET /api/brand/reports` */
  readonly get: (query?: Schemas['GetBrandReportQuery'], options?: CallOptions) => List<Schemas['GetBrandReportResponse'], Schemas['GetBrandReportResponse']['rows'][number]>;
  /** How far a report of a brand is that is written in the background. `GET /api/brand/reports/exports/{report_id}` */
  readonly getExport: (reportId: string, options?: CallOptions) => Promise<Schemas['GetBrandReportExportResponse']>;
}

export interface BrowserScripts {
  /** The script of the shop’s pages. `GET /t/{file}` */
  readonly get: (file: string, query?: Schemas['GetBrowserScriptQuery'], options?: CallOptions) => Promise<Response>;
}

export interface CampaignAttribution {
  /** All six models side by side. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution/comparison` */
  readonly compareModels: (campaignId: string, query: Schemas['CompareAttributionModelsQuery'], options?: CallOptions) => Promise<Schemas['CompareAttributionModelsResponse']>;
  /** Current and earlier attribution settings of a campaign. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution` */
  readonly get: (campaignId: string, options?: CallOptions) => Promise<Schemas['GetCampaignAttributionResponse']>;
  /** What conversions would have paid under another model. `POST /api/brand/conversions/campaigns/{campaign_id}/attribution/preview` */
  readonly preview: (campaignId: string, body: Schemas['PreviewCampaignAttributionRequest'], options?: CallOptions) => Promise<Schemas['PreviewCampaignAttributionResponse']>;
  /** Sets how a campaign’s conversions are credited. `PUT /api/brand/conversions/campaigns/{campaign_id}/attribution` */
  readonly update: (campaignId: string, body: Schemas['UpdateCampaignAttributionRequest'], options?: CallOptions) => Promise<Schemas['UpdateCampaignAttributionResponse']>;
}

export interface Campaigns {
  /** Applies to a campaign. `POST /api/affiliate/campaigns/{campaign_id}/apply` */
  readonly apply: (campaignId: string, body?: Schemas['ApplyToCampaignRequest'], options?: CallOptions) => Promise<Schemas['Application']>;
  /** Creates a campaign. `POST /api/brand/campaigns` */
  readonly create: (body: Schemas['CreateCampaignRequest'], options?: CallOptions) => Promise<Schemas['Campaign']>;
  /** One of the caller’s campaigns. `GET /api/brand/campaigns/{campaign_id}` */
  readonly get: (campaignId: string, options?: CallOptions) => Promise<Schemas['Campaign']>;
  /** What a campaign brought and cost. `GET /api/brand/campaigns/{campaign_id}/performance` */
  readonly getPerformance: (campaignId: string, query?: Schemas['GetCampaignPerformanceQuery'], options?: CallOptions) => Promise<Schemas['GetCampaignPerformanceResponse']>;
  /** Leaves a campaign, or withdraws an application. `DELETE /api/affiliate/campaigns/{campaign_id}/membership` */
  readonly leave: (campaignId: string, options?: CallOptions) => Promise<Schemas['LeaveCampaignResponse']>;
  /** The caller’s campaigns, newest first. `GET /api/brand/campaigns` */
  readonly list: (query?: Schemas['ListCampaignsQuery'], options?: CallOptions) => List<Schemas['ListCampaignsResponse'], Schemas['ListCampaignsResponse']['campaigns'][number]>;
  /** Removes an affiliate from a campaign. `DELETE /api/brand/campaigns/{campaign_id}/members/{affiliate_id}` */
  readonly removeMember: (campaignId: string, affiliateId: string, options?: CallOptions) => Promise<Schemas['RemoveCampaignMemberResponse']>;
  /** Give one of the caller’s campaigns tiers of its own, from now on. `PUT /api/commission-tiers/campaigns/{campaign_id}` */
  readonly setTiers: (campaignId: string, body: Schemas['SetCampaignTiersRequest'], options?: CallOptions) => Promise<Schemas['TierScheme']>;
  /** Updates a campaign or its status. `PUT /api/brand/campaigns/{campaign_id}` */
  readonly update: (campaignId: string, body?: Schemas['UpdateCampaignRequest'], options?: CallOptions) => Promise<Schemas['Campaign']>;
}

export interface ClaimSettings {
  /** How the brand handles claims to missing orders. `GET /api/brand/claims/settings` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetClaimSettingsResponse']>;
  /** Change how the brand handles claims to missing orders. `PUT /api/brand/claims/settings` */
  readonly update: (body: Schemas['UpdateClaimSettingsRequest'], options?: CallOptions) => Promise<Schemas['UpdateClaimSettingsResponse']>;
}

export interface Claims {
  /** Claim a missing order. `POST /api/affiliate/claims` */
  readonly create: (body: Schemas['CreateClaimRequest'], options?: CallOptions) => Promise<Schemas['CreateClaimResponse']>;
  /** Accept or refuse a claim to a missing order. `PUT /api/brand/claims/{claim_id}/decision` */
  readonly decide: (claimId: string, body: Schemas['DecideClaimRequest'], options?: CallOptions) => Promise<Schemas['DecideClaimResponse']>;
}

export interface ClickStatements {
  /** Payable, held and refused clicks and impressions by affiliate, campaign and day. `GET /api/commissions/click-statements` */
  readonly list: (query?: Schemas['ListClickStatementsQuery'], options?: CallOptions) => List<Schemas['ListClickStatementsResponse'], Schemas['ListClickStatementsResponse']['statements'][number]>;
}

export interface Clicks {
  /** Clicks on the affiliate’s links, newest first. `GET /api/affiliate/analytics/clicks` */
  readonly list: (query?: Schemas['ListClicksQuery'], options?: CallOptions) => List<Schemas['ListClicksResponse'], Schemas['ListClicksResponse']['clicks'][number]>;
  /** Record the visit of a landing page that names a link. `POST /t/v` */
  readonly recordVisit: (body: Schemas['RecordVisitRequest'], options?: CallOptions) => Promise<Schemas['RecordedVisit']>;
  /** Set the cookie of a click from the server. `POST /t/k` */
  readonly setCookie: (body: Schemas['SetClickCookieRequest'], options?: CallOptions) => Promise<Response>;
}

export interface CommissionConversions {
  /** One of the caller’s conversions. `GET /api/commissions/conversions/{conversion_id}` */
  readonly get: (conversionId: string, options?: CallOptions) => Promise<Schemas['EarningConversionDetail']>;
  /** The caller’s conversions with what they earn, newest first. `GET /api/commissions/conversions` */
  readonly list: (query?: Schemas['ListCommissionConversionsQuery'], options?: CallOptions) => List<Schemas['ListCommissionConversionsResponse'], Schemas['ListCommissionConversionsResponse']['conversions'][number]>;
}

export interface CommissionTiers {
  /** The tiers that the caller has reached, and how. `GET /api/commission-tiers/standing` */
  readonly getStanding: (options?: CallOptions) => Promise<Schemas['GetTierStandingResponse']>;
  /** The commission tiers of the platform, or of a campaign, lowest first. `GET /api/commission-tiers` */
  readonly list: (query?: Schemas['ListCommissionTiersQuery'], options?: CallOptions) => Promise<Schemas['Tier'][]>;
  /** Set the platform’s tiers, from now on. `PUT /api/admin/commission-tiers` */
  readonly setPlatform: (body: Schemas['SetPlatformTiersRequest'], options?: CallOptions) => Promise<Schemas['TierScheme']>;
}

export interface Commissions {
  /** Take a commission back, with the reason. `POST /api/admin/commissions/{commission_id}/cancel` */
  readonly cancel: (commissionId: string, body: Schemas['CancelCommissionRequest'], options?: CallOptions) => Promise<Schemas['Commission']>;
  /** The caller’s conversions, revenue and commission by period, in one currency. `GET /api/commissions/breakdown` */
  readonly getBreakdown: (query?: Schemas['GetCommissionBreakdownQuery'], options?: CallOptions) => Promise<Schemas['GetCommissionBreakdownResponse']>;
  /** The caller’s commissions and conversions in figures, in one currency. `GET /api/commissions/summary` */
  readonly getSummary: (query?: Schemas['GetCommissionSummaryQuery'], options?: CallOptions) => Promise<Schemas['GetCommissionSummaryResponse']>;
  /** The caller’s commissions, newest first. `GET /api/affiliate/commissions` */
  readonly list: (query?: Schemas['ListCommissionsQuery'], options?: CallOptions) => List<Schemas['CommissionItem'][], Schemas['CommissionItem']>;
  /** Where each cent of a commission came from and went. `GET /api/commissions/{commission_id}/trace` */
  readonly trace: (commissionId: string, options?: CallOptions) => Promise<Schemas['TraceCommissionResponse']>;
}

export interface Conversions {
  /** Report a refund or chargeback. `POST /api/track/adjustment` */
  readonly adjust: (body: Signed<Schemas['AdjustConversionRequest'], 'adjustment_amount'>, options?: CallOptions) => Promise<Schemas['AdjustConversionResponse']>;
  /** Approve or reject up to 500 conversions. `POST /api/brand/conversions/bulk-review` */
  readonly bulkReview: (body: Schemas['BulkReviewConversionsRequest'], options?: CallOptions) => Promise<Schemas['BulkReviewConversionsResponse']>;
  /** Dispute the decision on a conversion. `POST /api/affiliate/conversions/{conversion_id}/dispute` */
  readonly dispute: (conversionId: string, body: Schemas['DisputeConversionRequest'], options?: CallOptions) => Promise<Schemas['DisputeConversionResponse']>;
  /** Totals, trends and top products of the affiliate’s conversions. `GET /api/affiliate/conversions/analytics` */
  readonly getAnalytics: (query?: Schemas['GetConversionAnalyticsQuery'], options?: CallOptions) => Promise<Schemas['GetConversionAnalyticsResponse']>;
  /** Why a conversion has its fraud score, and who earns what on it. `GET /api/brand/conversions/{conversion_id}/explanation` */
  readonly getExplanation: (conversionId: string, options?: CallOptions) => Promise<Schemas['GetConversionExplanationResponse']>;
  /** Conversions that await the brand’s decision, newest first. `GET /api/brand/conversions/pending-review` */
  readonly listPending: (query?: Schemas['ListPendingConversionsQuery'], options?: CallOptions) => Promise<Schemas['ListPendingConversionsResponse']>;
  /** Approve or reject a conversion. `PUT /api/brand/conversions/{conversion_id}/review` */
  readonly review: (conversionId: string, body: Schemas['ReviewConversionRequest'], options?: CallOptions) => Promise<Schemas['ReviewConversionResponse']>;
  /** Report a conversion from the shop’s server. `POST /api/track/conversion` */
  readonly track: (body: Signed<Schemas['TrackConversionRequest'], 'order_value'>, options?: CallOptions) => Promise<Schemas['TrackConversionResponse']>;
  /** Report a telephone call. `POST /api/track/call` */
  readonly trackCall: (body: Signed<Schemas['TrackCallRequest'], never>, options?: CallOptions) => Promise<Schemas['TrackCallResponse']>;
  /** Report a conversation of a direct-messaging campaign. `POST /api/track/message` */
  readonly trackMessage: (body: Signed<Schemas['TrackMessageRequest'], never>, options?: CallOptions) => Promise<Schemas['TrackMessageResponse']>;
  /** Report a conversion by the script of the shop’s pages. `POST /t/o` */
  readonly trackPageOrder: (body: Schemas['TrackPageOrderRequest'], options?: CallOptions) => Promise<Schemas['PageOrderReport']>;
  /** Report a conversion by an image on the order confirmation page. `GET /t/pixel.gif` */
  readonly trackPixelOrder: (query: Schemas['TrackPixelOrderQuery'], options?: CallOptions) => Promise<Response>;
  /** Report an order from an e-commerce plugin. `POST /api/conversions/track` */
  readonly trackPluginOrder: (body: Schemas['TrackPluginOrderRequest'], options?: CallOptions) => Promise<Schemas['TrackPluginOrderResponse']>;
  /** Report a conversion from a third-party network. `POST /api/track/postback/{source}` */
  readonly trackPostback: (source: string, body: Signed<Schemas['TrackPostbackRequest'], 'order_value'>, options?: CallOptions) => Promise<Schemas['TrackPostbackResponse']>;
  /** Report a conversion by the URL that a network fills. `GET /api/track/postback/{source}` */
  readonly trackPostbackByUrl: (source: string, query: Signed<Schemas['TrackPostbackByUrlQuery'], 'order_value'>, options?: CallOptions) => Promise<Schemas['TrackPostbackByUrlResponse']>;
}

export interface Coupons {
  /** Creates up to 100 coupon codes at once. `POST /api/brand/coupons/bulk` */
  readonly bulkCreate: (body: Schemas['BulkCreateCouponsRequest'], options?: CallOptions) => Promise<Schemas['BulkCreateCouponsResponse']>;
  /** Gives a member of a campaign a coupon code. `POST /api/brand/coupons` */
  readonly create: (body: Schemas['NewCoupon'], options?: CallOptions) => Promise<Schemas['Coupon']>;
  /** Deletes a coupon code that no order has named. `DELETE /api/brand/coupons/{coupon_id}` */
  readonly delete: (couponId: string, options?: CallOptions) => Promise<Schemas['DeleteCouponResponse']>;
  /** A coupon code. `GET /api/brand/coupons/{coupon_id}` */
  readonly get: (couponId: string, options?: CallOptions) => Promise<Schemas['Coupon']>;
  /** The brand’s coupon codes, newest first. `GET /api/brand/coupons` */
  readonly list: (query?: Schemas['ListCouponsQuery'], options?: CallOptions) => List<Schemas['ListCouponsResponse'], Schemas['ListCouponsResponse']['coupons'][number]>;
  /** Changes a coupon code’s window, or switches it off or on. `PUT /api/brand/coupons/{coupon_id}` */
  readonly update: (couponId: string, body?: Schemas['UpdateCouponRequest'], options?: CallOptions) => Promise<Schemas['Coupon']>;
}

export interface Creatives {
  /** Adds a creative to a campaign. `POST /api/brand/campaigns/{campaign_id}/creatives` */
  readonly create: (campaignId: string, body: FormData, options?: CallOptions) => Promise<Schemas['Creative']>;
  /** Removes a creative; its address then returns 404. `DELETE /api/brand/campaigns/{campaign_id}/creatives/{creative_id}` */
  readonly delete: (campaignId: string, creativeId: string, options?: CallOptions) => Promise<Schemas['DeleteCreativeResponse']>;
  /** A creative of a campaign; its file is at `url`. `GET /api/brand/campaigns/{campaign_id}/creatives/{creative_id}` */
  readonly get: (campaignId: string, creativeId: string, options?: CallOptions) => Promise<Schemas['Creative']>;
  /** The file of a creative. `GET /creatives/{creative_id}` */
  readonly getFile: (creativeId: string, options?: CallOptions) => Promise<Response>;
  /** A campaign’s creatives, newest first. `GET /api/brand/campaigns/{campaign_id}/creatives` */
  readonly list: (campaignId: string, query?: Schemas['ListCreativesQuery'], options?: CallOptions) => List<Schemas['CreativePage'], Schemas['CreativePage']['creatives'][number]>;
}

export interface CustomerData {
  /** Erase a person’s data. `DELETE /api/customer-data` */
  readonly erase: (body?: Schemas['EraseCustomerDataRequest'], options?: CallOptions) => Promise<Schemas['CustomerErasure']>;
}

export interface CustomerErasures {
  /** The receipt of an erasure. `GET /api/customer-data/erasures/{erasure_id}` */
  readonly get: (erasureId: string, options?: CallOptions) => Promise<Schemas['CustomerErasure']>;
  /** The receipts of erasures, newest first. `GET /api/customer-data/erasures` */
  readonly list: (query?: Schemas['ListCustomerErasuresQuery'], options?: CallOptions) => List<Schemas['ListCustomerErasuresResponse'], Schemas['ListCustomerErasuresResponse']['erasures'][number]>;
}

export interface Earnings {
  /** The caller’s earnings at a glance, in one currency. `GET /api/affiliate/earnings/simple` */
  readonly get: (query?: Schemas['GetEarningsQuery'], options?: CallOptions) => Promise<Schemas['GetEarningsResponse']>;
  /** What the caller waits for: conversions to be approved, commissions to be paid. `GET /api/commissions/pending` */
  readonly getPending: (query?: Schemas['GetPendingEarningsQuery'], options?: CallOptions) => Promise<Schemas['GetPendingEarningsResponse']>;
}

export interface ExchangeRates {
  /** All exchange rates ever set, by currency and date. `GET /api/admin/exchange-rates` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ExchangeRates']>;
  /** Date new exchange rates. `PUT /api/admin/exchange-rates` */
  readonly set: (body: Schemas['SetExchangeRatesRequest'], options?: CallOptions) => Promise<Schemas['ExchangeRates']>;
}

export interface FraudAnalysis {
  /** How much of the brand’s traffic is suspicious, and why. `GET /api/brand/conversions/fraud-analysis` */
  readonly get: (query?: Schemas['GetFraudAnalysisQuery'], options?: CallOptions) => Promise<Schemas['GetFraudAnalysisResponse']>;
}

export interface FraudDrifts {
  /** How fraud scores and factors have changed, the latest day first. `GET /api/admin/fraud/drifts` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListFraudDriftsResponse']>;
}

export interface FraudHolds {
  /** Commissions that are held because their orders look like fraud, newest first. `GET /api/commissions/fraud-holds` */
  readonly list: (query?: Schemas['ListFraudHoldsQuery'], options?: CallOptions) => List<Schemas['FraudHold'][], Schemas['FraudHold']>;
  /** Release or refuse a held commission. `POST /api/commissions/fraud-holds/{commission_id}/review` */
  readonly review: (commissionId: string, body: Schemas['ReviewFraudHoldRequest'], options?: CallOptions) => Promise<Schemas['FraudHold']>;
}

export interface FraudSettings {
  /** Current and earlier settings of the brand’s fraud score. `GET /api/brand/conversions/fraud-settings` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetFraudSettingsResponse']>;
  /** Sets how the brand’s conversions are scored. `PUT /api/brand/conversions/fraud-settings` */
  readonly update: (body?: Schemas['UpdateFraudSettingsRequest'], options?: CallOptions) => Promise<Schemas['UpdateFraudSettingsResponse']>;
}

export interface FraudThresholds {
  /** What a review threshold would have held, and how much of it was found good. `GET /api/brand/conversions/fraud-threshold/preview` */
  readonly preview: (query?: Schemas['PreviewFraudThresholdQuery'], options?: CallOptions) => Promise<Schemas['PreviewFraudThresholdResponse']>;
}

export interface FraudWeights {
  /** Scores orders with these weights from now on. `POST /api/admin/fraud/weights/{version}/apply` */
  readonly apply: (version: string, options?: CallOptions) => Promise<Schemas['ApplyFraudWeightsResponse']>;
  /** Weights of the fraud score that were fitted to reviews, newest first. `GET /api/admin/fraud/weights` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListFraudWeightsResponse']>;
}

export interface FraudWeightsPreviews {
  /** What the newest weights of the fraud score would change for the brand. `GET /api/brand/conversions/fraud-weights/preview` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetFraudWeightsPreviewResponse']>;
}

export interface Health {
  /** Whether the gateway runs. `GET /health/live` */
  readonly getLiveness: (options?: CallOptions) => Promise<Schemas['GetLivenessResponse']>;
  /** Whether every service is ready. `GET /health/ready` */
  readonly getReadiness: (options?: CallOptions) => Promise<Schemas['GetReadinessResponse']>;
  /** The state of every service: outboxes, events set aside, lag and stuck payouts. `GET /api/admin/system` */
  readonly getSystemState: (options?: CallOptions) => Promise<Schemas['GetSystemStateResponse']>;
}

export interface HeldClicks {
  /** The held clicks and impressions of a campaign, the oldest first. `GET /api/commissions/held-clicks` */
  readonly list: (query: Schemas['ListHeldClicksQuery'], options?: CallOptions) => List<Schemas['HeldClick'][], Schemas['HeldClick']>;
  /** Release or refuse held clicks and impressions of a campaign. `POST /api/commissions/held-clicks/review` */
  readonly review: (body: Schemas['ReviewHeldClicksRequest'], options?: CallOptions) => Promise<Schemas['ReviewHeldClicksResponse']>;
}

export interface HeldPayouts {
  /** Payouts held for review with the reasons, newest first. `GET /api/admin/payouts/held` */
  readonly list: (query?: Schemas['ListHeldPayoutsQuery'], options?: CallOptions) => List<Schemas['ListHeldPayoutsResponse'], Schemas['ListHeldPayoutsResponse']['payouts'][number]>;
  /** Refuse a held payout. `POST /api/admin/payouts/{payout_id}/refuse` */
  readonly refuse: (payoutId: string, body?: Schemas['RefuseHeldPayoutRequest'], options?: CallOptions) => Promise<Schemas['RefuseHeldPayoutResponse']>;
  /** Release a held payout for payment. `POST /api/admin/payouts/{payout_id}/release` */
  readonly release: (payoutId: string, body?: Schemas['ReleaseHeldPayoutRequest'], options?: CallOptions) => Promise<Schemas['ReleaseHeldPayoutResponse']>;
}

export interface Impressions {
  /** Report an impression of an advertisement, by an image beside it. `GET /t/impression.gif` */
  readonly record: (query: Schemas['RecordImpressionQuery'], options?: CallOptions) => Promise<Response>;
}

export interface Incrementalities {
  /** How many orders each affiliate’s clicks bring, by held-out visitors. `GET /api/brand/conversions/campaigns/{campaign_id}/attribution/incrementality` */
  readonly get: (campaignId: string, options?: CallOptions) => Promise<Schemas['GetIncrementalityResponse']>;
}

export interface Integrations {
  /** Connect a shop. `POST /api/brand/integrations` */
  readonly create: (body: Schemas['CreateIntegrationRequest'], options?: CallOptions) => Promise<Schemas['Integration']>;
  /** Disconnect a shop. `DELETE /api/brand/integrations/{integration_id}` */
  readonly delete: (integrationId: string, options?: CallOptions) => Promise<Schemas['DeleteIntegrationResponse']>;
  /** A connected shop of the brand. `GET /api/brand/integrations/{integration_id}` */
  readonly get: (integrationId: string, options?: CallOptions) => Promise<Schemas['Integration']>;
  /** The brand’s connected shops, newest first. `GET /api/brand/integrations` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListIntegrationsResponse']>;
  /** Receive an order webhook of a connected shop. `POST /api/integrations/{integration_id}/orders` */
  readonly receiveShopWebhook: (integrationId: string, options?: CallOptions) => Promise<Schemas['ReceiveShopWebhookResponse']>;
  /** Fetch a shop’s missed orders now. `POST /api/brand/integrations/{integration_id}/sync` */
  readonly sync: (integrationId: string, body?: Schemas['SyncIntegrationRequest'], options?: CallOptions) => Promise<Schemas['SyncIntegrationResponse']>;
}

export interface Invitations {
  /** The page behind the link of an invitation’s e-mail. `GET /invitations/{token}` */
  readonly getPage: (token: string, options?: CallOptions) => Promise<Response>;
  /** A campaign’s invitations, newest first. `GET /api/brand/campaigns/{campaign_id}/invitations` */
  readonly list: (campaignId: string, query?: Schemas['ListInvitationsQuery'], options?: CallOptions) => List<Schemas['ListInvitationsResponse'], Schemas['ListInvitationsResponse']['invitations'][number]>;
  /** The mail that an invitation to a campaign would send. `POST /api/notifications/invitation-preview` */
  readonly preview: (body: Schemas['PreviewInvitationRequest'], options?: CallOptions) => Promise<Schemas['PreviewInvitationResponse']>;
  /** Withdraws an invitation; affiliates who joined by it stay members. `DELETE /api/brand/campaigns/{campaign_id}/invitations/{invitation_id}` */
  readonly withdraw: (campaignId: string, invitationId: string, options?: CallOptions) => Promise<Schemas['WithdrawInvitationResponse']>;
}

export interface Ledger {
  /** Derive every balance again from the ledger’s entries. `GET /api/admin/ledger/verify` */
  readonly verify: (options?: CallOptions) => Promise<Schemas['VerifyLedgerResponse']>;
}

export interface Links {
  /** Creates a tracking link. `POST /api/affiliate/links` */
  readonly create: (body: Schemas['CreateLinkRequest'], options?: CallOptions) => Promise<Schemas['Link']>;
  /** Follow a tracking link. `GET /r/{tracking_code}` */
  readonly follow: (trackingCode: string, options?: CallOptions) => Promise<Response>;
  /** A tracking link of the caller. `GET /api/affiliate/links/{link_id}` */
  readonly get: (linkId: string, options?: CallOptions) => Promise<Schemas['Link']>;
  /** Clicks, conversions and commission of one link. `GET /api/affiliate/links/{link_id}/performance` */
  readonly getPerformance: (linkId: string, query?: Schemas['GetLinkPerformanceQuery'], options?: CallOptions) => Promise<Schemas['GetLinkPerformanceResponse']>;
  /** A link’s address as a QR code (SVG). `GET /api/affiliate/links/{link_id}/qr` */
  readonly getQrCode: (linkId: string, query?: Schemas['GetLinkQrCodeQuery'], options?: CallOptions) => Promise<Response>;
  /** The caller’s tracking links, newest first. `GET /api/affiliate/links` */
  readonly list: (query?: Schemas['ListLinksQuery'], options?: CallOptions) => List<Schemas['ListLinksResponse'], Schemas['ListLinksResponse']['links'][number]>;
  /** Activates or deactivates a tracking link. `PUT /api/affiliate/links/{link_id}` */
  readonly update: (linkId: string, body: Schemas['UpdateLinkRequest'], options?: CallOptions) => Promise<Schemas['Link']>;
}

export interface NotificationPreferences {
  /** The caller’s notification settings. `GET /api/notifications/preferences` */
  readonly get: (options?: CallOptions) => Promise<Schemas['NotificationPreferences']>;
  /** Change the caller’s notification settings; fields left out stay unchanged. `PUT /api/notifications/preferences` */
  readonly update: (body?: Schemas['UpdateNotificationPreferencesRequest'], options?: CallOptions) => Promise<Schemas['UpdateNotificationPreferencesResponse']>;
}

export interface Notifications {
  /** Remove a notification from the caller’s list. `DELETE /api/notifications/{notification_id}` */
  readonly delete: (notificationId: string, options?: CallOptions) => Promise<Schemas['DeleteNotificationResponse']>;
  /** A notification of the caller. `GET /api/notifications/{notification_id}` */
  readonly get: (notificationId: string, options?: CallOptions) => Promise<Schemas['Notification']>;
  /** How many notifications the caller has not read. `GET /api/notifications/count` */
  readonly getUnreadCount: (query?: Schemas['GetUnreadNotificationCountQuery'], options?: CallOptions) => Promise<Schemas['GetUnreadNotificationCountResponse']>;
  /** The page behind an e-mail’s unsubscribe link. `GET /api/notifications/unsubscribe` */
  readonly getUnsubscribePage: (query: Schemas['GetUnsubscribePageQuery'], options?: CallOptions) => Promise<Response>;
  /** List the caller’s notifications, newest first. `GET /api/notifications` */
  readonly list: (query?: Schemas['ListNotificationsQuery'], options?: CallOptions) => List<Schemas['Notification'][], Schemas['Notification']>;
  /** Mark all of the caller’s notifications as read. `POST /api/notifications/read-all` */
  readonly markAllRead: (options?: CallOptions) => Promise<Schemas['MarkAllNotificationsReadResponse']>;
  /** Mark a notification as read; 404 if it is already read. `POST /api/notifications/{notification_id}/read` */
  readonly markRead: (notificationId: string, options?: CallOptions) => Promise<Schemas['MarkNotificationReadResponse']>;
  /** Send a user a notification (administrators). `POST /api/notifications/admin/send` */
  readonly send: (body: Schemas['SendNotificationRequest'], options?: CallOptions) => Promise<Schemas['SendNotificationResponse']>;
  /** Send the caller a test notification over one channel. `POST /api/notifications/test` */
  readonly sendTest: (query: Schemas['SendTestNotificationQuery'], options?: CallOptions) => Promise<Schemas['SendTestNotificationResponse']>;
  /** The caller’s new notifications (Server-Sent Events). `GET /api/notifications/stream` */
  readonly stream: (options?: CallOptions) => Promise<Response>;
  /** Disable a user’s e-mails by the link of an e-mail (one click, RFC 8058). `POST /api/notifications/unsubscribe` */
  readonly unsubscribeFromEmails: (query: Schemas['UnsubscribeFromEmailsQuery'], options?: CallOptions) => Promise<Response>;
}

export interface OfferCreatives {
  /** The creatives of a campaign that the caller is a member of, newest first. `GET /api/affiliate/campaigns/{campaign_id}/creatives` */
  readonly list: (campaignId: string, query?: Schemas['ListOfferCreativesQuery'], options?: CallOptions) => List<Schemas['CreativePage'], Schemas['CreativePage']['creatives'][number]>;
}

export interface Offers {
  /** A campaign of the marketplace, with the caller’s membership. `GET /api/affiliate/campaigns/{campaign_id}` */
  readonly get: (campaignId: string, options?: CallOptions) => Promise<Schemas['Offer']>;
  /** The marketplace: active campaigns that the caller may join, or has joined. `GET /api/affiliate/campaigns` */
  readonly list: (query?: Schemas['ListOffersQuery'], options?: CallOptions) => List<Schemas['ListOffersResponse'], Schemas['ListOffersResponse']['campaigns'][number]>;
}

export interface OidcLinks {
  /** Link an account of the OpenID provider. `POST /api/auth/oidc/links` */
  readonly create: (body: Schemas['CreateOidcLinkRequest'], options?: CallOptions) => Promise<Schemas['OidcLink']>;
  /** Unlink an account of the OpenID provider. `DELETE /api/auth/oidc/links/{link_id}` */
  readonly delete: (linkId: string, options?: CallOptions) => Promise<Schemas['DeleteOidcLinkResponse']>;
  /** The linked accounts of OpenID providers. `GET /api/auth/oidc/links` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListOidcLinksResponse']>;
  /** Begin to link an account of the OpenID provider. `POST /api/auth/oidc/links/start` */
  readonly start: (options?: CallOptions) => Promise<Schemas['StartOidcLinkResponse']>;
}

export interface OwnCoupons {
  /** The caller’s coupon codes, newest first. `GET /api/affiliate/coupons` */
  readonly list: (query?: Schemas['ListOwnCouponsQuery'], options?: CallOptions) => List<Schemas['ListOwnCouponsResponse'], Schemas['ListOwnCouponsResponse']['coupons'][number]>;
}

export interface Passkeys {
  /** Register a passkey. `POST /api/auth/passkeys` */
  readonly create: (body: Schemas['CreatePasskeyRequest'], options?: CallOptions) => Promise<Schemas['Passkey']>;
  /** Remove a passkey. `DELETE /api/auth/passkeys/{passkey_id}` */
  readonly delete: (passkeyId: string, options?: CallOptions) => Promise<Schemas['DeletePasskeyResponse']>;
  /** The passkeys of the caller’s login. `GET /api/auth/passkeys` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListPasskeysResponse']>;
  /** Begin to register a passkey. `POST /api/auth/passkeys/options` */
  readonly startRegistration: (options?: CallOptions) => Promise<Schemas['PasskeyChallenge']>;
  /** Rename a passkey. `PUT /api/auth/passkeys/{passkey_id}` */
  readonly update: (passkeyId: string, body: Schemas['UpdatePasskeyRequest'], options?: CallOptions) => Promise<Schemas['Passkey']>;
}

export interface Payments {
  /** Payments to the affiliate, newest first. `GET /api/commissions/payment-history` */
  readonly list: (query?: Schemas['ListPaymentsQuery'], options?: CallOptions) => List<Schemas['ListPaymentsResponse'], Schemas['ListPaymentsResponse']['payments'][number]>;
}

export interface PayoutAccounts {
  /** Add a payout account. `POST /api/payouts/accounts` */
  readonly create: (body: Schemas['CreatePayoutAccountRequest'], options?: CallOptions) => Promise<Schemas['CreatePayoutAccountResponse']>;
  /** Remove a payout account. `DELETE /api/payouts/accounts/{account_id}` */
  readonly delete: (accountId: string, options?: CallOptions) => Promise<Schemas['DeletePayoutAccountResponse']>;
  /** A payout account of the affiliate. `GET /api/payouts/accounts/{account_id}` */
  readonly get: (accountId: string, options?: CallOptions) => Promise<Schemas['GetPayoutAccountResponse']>;
  /** The affiliate’s payout accounts, newest first. `GET /api/payouts/accounts` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListPayoutAccountsResponse']>;
  /** A payout account’s changes and who made them, newest first. `GET /api/payouts/accounts/{account_id}/changes` */
  readonly listChanges: (accountId: string, options?: CallOptions) => Promise<Schemas['ListPayoutAccountChangesResponse']>;
  /** Set whether a payout account is verified. `PUT /api/admin/payouts/accounts/{account_id}/verification` */
  readonly setVerification: (accountId: string, body: Schemas['SetPayoutAccountVerificationRequest'], options?: CallOptions) => Promise<Schemas['SetPayoutAccountVerificationResponse']>;
  /** Change a payout account’s terms. `PUT /api/payouts/accounts/{account_id}` */
  readonly update: (accountId: string, body?: Schemas['UpdatePayoutAccountRequest'], options?: CallOptions) => Promise<Schemas['UpdatePayoutAccountResponse']>;
  /** Verify a payout account. `POST /api/payouts/accounts/{account_id}/verify` */
  readonly verify: (accountId: string, body?: Schemas['VerifyPayoutAccountRequest'], options?: CallOptions) => Promise<Schemas['VerifyPayoutAccountResponse']>;
}

export interface PayoutBatches {
  /** A batch of scheduled payouts. `GET /api/admin/payouts/batches/{batch_id}` */
  readonly get: (batchId: string, options?: CallOptions) => Promise<Schemas['GetPayoutBatchResponse']>;
  /** Batches of scheduled payouts, newest first. `GET /api/admin/payouts/batches` */
  readonly list: (query?: Schemas['ListPayoutBatchesQuery'], options?: CallOptions) => List<Schemas['ListPayoutBatchesResponse'], Schemas['ListPayoutBatchesResponse']['batches'][number]>;
}

export interface Payouts {
  /** Pay out given commissions. `POST /api/payouts/create` */
  readonly create: (body: Schemas['CreatePayoutRequest'], options?: CallOptions) => Promise<Schemas['CreatePayoutResponse']>;
  /** Payouts as CSV, oldest first. `GET /api/payouts/report` */
  readonly export: (query?: Schemas['ExportPayoutsQuery'], options?: CallOptions) => Promise<Response>;
  /** A payout with all its details. `GET /api/payouts/{payout_id}` */
  readonly get: (payoutId: string, options?: CallOptions) => Promise<Schemas['GetPayoutResponse']>;
  /** The balance that can be paid out now. `GET /api/payouts/balance/current` */
  readonly getBalance: (query?: Schemas['GetPayoutBalanceQuery'], options?: CallOptions) => Promise<Schemas['GetPayoutBalanceResponse']>;
  /** The credit note that cancels a payout’s invoice, as PDF. `GET /api/payouts/invoices/{payout_id}/credit-note` */
  readonly getCreditNote: (payoutId: string, query: Schemas['GetPayoutCreditNoteQuery'], options?: CallOptions) => Promise<Response>;
  /** A payout’s invoice, as PDF. `GET /api/payouts/invoices/{payout_id}` */
  readonly getInvoice: (payoutId: string, query: Schemas['GetPayoutInvoiceQuery'], options?: CallOptions) => Promise<Response>;
  /** Balance, payouts so far and the next one. `GET /api/affiliate/payouts/summary` */
  readonly getSummary: (query?: Schemas['GetPayoutSummaryQuery'], options?: CallOptions) => Promise<Schemas['GetPayoutSummaryResponse']>;
  /** Payouts, newest first. `GET /api/payouts/list` */
  readonly list: (query?: Schemas['ListPayoutsQuery'], options?: CallOptions) => List<Schemas['ListPayoutsResponse'], Schemas['ListPayoutsResponse']['payouts'][number]>;
  /** A payment provider’s signed callback. `POST /api/payouts/callbacks/{provider}` */
  readonly receiveProviderCallback: (provider: string, options?: CallOptions) => Promise<Schemas['ReceiveProviderCallbackResponse']>;
  /** Request a payout. `POST /api/affiliate/payouts/request` */
  readonly request: (body: Schemas['RequestPayoutRequest'], options?: CallOptions) => Promise<Schemas['RequestPayoutResponse']>;
  /** Retry a failed payout. `POST /api/payouts/{payout_id}/retry` */
  readonly retry: (payoutId: string, body?: Schemas['RetryPayoutRequest'], options?: CallOptions) => Promise<Schemas['RetryPayoutResponse']>;
}

export interface Postbacks {
  /** Register a postback: a URL with macros that is called for each conversion (Pro tier). `POST /api/webhooks/postbacks` */
  readonly create: (body: Schemas['CreatePostbackRequest'], options?: CallOptions) => Promise<Schemas['CreatePostbackResponse']>;
  /** Remove a postback; its deliveries are not retried. `DELETE /api/webhooks/postbacks/{postback_id}` */
  readonly delete: (postbackId: string, options?: CallOptions) => Promise<Schemas['DeletePostbackResponse']>;
  /** Show the request that a postback would make; nothing is sent. `POST /api/webhooks/postbacks/dry-run` */
  readonly dryRun: (body: Schemas['DryRunPostbackRequest'], options?: CallOptions) => Promise<Schemas['DryRunPostbackResponse']>;
  /** A postback, its secret masked. `GET /api/webhooks/postbacks/{postback_id}` */
  readonly get: (postbackId: string, options?: CallOptions) => Promise<Schemas['GetPostbackResponse']>;
  /** List the caller’s postbacks, secrets masked. `GET /api/webhooks/postbacks` */
  readonly list: (query?: Schemas['ListPostbacksQuery'], options?: CallOptions) => List<Schemas['ListPostbacksResponse'], Schemas['ListPostbacksResponse']['data']['postbacks'][number]>;
  /** Change a postback; absent fields stay as they are. `PUT /api/webhooks/postbacks/{postback_id}` */
  readonly update: (postbackId: string, body?: Schemas['UpdatePostbackRequest'], options?: CallOptions) => Promise<Schemas['UpdatePostbackResponse']>;
}

export interface Products {
  /** Adds a product. `POST /api/brand/products` */
  readonly create: (body: Schemas['CreateProductRequest'], options?: CallOptions) => Promise<Schemas['Product']>;
  /** Removes a product. `DELETE /api/brand/products/{product_id}` */
  readonly delete: (productId: string, options?: CallOptions) => Promise<Schemas['DeleteProductResponse']>;
  /** A product. `GET /api/brand/products/{product_id}` */
  readonly get: (productId: string, options?: CallOptions) => Promise<Schemas['Product']>;
  /** The caller’s products, newest first. `GET /api/brand/products` */
  readonly list: (query?: Schemas['ListProductsQuery'], options?: CallOptions) => List<Schemas['ListProductsResponse'], Schemas['ListProductsResponse']['products'][number]>;
  /** Updates a product; fields left out stay as they are. `PUT /api/brand/products/{product_id}` */
  readonly update: (productId: string, body?: Schemas['UpdateProductRequest'], options?: CallOptions) => Promise<Schemas['Product']>;
}

export interface PushKeys {
  /** The key with which a browser subscribes (applicationServerKey, VAPID). `GET /api/notifications/push-key` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetPushKeyResponse']>;
}

export interface PushSubscriptions {
  /** Send push messages to a browser; enables push notifications. `POST /api/notifications/push-subscriptions` */
  readonly create: (body: Schemas['CreatePushSubscriptionRequest'], options?: CallOptions) => Promise<Schemas['PushSubscription']>;
  /** Stop push messages to a browser. `DELETE /api/notifications/push-subscriptions/{subscription_id}` */
  readonly delete: (subscriptionId: string, options?: CallOptions) => Promise<Schemas['DeletePushSubscriptionResponse']>;
  /** List the caller’s browsers that receive push messages. `GET /api/notifications/push-subscriptions` */
  readonly list: (options?: CallOptions) => Promise<Schemas['PushSubscription'][]>;
}

export interface Reconciliations {
  /** Compare the payment providers’ lists of the last 35 days with the payouts. `GET /api/admin/payouts/reconciliation` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetReconciliationResponse']>;
}

export interface ReportSchedules {
  /** Has a report sent by itself, daily, weekly or monthly. `POST /api/affiliate-reports/schedules` */
  readonly create: (body: Schemas['CreateReportScheduleRequest'], options?: CallOptions) => Promise<Schemas['ReportSchedule']>;
  /** Has a report sent no more. `DELETE /api/affiliate-reports/schedules/{schedule_id}` */
  readonly delete: (scheduleId: string, options?: CallOptions) => Promise<Schemas['DeleteReportScheduleResponse']>;
  /** A report that comes by itself. `GET /api/affiliate-reports/schedules/{schedule_id}` */
  readonly get: (scheduleId: string, options?: CallOptions) => Promise<Schemas['ReportSchedule']>;
  /** The reports that come by themselves, newest first. `GET /api/affiliate-reports/schedules` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListReportSchedulesResponse']>;
  /** Changes a report that comes by itself; what is left out stays. `PUT /api/affiliate-reports/schedules/{schedule_id}` */
  readonly update: (scheduleId: string, body?: Schemas['UpdateReportScheduleRequest'], options?: CallOptions) => Promise<Schemas['ReportSchedule']>;
}

export interface Reports {
  /** The file of a finished report. `GET /api/affiliate-reports/exports/{report_id}/file` */
  readonly downloadExport: (reportId: string, query: Schemas['DownloadReportExportQuery'], options?: CallOptions) => Promise<Response>;
  /** A report as CSV, PDF or Excel file. `GET /api/affiliate-reports/export` */
  readonly export: (query: Schemas['ExportReportQuery'], options?: CallOptions) => Promise<Response>;
  /** An affiliate’s figures by campaign, link, UTM, country, device and browser, or hour. `GET /api/affiliate-reports` */
  readonly get: (query?: Schemas['GetReportQuery'], options?: CallOptions) => List<Schemas['GetReportResponse'], Schemas['GetReportResponse']['rows'][number]>;
  /** How far a report is that is written in the background. `GET /api/affiliate-reports/exports/{report_id}` */
  readonly getExport: (reportId: string, options?: CallOptions) => Promise<Schemas['GetReportExportResponse']>;
}

export interface RestHooks {
  /** Subscribe a REST hook (automation platforms). `POST /api/webhooks/subscribe` */
  readonly subscribe: (body: Schemas['SubscribeRestHookRequest'], options?: CallOptions) => Promise<Schemas['SubscribeRestHookResponse']>;
  /** Unsubscribe a REST hook (automation platforms). `DELETE /api/webhooks/subscribe/{webhook_id}` */
  readonly unsubscribe: (webhookId: string, options?: CallOptions) => Promise<Schemas['UnsubscribeRestHookResponse']>;
}

export interface ReviewSamples {
  /** Conversions that nobody suspects, drawn at random for a closer look. `GET /api/brand/conversions/review-sample` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListReviewSampleResponse']>;
}

export interface ScriptVersions {
  /** The versions of the script of the shop’s pages, with their hashes. `GET /t/versions` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListScriptVersionsResponse']>;
}

export interface SecondFactors {
  /** Add the authenticator app by a first code. `POST /api/auth/second-factor/confirm` */
  readonly confirm: (body: Schemas['ConfirmSecondFactorRequest'], options?: CallOptions) => Promise<Schemas['ConfirmSecondFactorResponse']>;
  /** Remove the second factor from the own login. `POST /api/auth/second-factor/disable` */
  readonly disable: (body: Schemas['DisableSecondFactorRequest'], options?: CallOptions) => Promise<Schemas['DisableSecondFactorResponse']>;
  /** Begin to add an authenticator app. `POST /api/auth/second-factor` */
  readonly enrol: (options?: CallOptions) => Promise<Schemas['EnrolSecondFactorResponse']>;
  /** Get whether the login has a second factor. `GET /api/auth/second-factor` */
  readonly get: (options?: CallOptions) => Promise<Schemas['GetSecondFactorResponse']>;
  /** Remove the second factor and the passkeys of a login. `DELETE /api/admin/users/{user_id}/second-factor` */
  readonly remove: (userId: string, options?: CallOptions) => Promise<Schemas['RemoveSecondFactorResponse']>;
  /** Replace the recovery codes. `POST /api/auth/second-factor/recovery-codes` */
  readonly renewRecoveryCodes: (body: Schemas['RenewRecoveryCodesRequest'], options?: CallOptions) => Promise<Schemas['RenewRecoveryCodesResponse']>;
}

export interface Sessions {
  /** Sign out one sign-in. `DELETE /api/auth/sessions/{session_id}` */
  readonly end: (sessionId: string, options?: CallOptions) => Promise<Schemas['EndSessionResponse']>;
  /** Sign out everywhere. `DELETE /api/auth/sessions` */
  readonly endAll: (query?: Schemas['EndSessionsQuery'], options?: CallOptions) => Promise<Schemas['EndSessionsResponse']>;
  /** Where the caller is signed in. `GET /api/auth/sessions` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListSessionsResponse']>;
  /** Get a new access token. `POST /api/auth/refresh` */
  readonly refresh: (body?: Schemas['RefreshSessionRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
}

export interface TeamInvitations {
  /** Join an account with the caller’s login. `POST /api/auth/invitations/accept` */
  readonly accept: (body: Schemas['AcceptTeamInvitationRequest'], options?: CallOptions) => Promise<Schemas['Membership']>;
  /** Invite a person to the account. `POST /api/team/invitations` */
  readonly create: (body: Schemas['CreateTeamInvitationRequest'], options?: CallOptions) => Promise<Schemas['TeamInvitation']>;
  /** The page behind the link of an invitation to a team. `GET /team-invitations` */
  readonly getPage: (query: Schemas['GetTeamInvitationPageQuery'], options?: CallOptions) => Promise<Response>;
  /** The account’s invitations, the newest first. `GET /api/team/invitations` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListTeamInvitationsResponse']>;
  /** Refuse an invitation to an account. `POST /api/auth/invitations/refuse` */
  readonly refuse: (body: Schemas['RefuseTeamInvitationRequest'], options?: CallOptions) => Promise<Schemas['RefuseTeamInvitationResponse']>;
  /** Mail an invitation again. `POST /api/team/invitations/{invitation_id}/resend` */
  readonly resend: (invitationId: string, options?: CallOptions) => Promise<Schemas['TeamInvitation']>;
  /** Revoke an invitation. `DELETE /api/team/invitations/{invitation_id}` */
  readonly revoke: (invitationId: string, options?: CallOptions) => Promise<Schemas['TeamInvitation']>;
}

export interface TeamMembers {
  /** Leave the account that the token acts for. `POST /api/team/leave` */
  readonly leave: (options?: CallOptions) => Promise<Schemas['LeaveTeamResponse']>;
  /** The people who may act in the account, its first owner first. `GET /api/team/members` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListTeamMembersResponse']>;
  /** Join an account with a new login. `POST /api/auth/invitations/register` */
  readonly register: (body: Schemas['RegisterTeamMemberRequest'], options?: CallOptions) => Promise<Schemas['TokenSession']>;
  /** Remove a member from the account. `DELETE /api/team/members/{member_id}` */
  readonly remove: (memberId: string, options?: CallOptions) => Promise<Schemas['RemoveTeamMemberResponse']>;
  /** Give a member another role. `PUT /api/team/members/{member_id}` */
  readonly update: (memberId: string, body: Schemas['UpdateTeamMemberRequest'], options?: CallOptions) => Promise<Schemas['TeamMember']>;
}

export interface Tracking {
  /** Whether we saw the shop’s first click and first order. `POST /api/track/install-check` */
  readonly checkInstall: (body?: Schemas['CheckInstallRequest'], options?: CallOptions) => Promise<Schemas['CheckInstallResponse']>;
  /** Whether clicks and orders of the brand’s shops arrive as expected. `GET /api/brand/tracking-health` */
  readonly getHealth: (query?: Schemas['GetTrackingHealthQuery'], options?: CallOptions) => Promise<Schemas['GetTrackingHealthResponse']>;
}

export interface TrackingNumbers {
  /** Adds telephone numbers to a call campaign. `POST /api/brand/campaigns/{campaign_id}/numbers` */
  readonly create: (campaignId: string, body: Schemas['CreateTrackingNumbersRequest'], options?: CallOptions) => Promise<Schemas['CreateTrackingNumbersResponse']>;
  /** Removes a telephone number from a call campaign. `DELETE /api/brand/campaigns/{campaign_id}/numbers/{number}` */
  readonly delete: (campaignId: string, number: string, options?: CallOptions) => Promise<Schemas['DeleteTrackingNumberResponse']>;
  /** A call campaign’s telephone numbers, newest first. `GET /api/brand/campaigns/{campaign_id}/numbers` */
  readonly list: (campaignId: string, query?: Schemas['ListTrackingNumbersQuery'], options?: CallOptions) => List<Schemas['ListTrackingNumbersResponse'], Schemas['ListTrackingNumbersResponse']['numbers'][number]>;
}

export interface TrackingSecrets {
  /** Create a tracking secret of the brand’s own. `POST /api/brand/tracking-secrets` */
  readonly create: (body?: Schemas['CreateTrackingSecretRequest'], options?: CallOptions) => Promise<Schemas['NewTrackingSecret']>;
  /** Delete a tracking secret. `DELETE /api/brand/tracking-secrets/{secret_id}` */
  readonly delete: (secretId: string, options?: CallOptions) => Promise<Schemas['DeleteTrackingSecretResponse']>;
  /** The brand’s tracking secrets, masked. `GET /api/brand/tracking-secrets` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListTrackingSecretsResponse']>;
}

export interface TrackingSnippets {
  /** The script for a shop’s pages, under its first name. `GET /t/affiliate.js` */
  readonly get: (query?: Schemas['GetTrackingSnippetQuery'], options?: CallOptions) => Promise<Response>;
}

export interface Users {
  /** An account. `GET /api/admin/users/{user_id}` */
  readonly get: (userId: string, options?: CallOptions) => Promise<Schemas['User']>;
  /** All accounts. `GET /api/admin/users` */
  readonly list: (query?: Schemas['ListUsersQuery'], options?: CallOptions) => List<Schemas['ListUsersResponse'], Schemas['ListUsersResponse']['users'][number]>;
  /** Move an account to another plan. `PUT /api/admin/users/{user_id}/plan` */
  readonly updatePlan: (userId: string, body: Schemas['UpdateUserPlanRequest'], options?: CallOptions) => Promise<Schemas['User']>;
  /** Verify, suspend or re-activate an account. `PUT /api/admin/users/{user_id}/status` */
  readonly updateStatus: (userId: string, body: Schemas['UpdateUserStatusRequest'], options?: CallOptions) => Promise<Schemas['User']>;
}

export interface WebhookDeadLetters {
  /** List the deliveries of an endpoint that ended as failed. `GET /api/webhooks/endpoints/{endpoint_id}/dead-letters` */
  readonly list: (endpointId: string, query?: Schemas['ListWebhookDeadLettersQuery'], options?: CallOptions) => List<Schemas['ListWebhookDeadLettersResponse'], Schemas['ListWebhookDeadLettersResponse']['data']['events'][number]>;
}

export interface WebhookDeliveries {
  /** A delivery of an endpoint, with its attempts. `GET /api/webhooks/endpoints/{endpoint_id}/events/{event_id}` */
  readonly get: (endpointId: string, eventId: string, options?: CallOptions) => Promise<Schemas['GetWebhookDeliveryResponse']>;
  /** List an endpoint’s deliveries, newest first. `GET /api/webhooks/endpoints/{endpoint_id}/events` */
  readonly list: (endpointId: string, query?: Schemas['ListWebhookDeliveriesQuery'], options?: CallOptions) => List<Schemas['ListWebhookDeliveriesResponse'], Schemas['ListWebhookDeliveriesResponse']['data']['events'][number]>;
  /** Send again every delivery that failed in a time range. `POST /api/webhooks/endpoints/{endpoint_id}/recover` */
  readonly recover: (endpointId: string, body: Schemas['RecoverWebhookDeliveriesRequest'], options?: CallOptions) => Promise<Schemas['RecoverWebhookDeliveriesResponse']>;
  /** Retry a failed delivery. `POST /api/webhooks/endpoints/{endpoint_id}/events/{event_id}/retry` */
  readonly retry: (endpointId: string, eventId: string, options?: CallOptions) => Promise<Schemas['RetryWebhookDeliveryResponse']>;
}

export interface WebhookEndpoints {
  /** Register a webhook endpoint (Pro tier or higher). `POST /api/webhooks/endpoints` */
  readonly create: (body: Schemas['CreateWebhookEndpointRequest'], options?: CallOptions) => Promise<Schemas['CreateWebhookEndpointResponse']>;
  /** Remove a webhook endpoint; its deliveries are not retried. `DELETE /api/webhooks/endpoints/{endpoint_id}` */
  readonly delete: (endpointId: string, options?: CallOptions) => Promise<Schemas['DeleteWebhookEndpointResponse']>;
  /** Delivery statistics of the caller’s webhooks. `GET /api/webhooks/analytics` */
  readonly getAnalytics: (query?: Schemas['GetWebhookAnalyticsQuery'], options?: CallOptions) => Promise<Schemas['GetWebhookAnalyticsResponse']>;
  /** List the caller’s webhook endpoints, secrets masked. `GET /api/webhooks/endpoints` */
  readonly list: (query?: Schemas['ListWebhookEndpointsQuery'], options?: CallOptions) => List<Schemas['ListWebhookEndpointsResponse'], Schemas['ListWebhookEndpointsResponse']['data']['endpoints'][number]>;
  /** Make a new signing secret; for 24 hours deliveries are signed with the old one as well. `POST /api/webhooks/endpoints/{endpoint_id}/rotate-secret` */
  readonly rotateSecret: (endpointId: string, options?: CallOptions) => Promise<Schemas['RotateWebhookSecretResponse']>;
  /** Send a test message to an endpoint and wait for the response. `POST /api/webhooks/endpoints/{endpoint_id}/test` */
  readonly test: (endpointId: string, body: Schemas['TestWebhookEndpointRequest'], options?: CallOptions) => Promise<Schemas['TestWebhookEndpointResponse']>;
  /** Change a webhook endpoint; absent fields stay as they are. `PUT /api/webhooks/endpoints/{endpoint_id}` */
  readonly update: (endpointId: string, body?: Schemas['UpdateWebhookEndpointRequest'], options?: CallOptions) => Promise<Schemas['UpdateWebhookEndpointResponse']>;
}

export interface WebhookEventTypes {
  /** Every event an endpoint can subscribe to. `GET /api/webhooks/event-types` */
  readonly list: (options?: CallOptions) => Promise<Schemas['ListWebhookEventTypesResponse']>;
}

/** Every operation of the API, by the noun that it is about. */
export interface Groups {
  readonly accountLinks: AccountLinks;
  readonly accounts: Accounts;
  readonly affiliateClaims: AffiliateClaims;
  readonly affiliateConversions: AffiliateConversions;
  readonly affiliatePayouts: AffiliatePayouts;
  readonly affiliates: Affiliates;
  readonly announcements: Announcements;
  readonly apiKeys: ApiKeys;
  readonly apiRequests: ApiRequests;
  readonly applications: Applications;
  readonly attributionChanges: AttributionChanges;
  readonly auditEntries: AuditEntries;
  readonly auth: Auth;
  readonly billingProfiles: BillingProfiles;
  readonly brandAffiliates: BrandAffiliates;
  readonly brandClaims: BrandClaims;
  readonly brandConversions: BrandConversions;
  readonly brandReportSchedules: BrandReportSchedules;
  readonly brandReports: BrandReports;
  readonly browserScripts: BrowserScripts;
  readonly campaignAttribution: CampaignAttribution;
  readonly campaigns: Campaigns;
  readonly claimSettings: ClaimSettings;
  readonly claims: Claims;
  readonly clickStatements: ClickStatements;
  readonly clicks: Clicks;
  readonly commissionConversions: CommissionConversions;
  readonly commissionTiers: CommissionTiers;
  readonly commissions: Commissions;
  readonly conversions: Conversions;
  readonly coupons: Coupons;
  readonly creatives: Creatives;
  readonly customerData: CustomerData;
  readonly customerErasures: CustomerErasures;
  readonly earnings: Earnings;
  readonly exchangeRates: ExchangeRates;
  readonly fraudAnalysis: FraudAnalysis;
  readonly fraudDrifts: FraudDrifts;
  readonly fraudHolds: FraudHolds;
  readonly fraudSettings: FraudSettings;
  readonly fraudThresholds: FraudThresholds;
  readonly fraudWeights: FraudWeights;
  readonly fraudWeightsPreviews: FraudWeightsPreviews;
  readonly health: Health;
  readonly heldClicks: HeldClicks;
  readonly heldPayouts: HeldPayouts;
  readonly impressions: Impressions;
  readonly incrementalities: Incrementalities;
  readonly integrations: Integrations;
  readonly invitations: Invitations;
  readonly ledger: Ledger;
  readonly links: Links;
  readonly notificationPreferences: NotificationPreferences;
  readonly notifications: Notifications;
  readonly offerCreatives: OfferCreatives;
  readonly offers: Offers;
  readonly oidcLinks: OidcLinks;
  readonly ownCoupons: OwnCoupons;
  readonly passkeys: Passkeys;
  readonly payments: Payments;
  readonly payoutAccounts: PayoutAccounts;
  readonly payoutBatches: PayoutBatches;
  readonly payouts: Payouts;
  readonly postbacks: Postbacks;
  readonly products: Products;
  readonly pushKeys: PushKeys;
  readonly pushSubscriptions: PushSubscriptions;
  readonly reconciliations: Reconciliations;
  readonly reportSchedules: ReportSchedules;
  readonly reports: Reports;
  readonly restHooks: RestHooks;
  readonly reviewSamples: ReviewSamples;
  readonly scriptVersions: ScriptVersions;
  readonly secondFactors: SecondFactors;
  readonly sessions: Sessions;
  readonly teamInvitations: TeamInvitations;
  readonly teamMembers: TeamMembers;
  readonly tracking: Tracking;
  readonly trackingNumbers: TrackingNumbers;
  readonly trackingSecrets: TrackingSecrets;
  readonly trackingSnippets: TrackingSnippets;
  readonly users: Users;
  readonly webhookDeadLetters: WebhookDeadLetters;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookEventTypes: WebhookEventTypes;
}
