import type { Deps } from '../../deps.ts';
import { changesOf, statementKeyOf } from '../../domain/click-statement.ts';
import {
  countersOf,
  decideUnitPayments,
  reviewUntil,
  type Unit,
  type Verdict,
} from '../../domain/unit-payment.ts';
import type { ClickDocument } from '../../store/click-collections.ts';
import type { CampaignDocument } from '../../store/collections.ts';

/** How long a campaign is cached, because clicks arrive by the thousand. */
const CACHE_MS = 5_000;
/** Most clicks of one transaction, so that it is short on a busy database too. */
const MAX_TOGETHER = 200;

type RecordDeps = Pick<Deps, 'config' | 'clock' | 'findCampaign' | 'transaction'>;

/** A click or an impression with the campaign that pays for it. */
interface PaidUnit {
  readonly unit: Unit;
  readonly campaign: CampaignDocument;
}

/**
 * Records which clicks and impressions are payable, held or refused, each once by its id, and counts them in
 * their statements. Those of campaigns that do not pay for them are left out.
 */
export const recordPaidClicks = (deps: RecordDeps) => {
  const campaignOf = openCampaignCache(deps);
  return async (units: readonly Unit[]): Promise<void> => {
    const paid = new Map<string, PaidUnit>();
    for (const unit of units) {
      const campaign = await campaignOf(unit.campaignId);
      if (campaign?.type === unit.kind) paid.set(unit.id, { unit, campaign });
    }
    const all = [...paid.values()];
    for (let start = 0; start < all.length; start += MAX_TOGETHER) {
      await save(deps, all.slice(start, start + MAX_TOGETHER));
    }
  };
};

const save = (deps: RecordDeps, paid: readonly PaidUnit[]): Promise<void> =>
  deps.transaction(async ({ clicks, clickCounters, statements }) => {
    const campaigns = new Map(paid.map(({ unit, campaign }) => [unit.id, campaign]));
    const known = await clicks.findKnown([...campaigns.keys()]);
    const fresh = paid.flatMap(({ unit }) => (known.has(unit.id) ? [] : [unit]));
    const counters = new Set(fresh.flatMap((unit) => Object.values(countersOf(unit))));
    const used = await clickCounters.find([...counters]);
    const { decided, counted } = decideUnitPayments(fresh, used, limitsOf(deps));
    const now = deps.clock.now();
    const recorded = decided.flatMap(({ unit, verdict }) => {
      const campaign = campaigns.get(unit.id);
      return campaign === undefined
        ? []
        : [{ click: docOf(unit, campaign, verdict, now), verdict }];
    });
    await clicks.addMany(recorded.map(({ click }) => click));
    await clickCounters.add(counted, now);
    const moves = recorded.map(({ click, verdict: to }) => ({ key: statementKeyOf(click), to }));
    await statements.add(changesOf(moves));
  });

const limitsOf = ({ config }: RecordDeps) => ({
  perLink: config.PAID_CLICKS_PER_ADDRESS_AND_LINK,
  perAffiliate: config.PAID_CLICKS_PER_ADDRESS_AND_AFFILIATE,
});

function openCampaignCache({ findCampaign, clock }: RecordDeps) {
  const known = new Map<string, CampaignDocument | undefined>();
  let until = 0;
  return async (campaignId: string): Promise<CampaignDocument | undefined> => {
    const now = clock.now().getTime();
    if (now > until) {
      known.clear();
      until = now + CACHE_MS;
    }
    if (!known.has(campaignId)) known.set(campaignId, await findCampaign(campaignId));
    return known.get(campaignId);
  };
}

const docOf = (
  unit: Unit,
  { brandId, terms }: CampaignDocument,
  { status, reason }: Verdict,
  now: Date,
): ClickDocument => ({
  _id: unit.id,
  kind: unit.kind,
  affiliateId: unit.affiliateId,
  campaignId: unit.campaignId,
  brandId,
  linkId: unit.linkId,
  terms,
  at: unit.at,
  isBooked: status !== 'payable',
  status,
  ...(reason === null ? {} : { reason }),
  ...(status === 'held' ? { reviewUntil: reviewUntil(now) } : {}),
});
