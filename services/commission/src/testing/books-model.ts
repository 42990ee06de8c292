import type { AttributionShare, ReviewedConversion } from '@tributary/contracts';
import type { Balance } from '../domain/balance.ts';
import { type Commission, isLive, settledMinor } from '../domain/commission.ts';
import type { Adjustment } from '../domain/earned-conversion.ts';
import type { ReserveRequest } from '../domain/reservation.ts';

type Maybe<T> = T | Promise<T>;

/** A ledger that commands drive: in memory, or the service's own. */
export interface DrivenBooks {
  now: Date;
  /** While set, decisions are lost before they are saved, as if the process died. */
  dies: boolean;
  approve(approval: ReviewedConversion): Maybe<void>;
  adjust(conversionId: string, adjustment: Adjustment): Maybe<unknown>;
  cancel(commissionId: string, isFraud: boolean): Maybe<void>;
  recredit(
    conversionId: string,
    changeId: string,
    shares: readonly AttributionShare[],
  ): Maybe<unknown>;
  undo(conversionId: string, changeId: string): Maybe<void>;
  endHolds(): Maybe<void>;
  reserve(request: ReserveRequest): Maybe<void>;
  settle(payoutId: string): Maybe<void>;
  release(payoutId: string, attempt: number): Maybe<void>;
  restore(payoutId: string): Maybe<void>;
  balance(affiliateId: string): Maybe<Balance>;
  commissionsOf(conversionId: string): Maybe<readonly Commission[]>;
  countEntries(): Maybe<number>;
  /** Throws where records contradict each other. */
  check(): Maybe<void>;
}

export const affiliates = ['anna', 'bela', 'cleo'] as const;

export interface Order {
  /** The sum that its affiliates are owed by the terms, minor units. */
  owedMinor: number;
  readonly valueMinor: number;
  readonly ratePercent: number;
  refundedMinor: number;
  isOver: boolean;
  /** Whether an administrator cancelled a commission of it, so that the rest is not the whole. */
  isTouched: boolean;
}

export interface Payout {
  readonly affiliateId: string;
  readonly amountMinor: number;
  state: 'reserved' | 'settled' | 'released' | 'restored';
  attempt: number;
}

/** The expected state, computed without a ledger. */
export interface Model {
  readonly orders: Map<string, Order>;
  readonly payouts: Map<string, Payout>;
  /** The ids of the changes that are in force, by order, the latest last. */
  readonly changes: Map<string, string[]>;
  adjustments: number;
  /** How many steps were done and checked. */
  steps: number;
}

export const emptyModel = (): Model => ({
  orders: new Map(),
  payouts: new Map(),
  changes: new Map(),
  adjustments: 0,
  steps: 0,
});

/** Cheaper than `expect`, because there are a million calls. */
export function requireSame<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`);
}

async function checkOrders({ orders }: Model, books: DrivenBooks): Promise<void> {
  for (const [conversionId, order] of orders) {
    const commissions = await books.commissionsOf(conversionId);
    const entitled = commissions.reduce((sum, { entitledMinor }) => sum + entitledMinor, 0);
    if (order.isOver) requireSame(conversionId, entitled, 0);
    else if (!order.isTouched) requireSame(conversionId, entitled, order.owedMinor);
    for (const one of commissions) {
      const owed = isLive(one) ? Math.max(one.entitledMinor, settledMinor(one)) : 0;
      requireSame(one.id, one.amountMinor, owed);
    }
  }
}

async function checkPayouts({ payouts }: Model, books: DrivenBooks): Promise<void> {
  for (const affiliateId of affiliates) {
    const sum = (state: Payout['state']): number =>
      [...payouts.values()]
        .filter((one) => one.affiliateId === affiliateId && one.state === state)
        .reduce((total, { amountMinor }) => total + amountMinor, 0);
    const { reservedMinor, paidMinor } = await books.balance(affiliateId);
    requireSame(`${affiliateId} reserved`, reservedMinor, sum('reserved'));
    requireSame(`${affiliateId} paid`, paidMinor, sum('settled'));
  }
}

/** Checks the records against each other and against the model. */
export async function checkStep(model: Model, books: DrivenBooks): Promise<void> {
  await books.check();
  await checkOrders(model, books);
  await checkPayouts(model, books);
  model.steps += 1;
}

/** A percentage rounded half-even, by integer arithmetic. */
export function percent(minor: number, rate: number): number {
  const tenths = minor * rate;
  const floor = Math.floor(tenths / 1_000);
  const rest = tenths % 1_000;
  const isUp = rest > 500 || (rest === 500 && floor % 2 === 1);
  return isUp ? floor + 1 : floor;
}
