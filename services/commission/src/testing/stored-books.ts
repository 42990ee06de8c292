import type { AttributionShare, ReviewedConversion } from '@tributary/contracts';
import { collectionsOf, type Mongo, openMongo } from '@tributary/mongo';
import { databaseOf, newId, openLog, openMetrics } from '@tributary/service';
import { testEnv, tokensOf } from '@tributary/testing';
import { readCommissionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import type { Balance } from '../domain/balance.ts';
import type { Commission } from '../domain/commission.ts';
import type { Adjustment } from '../domain/earned-conversion.ts';
import type { ReserveRequest } from '../domain/reservation.ts';
import { applyAdjustment } from '../features/apply-adjustment/apply-adjustment.ts';
import { cancelCommission } from '../features/cancel-commission/cancel-commission.ts';
import {
  type CreateForConversions,
  openCreateForConversions,
} from '../features/create-for-conversions/create-for-conversions.ts';
import { approveDue } from '../features/release-holds/release-holds.ts';
import { releasePayout } from '../features/release/release.ts';
import { openReservePayout, type ReservePayout } from '../features/reserve/reserve.ts';
import { restorePayout } from '../features/restore/restore.ts';
import { settlePayout } from '../features/settle/settle.ts';
import { undoAttributionChange } from '../features/undo-attribution-change/undo-attribution-change.ts';
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { changeItems } from '../workflows/attribution-change-items.ts';
import { recreditConversions } from '../workflows/recredit-conversions.ts';
import { type Collections, collections as declared } from '../store/collections.ts';
import { toCommission } from '../store/commission-store.ts';
import type { DrivenBooks } from './books-model.ts';

const BEGIN = '2026-05-01T12:00:00.000Z';

/** The service's own use cases on MongoDB; commands set the time and kill transactions. */
export class StoredBooks implements DrivenBooks {
  now = new Date(BEGIN);
  dies = false;
  /** Awaited at the begin of each transaction and before its commit: a test decides whose turn it is. */
  turn = (): Promise<void> => Promise.resolve();

  private readonly mongo: Mongo;
  private readonly collections: Collections;
  private readonly deps: Deps;
  private readonly create: CreateForConversions;
  private readonly setAside: ReservePayout;
  private readonly approvals = new Map<string, ReviewedConversion>();

  private constructor(mongo: Mongo, deps: Deps) {
    this.mongo = mongo;
    this.collections = collectionsOf(mongo.connection, declared);
    this.deps = {
      ...deps,
      clock: { now: () => this.now },
      judgeAgain: (ids) =>
        Promise.resolve(new Map(ids.map((id) => [id, { fraudScore: 0, isHeld: false }]))),
      transaction: this.dying(deps.transaction),
      payoutTransaction: this.dying(deps.payoutTransaction),
    };
    this.create = openCreateForConversions(this.deps);
    this.setAside = openReservePayout(this.deps);
  }

  static async open(): Promise<StoredBooks> {
    const config = readCommissionConfig(testEnv({ IDENTITY_URL: 'http://127.0.0.1:9' }));
    const log = openLog('commission', 'error');
    const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
    const clock = { now: () => new Date(BEGIN) };
    return new StoredBooks(
      mongo,
      await openDeps(config, {
        mongo,
        clock,
        newId,
        tokens: tokensOf('commission'),
        metrics: openMetrics('commission', 'both'),
      }),
    );
  }

  async close(): Promise<void> {
    await this.mongo.connection.dropDatabase();
    await this.deps.close();
    await this.mongo.close();
  }

  /** Empties all collections. */
  async empty(): Promise<void> {
    const { tierSchemes: _stays, ...collections } = this.collections;
    for (const collection of Object.values(collections)) await collection.deleteMany({});
    this.approvals.clear();
    this.now = new Date(BEGIN);
  }

  /** Aborts the transaction while `dies` is set, as the database does after a process died. */
  private dying(transaction: Deps['transaction']): Deps['transaction'] {
    return (work) =>
      transaction(async (scope) => {
        await this.turn();
        const result = await work(scope);
        await this.turn();
        if (this.dies) throw new Error('Killed before the commit');
        return result;
      });
  }

  async approve(approval: ReviewedConversion): Promise<void> {
    const { conversionId } = approval;
    if (!this.approvals.has(conversionId)) this.approvals.set(conversionId, approval);
    await this.create([{ approval, correlationId: undefined, isRepeat: false }]);
  }

  adjust(conversionId: string, adjustment: Adjustment): Promise<unknown> {
    const approval = this.approvals.get(conversionId);
    if (approval === undefined) throw new Error(`No conversion ${conversionId}`);
    const { id: adjustmentId, reason: adjustmentType, whole, refundedMinor } = adjustment;
    return applyAdjustment(this.deps)({
      ...approval,
      status: whole ? 'reversed' : 'approved',
      refundedMinor,
      adjustmentId,
      adjustmentType,
      adjustmentMinor: refundedMinor,
      refundId: null,
    });
  }

  async cancel(commissionId: string, isFraud: boolean): Promise<void> {
    await cancelCommission(this.deps)(commissionId, { reason: 'By hand', isFraud, by: 'admin' });
  }

  async recredit(
    conversionId: string,
    changeId: string,
    shares: readonly AttributionShare[],
  ): Promise<void> {
    const { campaignId } = this.approvals.get(conversionId) ?? { campaignId: '' };
    const named = shares.map(({ affiliateId, weight }) => ({
      affiliateId,
      weight,
      clickId: '',
      linkId: '',
    }));
    const conversions = [{ conversionId, shares: named }];
    await recreditConversions(this.deps, campaignId, changeItems({ changeId, conversions }));
  }

  async undo(conversionId: string, changeId: string): Promise<void> {
    const { campaignId } = this.approvals.get(conversionId) ?? { campaignId: '' };
    const undo = { changeId, undoId: `undo-${changeId}`, campaignId };
    await undoAttributionChange(this.deps)({ ...undo, conversionIds: [conversionId] });
  }

  async endHolds(): Promise<void> {
    const due = await this.deps.stores.commissions.listDue(this.now, 1_000);
    for (const { id } of due) await approveDue(this.deps, [id]);
  }

  async reserve(request: ReserveRequest): Promise<void> {
    await this.setAside(request);
  }

  async settle(payoutId: string): Promise<void> {
    await settlePayout(this.deps)({ payoutId, transactionId: 'transfer', settledAt: this.now });
  }

  release(payoutId: string, attempt: number): Promise<void> {
    return releasePayout(this.deps)(payoutId, attempt);
  }

  restore(payoutId: string): Promise<void> {
    return restorePayout(this.deps)(payoutId);
  }

  balance(affiliateId: string): Promise<Balance> {
    return this.deps.stores.ledger.findBalance(affiliateId, 'USD');
  }

  async commissionsOf(conversionId: string): Promise<readonly Commission[]> {
    const { commissions } = this.collections;
    const found = await commissions.find({ conversionId }).sort({ _id: 1 }).toArray();
    return found.map(toCommission);
  }

  countEntries(): Promise<number> {
    return this.collections.entries.countDocuments();
  }

  async check(): Promise<void> {
    const { differences } = await this.deps.audit((audit) => verifyLedger(audit, this.deps.digest));
    if (differences.length > 0) throw new Error(`The books differ: ${JSON.stringify(differences)}`);
  }
}
