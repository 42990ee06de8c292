import { type ClickRow } from '@tributary/contracts';
import { hourOf } from './period.ts';

/** What some clicks add to one link's hour. */
export interface ClickRollup {
  readonly id: string;
  readonly hour: Date;
  readonly linkId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly unique: number;
  readonly duplicate: number;
  readonly invalid: number;
}

/** Which of the three kinds a click is; the kinds add up to gross. */
export function kindOf({
  validity,
}: Pick<ClickRow, 'validity'>): 'unique' | 'duplicate' | 'invalid' {
  if (validity === 'valid') return 'unique';
  return validity === 'duplicate' ? 'duplicate' : 'invalid';
}

/** Counts clicks by link and hour (UTC). The order of the clicks does not matter. */
export function rollUp(clicks: readonly ClickRow[]): ClickRollup[] {
  const rollups = new Map<string, ClickRollup>();
  for (const click of clicks) {
    const hour = hourOf(new Date(click.occurredAt));
    const id = `${hour.toISOString()}/${click.linkId}`;
    const { linkId, campaignId, brandId, affiliateId } = click;
    const none = { unique: 0, duplicate: 0, invalid: 0 };
    const so = rollups.get(id) ?? { id, hour, linkId, campaignId, brandId, affiliateId, ...none };
    const kind = kindOf(click);
    rollups.set(id, { ...so, [kind]: so[kind] + 1 });
  }
  return [...rollups.values()];
}
