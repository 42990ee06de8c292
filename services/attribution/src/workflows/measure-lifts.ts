import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import {
  createExperiment,
  type ExperimentVisit,
  OUTCOME_MS,
  type VisitorOrder,
} from '../domain/experiment.ts';

type LiftDeps = Pick<Deps, 'clicks' | 'clock' | 'lifts'>;

/** The longest that clicks and the visitors of orders are kept. */
const EXPERIMENT_DAYS = 60;
/** The latest orders of a campaign are compared. */
const MAX_ORDERS = 200_000;

/** The first click of a held-out visitor; undefined where the campaign holds nobody out. */
async function findStart({ clicks }: LiftDeps, campaignId: string, since: Date) {
  let start: Date | undefined;
  for await (const visits of clicks.streamExperiment(campaignId, since)) {
    for (const { isHeldOut, occurredAt } of visits) {
      if (isHeldOut && (start === undefined || occurredAt < start)) start = occurredAt;
    }
  }
  return start;
}

/** The campaign's orders by visitor, those in its most frequent currency. */
async function ordersByVisitor({ lifts }: LiftDeps, campaignId: string, since: Date) {
  const currencies = new Map<string, number>();
  const found: (VisitorOrder & { visitorId: string; currency: string })[] = [];
  for await (const page of lifts.streamOrders(campaignId, since, MAX_ORDERS)) {
    found.push(...page);
    for (const { currency } of page) currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
  }
  const [[currency] = ['USD']] = [...currencies].sort(([, a], [, b]) => b - a);
  const ofCurrency = found.filter((order) => order.currency === currency);
  return { currency, orders: Map.groupBy(ofCurrency, ({ visitorId }) => visitorId) };
}

/** Measures what the clicks of a campaign's affiliates bring, where it holds visitors out. */
export const measureLift =
  (deps: LiftDeps) =>
  async (campaignId: string): Promise<void> => {
    const at = deps.clock.now();
    const since = new Date(at.getTime() - EXPERIMENT_DAYS * DAY_MS);
    const start = await findStart(deps, campaignId, since);
    if (start === undefined) return;
    const before = new Date(start.getTime() - OUTCOME_MS);
    const { currency, orders } = await ordersByVisitor(deps, campaignId, before);
    const experiment = createExperiment((visitorId) => orders.get(visitorId) ?? []);
    let ofVisitor: ExperimentVisit[] = [];
    for await (const visits of deps.clicks.streamExperiment(campaignId, start)) {
      for (const visit of visits) {
        if (visit.visitorId !== ofVisitor[0]?.visitorId) {
          experiment.addVisitor(ofVisitor);
          ofVisitor = [];
        }
        ofVisitor.push(visit);
      }
    }
    experiment.addVisitor(ofVisitor);
    await deps.lifts.save({
      campaignId,
      at,
      since: start,
      currency,
      affiliates: experiment.list(),
    });
  };

/** Measures all campaigns that may hold visitors out, one after the other. */
export const measureLifts = (deps: LiftDeps) => async (): Promise<void> => {
  const since = new Date(deps.clock.now().getTime() - EXPERIMENT_DAYS * DAY_MS);
  for (const campaignId of await deps.lifts.listCampaigns(since))
    await measureLift(deps)(campaignId);
};
