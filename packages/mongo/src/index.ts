export { deadOutboxOf, idempotencyAnswersOf, outboxOf, ownCollections } from './collections.ts';
export { auditRefusalOf, nameAuditActor, runAudited } from './audit.ts';
export type { AuditedRequest, NamedChange } from './audit.ts';
export { isHiddenInAudit } from './audit-fields.ts';
export type {
  DeadOutboxDocument,
  IdempotencyAnswerDocument,
  OutboxDocument,
  OutboxEvent,
} from './collections.ts';
export { openCountCache } from './count-cache.ts';
export { createCollections, ensureCollections } from './create-collections.ts';
export type { CollectionSpec, ModelLike } from './create-collections.ts';
export { collectionsOf, defineCollection, field, openCollections } from './define-collection.ts';
export type {
  CollectionDeclaration,
  CollectionDefinition,
  CollectionsOf,
  Retention,
} from './define-collection.ts';
export { isUnsharded } from './shard-key.ts';
export type { ShardKey, Unsharded } from './shard-key.ts';
export { fromDocument, toDocument } from './documents.ts';
export type { DocumentOf } from './documents.ts';
export { containsText, withoutUndefined } from './filter.ts';
export { openAccountData } from './account-data.ts';
export type { AccountData, AccountRow } from './account-data.ts';
export { openDatabaseClock } from './database-clock.ts';
export type { DatabaseClock } from './database-clock.ts';
export { derivedId } from './derived-id.ts';
export { findPage, NEWEST_FIRST, projectionOf } from './find-page.ts';
export type { Page, PageOptions, PageRequest } from './find-page.ts';
export { listLatestOfEach } from './latest-of-each.ts';
export { applyMigrations, openIsApplied, rewriting } from './migrations.ts';
export type { Migration, MigrationReport } from './migrations.ts';
export { runBatch } from './run-batch.ts';
export { rewriteDocuments } from './rewrite-documents.ts';
export type { RewriteReport } from './rewrite-documents.ts';
export { monotonicIds } from './event-id.ts';
export { outboxDocument } from './outbox.ts';
export type { Log } from './log.ts';
export {
  databaseUnavailable,
  isDatabaseUnavailable,
  isDuplicateKey,
  mapMongoError,
} from './mongo-errors.ts';
export { suspensions, suspensionStore } from './suspensions.ts';
export type { SuspensionDocument, SuspensionStore } from './suspensions.ts';
export { findHandled, markHandled, runWithOnceKey } from './once.ts';
export type { OnceKey } from './once.ts';
export { erasures, openErasures } from './erasures.ts';
export type { Erasures } from './erasures.ts';
export { ERASED_NAME } from './personal-data.ts';
export type { Erasure, Exports, Personal, PersonalData } from './personal-data.ts';
export { databaseOf } from './database.ts';
export { openMongo } from './open-mongo.ts';
export type { Mongo, MongoOptions } from './open-mongo.ts';
export type { Outbox } from './outbox.ts';
export {
  captureRequest,
  recordAuditEntry,
  recordChange,
  recordChangesOf,
  runInTransaction,
  transactionOf,
} from './transaction.ts';
export type { CapturedRequest, Session, Transaction, TransactionScope } from './transaction.ts';
export { STALLED_MS, stalledLimitMs, watchStall } from './watch-stall.ts';
export type { WaitTerms } from './watch-stall.ts';
