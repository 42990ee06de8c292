/**
 * A group, and its methods: name, HTTP method, flags, path, and of a list how it is continued and where its
 * records are. Flags (bfqropx): JSON body, form, query, repeatable, recognises orders, public, answers no JSON.
 */
export const operationTable = `accountLinks
 follow POST px /account/{page}
 getPage GET qrpx /account/{page}
accounts
 cancelDeletion DELETE r /api/auth/me/deletion
 export POST x /api/auth/me/export
 get GET r /api/auth/me
 list GET r /api/auth/accounts
 register POST bp /api/auth/register
 requestDeletion POST b /api/auth/me/deletion
 switch POST bp /api/auth/switch
 update PUT br /api/auth/me
affiliateClaims
 get GET r /api/affiliate/claims/{claim_id}
 list GET qr /api/affiliate/claims before data.claims
affiliateConversions
 get GET r /api/affiliate/conversions/{conversion_id}
 list GET qr /api/affiliate/conversions page data.conversions
affiliatePayouts
 list GET qr /api/affiliate/payouts skip
affiliates
 getPerformance GET qr /api/affiliate/analytics/performance
 invite POST br /api/brand/campaigns/{campaign_id}/invitations
 list GET qr /api/brand/affiliates page affiliates
announcements
 create POST br /api/admin/announcements
apiKeys
 create POST b /api/auth/api-keys
 delete DELETE r /api/auth/api-keys/{api_key_id}
 list GET r /api/auth/api-keys
apiRequests
 get GET r /api/auth/api-requests/{api_request_id}
 list GET qr /api/auth/api-requests before requests
applications
 get GET r /api/brand/applications/{application_id}
 list GET qr /api/brand/applications page applications
 review PUT br /api/brand/applications/{application_id}/review
attributionChanges
 apply POST br /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/apply
 create POST br /api/brand/conversions/campaigns/{campaign_id}/attribution/changes
 get GET r /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}
 list GET qr /api/brand/conversions/campaigns/{campaign_id}/attribution/changes page data
 listConversions GET qr /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/conversions page data
 undo POST r /api/brand/conversions/campaigns/{campaign_id}/attribution/changes/{change_id}/undo
auditEntries
 export GET qrx /api/audit/export
 exportAll GET qrx /api/admin/audit/export
 list GET qr /api/audit before entries
 listAll GET qr /api/admin/audit before entries
auth
 finishLogIn POST bp /api/auth/login/second-factor
 getJwks GET rp /.well-known/jwks.json
 logIn POST brp /api/auth/login
 logInByOidc POST bp /api/auth/oidc/session
 logInByPasskey POST bp /api/auth/login/passkey
 logOut POST br /api/auth/logout
 receiveOidcCallback GET rpx /api/auth/oidc/callback
 requestPasswordReset POST bp /api/auth/forgot-password
 resendVerificationEmail POST  /api/auth/verify-email/resend
 resetPassword POST bp /api/auth/reset-password
 restoreEmail POST bp /api/auth/restore-email
 startOidcLogIn GET rpx /api/auth/oidc/start
 startPasskeyLogIn POST p /api/auth/login/passkey/options
 stepUp POST b /api/auth/step-up
 verifyEmail POST bp /api/auth/verify-email
billingProfiles
 get GET r /api/payouts/billing-profile
 update PUT br /api/payouts/billing-profile
brandAffiliates
 get GET qr /api/brand/affiliates/{affiliate_id}
brandClaims
 get GET r /api/brand/claims/{claim_id}
 list GET qr /api/brand/claims before data.claims
brandConversions
 get GET r /api/brand/conversions/{conversion_id}
 list GET qr /api/brand/conversions page data.conversions
brandReportSchedules
 create POST br /api/brand/reports/schedules
 delete DELETE r /api/brand/reports/schedules/{schedule_id}
 get GET r /api/brand/reports/schedules/{schedule_id}
 list GET r /api/brand/reports/schedules
 update PUT br /api/brand/reports/schedules/{schedule_id}
brandReports
 export GET qrx /api/brand/reports/export
 get GET qr /api/brand/reports page rows
 getExport GET r /api/brand/reports/exports/{report_id}
browserScripts
 get GET qrpx /t/{file}
campaignAttribution
 compareModels GET qr /api/brand/conversions/campaigns/{campaign_id}/attribution/comparison
 get GET r /api/brand/conversions/campaigns/{campaign_id}/attribution
 preview POST br /api/brand/conversions/campaigns/{campaign_id}/attribution/preview
 update PUT br /api/brand/conversions/campaigns/{campaign_id}/attribution
campaigns
 apply POST br /api/affiliate/campaigns/{campaign_id}/apply
 create POST br /api/brand/campaigns
 get GET r /api/brand/campaigns/{campaign_id}
 getPerformance GET qr /api/brand/campaigns/{campaign_id}/performance
 leave DELETE r /api/affiliate/campaigns/{campaign_id}/membership
 list GET qr /api/brand/campaigns page campaigns
 removeMember DELETE r /api/brand/campaigns/{campaign_id}/members/{affiliate_id}
 setTiers PUT br /api/commission-tiers/campaigns/{campaign_id}
 update PUT br /api/brand/campaigns/{campaign_id}
claimSettings
 get GET r /api/brand/claims/settings
 update PUT br /api/brand/claims/settings
claims
 create POST br /api/affiliate/claims
 decide PUT br /api/brand/claims/{claim_id}/decision
clickStatements
 list GET qr /api/commissions/click-statements page statements
clicks
 list GET qr /api/affiliate/analytics/clicks page clicks
 recordVisit POST bp /t/v
 setCookie POST bpx /t/k
commissionConversions
 get GET r /api/commissions/conversions/{conversion_id}
 list GET qr /api/commissions/conversions page_size conversions
commissionTiers
 getStanding GET r /api/commission-tiers/standing
 list GET qr /api/commission-tiers
 setPlatform PUT br /api/admin/commission-tiers
commissions
 cancel POST b /api/admin/commissions/{commission_id}/cancel
 getBreakdown GET qr /api/commissions/breakdown
 getSummary GET qr /api/commissions/summary
 list GET qr /api/affiliate/commissions skip
 trace GET r /api/commissions/{commission_id}/trace
conversions
 adjust POST brp /api/track/adjustment
 bulkReview POST b /api/brand/conversions/bulk-review
 dispute POST br /api/affiliate/conversions/{conversion_id}/dispute
 getAnalytics GET qr /api/affiliate/conversions/analytics
 getExplanation GET r /api/brand/conversions/{conversion_id}/explanation
 listPending GET qr /api/brand/conversions/pending-review
 review PUT br /api/brand/conversions/{conversion_id}/review
 track POST brop /api/track/conversion
 trackCall POST brop /api/track/call
 trackMessage POST brop /api/track/message
 trackPageOrder POST bp /t/o
 trackPixelOrder GET qrpx /t/pixel.gif
 trackPluginOrder POST bro /api/conversions/track
 trackPostback POST brop /api/track/postback/{source}
 trackPostbackByUrl GET qrop /api/track/postback/{source}
coupons
 bulkCreate POST br /api/brand/coupons/bulk
 create POST br /api/brand/coupons
 delete DELETE r /api/brand/coupons/{coupon_id}
 get GET r /api/brand/coupons/{coupon_id}
 list GET qr /api/brand/coupons page coupons
 update PUT br /api/brand/coupons/{coupon_id}
creatives
 create POST fr /api/brand/campaigns/{campaign_id}/creatives
 delete DELETE r /api/brand/campaigns/{campaign_id}/creatives/{creative_id}
 get GET r /api/brand/campaigns/{campaign_id}/creatives/{creative_id}
 getFile GET rpx /creatives/{creative_id}
 list GET qr /api/brand/campaigns/{campaign_id}/creatives page creatives
customerData
 erase DELETE br /api/customer-data
customerErasures
 get GET r /api/customer-data/erasures/{erasure_id}
 list GET qr /api/customer-data/erasures page erasures
earnings
 get GET qr /api/affiliate/earnings/simple
 getPending GET qr /api/commissions/pending
exchangeRates
 list GET r /api/admin/exchange-rates
 set PUT br /api/admin/exchange-rates
fraudAnalysis
 get GET qr /api/brand/conversions/fraud-analysis
fraudDrifts
 list GET r /api/admin/fraud/drifts
fraudHolds
 list GET qr /api/commissions/fraud-holds skip
 review POST b /api/commissions/fraud-holds/{commission_id}/review
fraudSettings
 get GET r /api/brand/conversions/fraud-settings
 update PUT br /api/brand/conversions/fraud-settings
fraudThresholds
 preview GET qr /api/brand/conversions/fraud-threshold/preview
fraudWeights
 apply POST  /api/admin/fraud/weights/{version}/apply
 list GET r /api/admin/fraud/weights
fraudWeightsPreviews
 get GET r /api/brand/conversions/fraud-weights/preview
health
 getLiveness GET rp /health/live
 getReadiness GET rp /health/ready
 getSystemState GET r /api/admin/system
heldClicks
 list GET qr /api/commissions/held-clicks skip
 review POST b /api/commissions/held-clicks/review
heldPayouts
 list GET qr /api/admin/payouts/held offset payouts
 refuse POST b /api/admin/payouts/{payout_id}/refuse
 release POST b /api/admin/payouts/{payout_id}/release
impressions
 record GET qrpx /t/impression.gif
incrementalities
 get GET r /api/brand/conversions/campaigns/{campaign_id}/attribution/incrementality
integrations
 create POST br /api/brand/integrations
 delete DELETE r /api/brand/integrations/{integration_id}
 get GET r /api/brand/integrations/{integration_id}
 list GET r /api/brand/integrations
 receiveShopWebhook POST p /api/integrations/{integration_id}/orders
 sync POST b /api/brand/integrations/{integration_id}/sync
invitations
 getPage GET rpx /invitations/{token}
 list GET qr /api/brand/campaigns/{campaign_id}/invitations page invitations
 preview POST b /api/notifications/invitation-preview
 withdraw DELETE r /api/brand/campaigns/{campaign_id}/invitations/{invitation_id}
ledger
 verify GET r /api/admin/ledger/verify
links
 create POST br /api/affiliate/links
 follow GET rpx /r/{tracking_code}
 get GET r /api/affiliate/links/{link_id}
 getPerformance GET qr /api/affiliate/links/{link_id}/performance
 getQrCode GET qrx /api/affiliate/links/{link_id}/qr
 list GET qr /api/affiliate/links page links
 update PUT br /api/affiliate/links/{link_id}
notificationPreferences
 get GET r /api/notifications/preferences
 update PUT br /api/notifications/preferences
notifications
 delete DELETE r /api/notifications/{notification_id}
 get GET r /api/notifications/{notification_id}
 getUnreadCount GET qr /api/notifications/count
 getUnsubscribePage GET qrpx /api/notifications/unsubscribe
 list GET qr /api/notifications offset
 markAllRead POST r /api/notifications/read-all
 markRead POST r /api/notifications/{notification_id}/read
 send POST br /api/notifications/admin/send
 sendTest POST q /api/notifications/test
 stream GET rx /api/notifications/stream
 unsubscribeFromEmails POST qpx /api/notifications/unsubscribe
offerCreatives
 list GET qr /api/affiliate/campaigns/{campaign_id}/creatives page creatives
offers
 get GET r /api/affiliate/campaigns/{campaign_id}
 list GET qr /api/affiliate/campaigns page campaigns
oidcLinks
 create POST b /api/auth/oidc/links
 delete DELETE r /api/auth/oidc/links/{link_id}
 list GET r /api/auth/oidc/links
 start POST  /api/auth/oidc/links/start
ownCoupons
 list GET qr /api/affiliate/coupons page coupons
passkeys
 create POST b /api/auth/passkeys
 delete DELETE r /api/auth/passkeys/{passkey_id}
 list GET r /api/auth/passkeys
 startRegistration POST  /api/auth/passkeys/options
 update PUT br /api/auth/passkeys/{passkey_id}
payments
 list GET qr /api/commissions/payment-history page_size payments
payoutAccounts
 create POST br /api/payouts/accounts
 delete DELETE r /api/payouts/accounts/{account_id}
 get GET r /api/payouts/accounts/{account_id}
 list GET r /api/payouts/accounts
 listChanges GET r /api/payouts/accounts/{account_id}/changes
 setVerification PUT br /api/admin/payouts/accounts/{account_id}/verification
 update PUT br /api/payouts/accounts/{account_id}
 verify POST b /api/payouts/accounts/{account_id}/verify
payoutBatches
 get GET r /api/admin/payouts/batches/{batch_id}
 list GET qr /api/admin/payouts/batches offset batches
payouts
 create POST br /api/payouts/create
 export GET qrx /api/payouts/report
 get GET r /api/payouts/{payout_id}
 getBalance GET qr /api/payouts/balance/current
 getCreditNote GET qrpx /api/payouts/invoices/{payout_id}/credit-note
 getInvoice GET qrpx /api/payouts/invoices/{payout_id}
 getSummary GET qr /api/affiliate/payouts/summary
 list GET qr /api/payouts/list offset payouts
 receiveProviderCallback POST p /api/payouts/callbacks/{provider}
 request POST br /api/affiliate/payouts/request
 retry POST br /api/payouts/{payout_id}/retry
postbacks
 create POST b /api/webhooks/postbacks
 delete DELETE r /api/webhooks/postbacks/{postback_id}
 dryRun POST br /api/webhooks/postbacks/dry-run
 get GET r /api/webhooks/postbacks/{postback_id}
 list GET qr /api/webhooks/postbacks skip data.postbacks
 update PUT br /api/webhooks/postbacks/{postback_id}
products
 create POST br /api/brand/products
 delete DELETE r /api/brand/products/{product_id}
 get GET r /api/brand/products/{product_id}
 list GET qr /api/brand/products page products
 update PUT br /api/brand/products/{product_id}
pushKeys
 get GET r /api/notifications/push-key
pushSubscriptions
 create POST b /api/notifications/push-subscriptions
 delete DELETE r /api/notifications/push-subscriptions/{subscription_id}
 list GET r /api/notifications/push-subscriptions
reconciliations
 get GET r /api/admin/payouts/reconciliation
reportSchedules
 create POST br /api/affiliate-reports/schedules
 delete DELETE r /api/affiliate-reports/schedules/{schedule_id}
 get GET r /api/affiliate-reports/schedules/{schedule_id}
 list GET r /api/affiliate-reports/schedules
 update PUT br /api/affiliate-reports/schedules/{schedule_id}
reports
 downloadExport GET qrpx /api/affiliate-reports/exports/{report_id}/file
 export GET qrx /api/affiliate-reports/export
 get GET qr /api/affiliate-reports page rows
 getExport GET r /api/affiliate-reports/exports/{report_id}
restHooks
 subscribe POST br /api/webhooks/subscribe
 unsubscribe DELETE r /api/webhooks/subscribe/{webhook_id}
reviewSamples
 list GET r /api/brand/conversions/review-sample
scriptVersions
 list GET rp /t/versions
secondFactors
 confirm POST b /api/auth/second-factor/confirm
 disable POST b /api/auth/second-factor/disable
 enrol POST  /api/auth/second-factor
 get GET r /api/auth/second-factor
 remove DELETE r /api/admin/users/{user_id}/second-factor
 renewRecoveryCodes POST b /api/auth/second-factor/recovery-codes
sessions
 end DELETE r /api/auth/sessions/{session_id}
 endAll DELETE qr /api/auth/sessions
 list GET r /api/auth/sessions
 refresh POST bp /api/auth/refresh
teamInvitations
 accept POST b /api/auth/invitations/accept
 create POST b /api/team/invitations
 getPage GET qrpx /team-invitations
 list GET r /api/team/invitations
 refuse POST bp /api/auth/invitations/refuse
 resend POST  /api/team/invitations/{invitation_id}/resend
 revoke DELETE r /api/team/invitations/{invitation_id}
teamMembers
 leave POST  /api/team/leave
 list GET r /api/team/members
 register POST bp /api/auth/invitations/register
 remove DELETE r /api/team/members/{member_id}
 update PUT br /api/team/members/{member_id}
tracking
 checkInstall POST b /api/track/install-check
 getHealth GET qr /api/brand/tracking-health
trackingNumbers
 create POST br /api/brand/campaigns/{campaign_id}/numbers
 delete DELETE r /api/brand/campaigns/{campaign_id}/numbers/{number}
 list GET qr /api/brand/campaigns/{campaign_id}/numbers page numbers
trackingSecrets
 create POST b /api/brand/tracking-secrets
 delete DELETE r /api/brand/tracking-secrets/{secret_id}
 list GET r /api/brand/tracking-secrets
trackingSnippets
 get GET qrpx /t/affiliate.js
users
 get GET r /api/admin/users/{user_id}
 list GET qr /api/admin/users page users
 updatePlan PUT br /api/admin/users/{user_id}/plan
 updateStatus PUT br /api/admin/users/{user_id}/status
webhookDeadLetters
 list GET qr /api/webhooks/endpoints/{endpoint_id}/dead-letters skip data.events
webhookDeliveries
 get GET r /api/webhooks/endpoints/{endpoint_id}/events/{event_id}
 list GET qr /api/webhooks/endpoints/{endpoint_id}/events skip data.events
 recover POST br /api/webhooks/endpoints/{endpoint_id}/recover
 retry POST r /api/webhooks/endpoints/{endpoint_id}/events/{event_id}/retry
webhookEndpoints
 create POST b /api/webhooks/endpoints
 delete DELETE r /api/webhooks/endpoints/{endpoint_id}
 getAnalytics GET qr /api/webhooks/analytics
 list GET qr /api/webhooks/endpoints skip data.endpoints
 rotateSecret POST  /api/webhooks/endpoints/{endpoint_id}/rotate-secret
 test POST br /api/webhooks/endpoints/{endpoint_id}/test
 update PUT br /api/webhooks/endpoints/{endpoint_id}
webhookEventTypes
 list GET r /api/webhooks/event-types`;
