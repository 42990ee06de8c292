import { DAY_MS } from '@tributary/units';
import { addVisitor, type ArmSums, type Lift, liftOf, noVisitors } from './lift.ts';
import { type Prior } from './noisy-or.ts';

/** A click in a campaign that holds visitors out. */
export interface ExperimentVisit {
  readonly visitorId: string;
  readonly affiliateId: string;
  readonly occurredAt: Date;
  readonly isHeldOut: boolean;
}

export interface VisitorOrder {
  readonly at: Date;
  readonly valueMinor: number;
}

/** What an affiliate's clicks bring, by held-out visitors. */
export interface AffiliateLift {
  readonly affiliateId: string;
  /** In orders per visitor. */
  readonly orders: Lift;
  /** In minor units of the orders' currency per visitor. */
  readonly valueMinor: Lift;
}

/** Orders count for so long after a visitor's first click, and before it. */
export const OUTCOME_MS = 30 * DAY_MS;

interface Arms {
  readonly shown: ArmSums;
  readonly heldOut: ArmSums;
}
const noArms: Arms = { shown: noVisitors, heldOut: noVisitors };

/**
 * Counts visitors, each for the affiliate of its first click: what it ordered in the 30 days after it, and before it. Who
 * was in both arms, because the percentage has changed, counts for neither.
 */
export function createExperiment(ordersOf: (visitorId: string) => readonly VisitorOrder[]) {
  const byOrders = new Map<string, Arms>();
  const byValue = new Map<string, Arms>();
  const add = (
    arms: Map<string, Arms>,
    { affiliateId, isHeldOut }: ExperimentVisit,
    visitor: { readonly outcome: number; readonly before: number },
  ): void => {
    const known = arms.get(affiliateId) ?? noArms;
    const arm = isHeldOut ? 'heldOut' : 'shown';
    arms.set(affiliateId, { ...known, [arm]: addVisitor(known[arm], visitor) });
  };
  return {
    /** @param visits all of one visitor */
    addVisitor: (visits: readonly ExperimentVisit[]): void => {
      const [first] = visits.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
      if (first === undefined) return;
      if (visits.some(({ isHeldOut }) => isHeldOut !== first.isHeldOut)) return;
      const from = first.occurredAt.getTime();
      const isAfter = ({ at }: VisitorOrder) => at.getTime() >= from;
      const near = ordersOf(first.visitorId).filter(
        ({ at }) => Math.abs(at.getTime() - from) <= OUTCOME_MS,
      );
      const [after, before] = [near.filter(isAfter), near.filter((one) => !isAfter(one))];
      const valueOf = (orders: readonly VisitorOrder[]): number =>
        orders.reduce((sum, { valueMinor }) => sum + valueMinor, 0);
      add(byOrders, first, { outcome: after.length, before: before.length });
      add(byValue, first, { outcome: valueOf(after), before: valueOf(before) });
    },
    /** Those with enough visitors in both arms. */
    list: (): AffiliateLift[] =>
      [...byOrders].flatMap(([affiliateId, counted]) => {
        const value = byValue.get(affiliateId) ?? noArms;
        const orders = liftOf(counted.shown, counted.heldOut);
        const valueMinor = liftOf(value.shown, value.heldOut);
        return orders === null || valueMinor === null ? [] : [{ affiliateId, orders, valueMinor }];
      }),
  };
}

/**
 * What the experiment states of an affiliate's strength in a journey, and as how many journeys it counts: so many that the
 * share of orders among them would be as uncertain as the lift.
 */
export function priorOf({ orders }: AffiliateLift): Prior {
  const { estimate, standardError, shownMean } = orders;
  const strength = Math.min(1, Math.max(0, estimate));
  const share = Math.min(1, Math.max(0, shownMean));
  const journeys = standardError > 0 ? (share * (1 - share)) / standardError ** 2 : 0;
  return { strength, journeys };
}
