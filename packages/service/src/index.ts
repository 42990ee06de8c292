export * from './edge.ts';
export { schedule } from './background/schedule.ts';
export type { Schedule } from './background/schedule.ts';
export { openWorkErrorReport } from './background/work-error-report.ts';
export { worker } from './background/worker.ts';
export type { RunningWorker, Worker } from './background/worker.ts';
export { CALL_TERMS } from './call-deadline.ts';
export type { CallTerms } from './call-deadline.ts';
export { findFonts } from './fonts.ts';
export type { Fonts } from './fonts.ts';
export { escapeHtml } from './http/escape-html.ts';
export { htmlPage, longDay, paragraph } from './http/html-page.ts';
export { languageOfRequest, localeOfRequest } from './http/preferred-locale.ts';
export { declaredStatus } from './http/openapi.ts';
export { isReply, reply, route } from './http/route.ts';
export type {
  Audience,
  DirectCall,
  Reply,
  RequestFacts,
  RequestHead,
  Route,
} from './http/route.ts';
export { mailsPerAddressPerDay, openMailLimit } from './mail-limit.ts';
export type { MailLimit } from './mail-limit.ts';
export { openOwnerLookup, OWNER_CALL } from './owner-lookup.ts';
export { databaseOf, openPlatform } from './run/platform.ts';
export type { Platform } from './run/platform.ts';
export { runReencryption } from './run/run-reencryption.ts';
export { runService, startService } from './run/run-service.ts';
export type { App } from './run/app.ts';
export type { OpenedDeps, RunningService, ServiceDefinition } from './run/run-service.ts';
export {
  booleanText,
  endDate,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  skipLimitQuery,
  startBeforeEnd,
  startDate,
  wholeNumber,
} from './http/query.ts';
export {
  ACCOUNT_DATA_TYPE,
  accountDataLines,
  openOtherAccountData,
  streamAccountDataRoute,
} from './account-data.ts';
export { openInnerClient } from './http/inner-client.ts';
export type { InnerClient } from './http/inner-client.ts';
export { openStateCollector } from './state/all-states.ts';
export type { FoundState, StateCollector } from './state/all-states.ts';
export { serviceStateSchema } from './state/service-state.ts';
export type { ServiceState, StuckPayouts } from './state/service-state.ts';
export { eraseAccountsConsumer, eraseAccountsWorker } from './erasure.ts';
export { suspensionConsumers } from './suspension-consumers.ts';
export type { SuspensionChange } from './suspension-consumers.ts';
