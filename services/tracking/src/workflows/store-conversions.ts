import { runWithCorrelation } from '@tributary/context';
import { type CampaignSnapshot, conversionTracked, type DomainEvent } from '@tributary/contracts';
import { type Outbox, type Transaction } from '@tributary/mongo';
import { hasConversionLimits } from '../domain/campaign-limits.ts';
import { capChanges } from '../domain/caps.ts';
import { type Conversion, snapshotOf } from '../domain/conversion.ts';
import { decideReplacement } from '../domain/replacement.ts';
import { decideWithdrawal, type Report } from '../domain/withdrawal.ts';
import { type CapStore } from '../store/cap-store.ts';
import { type ClaimStore } from '../store/claim-store.ts';
import { type ConversionStore } from '../store/conversion-store.ts';

/** The stores of a commit. */
export interface CommitScope {
  readonly conversions: ConversionStore;
  readonly caps: CapStore;
  readonly claims: ClaimStore;
}

type Storing = CommitScope & { readonly outbox: Outbox };

/** Stores something more with a conversion, in its transaction. */
export type Alongside = (stores: Storing, stored: Conversion) => Promise<void>;

/** A new conversion with what its commit needs. */
export interface NewConversion {
  readonly conversion: Conversion;
  readonly campaign: CampaignSnapshot;
  readonly correlationId: string | undefined;
  readonly alongside?: Alongside;
}

/** A new conversion, and the reports whose orders it takes. */
export type Storable = NewConversion & Report;

/** Counts new conversions against the limits of their campaigns. */
async function applyLimits(
  caps: CapStore,
  entries: readonly Storable[],
): Promise<readonly Storable[]> {
  const limited = entries.filter(({ campaign }) => hasConversionLimits(campaign));
  if (limited.length === 0) return entries;
  const byCampaign = Map.groupBy(limited, ({ campaign }) => campaign.campaignId);
  const admitted = new Map<string, Conversion>();
  // All commits use the same order, so that no two of them wait for each other.
  for (const [, own] of [...byCampaign].sort(([a], [b]) => a.localeCompare(b))) {
    const [first] = own;
    if (first === undefined) continue;
    const arrived = own.map(({ conversion }) => conversion);
    for (const conversion of await caps.admit(arrived, first.campaign)) {
      admitted.set(conversion.id, conversion);
    }
  }
  return entries.map((entry) => ({
    ...entry,
    conversion: admitted.get(entry.conversion.id) ?? entry.conversion,
  }));
}

/** Takes orders from the conversions that only the pixel reported. @returns those to replace, by the report's id */
async function withdraw(
  { conversions, caps, outbox }: Omit<Storing, 'claims'>,
  fresh: readonly Storable[],
): Promise<ReadonlyMap<string, Conversion>> {
  const ids = fresh.flatMap(({ replaces }) => replaces);
  if (ids.length === 0) return new Map();
  const now = fresh[0]?.conversion.createdAt ?? new Date(0);
  const current = await conversions.findMany(ids);
  const { targets, changed, events } = decideWithdrawal(fresh, current, now);
  await conversions.saveWithdrawn(changed.map(([, after]) => after));
  await caps.apply(changed.flatMap(([before, after]) => capChanges(before, after)));
  await outbox.add(...events);
  return targets;
}

interface Stored {
  readonly conversion: Conversion;
  readonly event: DomainEvent;
  readonly correlationId: string | undefined;
}

function decideStored(entry: Storable, target: Conversion | undefined): Stored {
  const { conversion: report, correlationId } = entry;
  if (target === undefined) {
    return { conversion: report, event: conversionTracked(snapshotOf(report)), correlationId };
  }
  const { replaced, event } = decideReplacement(target, report);
  return { conversion: replaced, event, correlationId };
}

/** Stores new conversions with their events in one transaction, under the ids of their requests. */
export async function storeConversions(
  transaction: Transaction<CommitScope>,
  fresh: readonly Storable[],
): Promise<void> {
  await transaction(async (stores) => {
    const { conversions, caps, outbox } = stores;
    const targets = await withdraw({ conversions, caps, outbox }, fresh);
    const entries = await applyLimits(caps, fresh);
    const stored = entries.map((one) => decideStored(one, targets.get(one.conversion.id)));
    // A report whose order was refunded completely takes no place within the limits.
    await caps.apply(
      entries.flatMap(({ conversion }, index) => {
        const after = stored[index]?.conversion;
        return after?.status === 'reversed' ? capChanges(conversion, after) : [];
      }),
    );
    const isReplaced = ({ conversion }: Stored): boolean => conversion.revision !== undefined;
    const [replaced, added] = [stored.filter(isReplaced), stored.filter((one) => !isReplaced(one))];
    await conversions.replaceMany(replaced.map(({ conversion }) => conversion));
    if (added.length > 0) await conversions.insertMany(added.map(({ conversion }) => conversion));
    for (const { event, correlationId } of stored) {
      await runWithCorrelation(correlationId, () => outbox.add(event));
    }
    for (const [index, { conversion }] of stored.entries()) {
      await entries[index]?.alongside?.(stores, conversion);
    }
  });
}
