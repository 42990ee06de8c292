import { invalidFields } from '@tributary/errors';
import { pageRequestOf, paginationOf } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { clickView } from '../../views/click-view.ts';

const DEFAULT_DAYS = 30;

interface Input {
  readonly affiliateId: string;
  readonly start?: Date | undefined;
  /** Exclusive. */
  readonly end?: Date | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** Without dates the last 30 days, today included. */
function periodOf({ start, end }: Pick<Input, 'start' | 'end'>, now: Date) {
  const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const until = end ?? new Date(dayOf(now) + DAY_MS);
  const since = start ?? new Date(dayOf(until) - DEFAULT_DAYS * DAY_MS);
  if (since >= until) {
    throw invalidFields([{ path: 'start_date', message: 'Must not lie after today' }]);
  }
  return { start: since, end: until };
}

/**
 * One page of an affiliate's clicks, newest first, bots and duplicates labelled.
 * @throws invalid naming `start_date` where it lies after today and no end is given
 */
export const listClicks =
  ({ clickList, clock }: Pick<Deps, 'clickList' | 'clock'>) =>
  async ({ affiliateId, campaignId, linkId, page, perPage, ...dates }: Input) => {
    const filter = { affiliateId, campaignId, linkId, ...periodOf(dates, clock.now()) };
    const { documents, total } = await clickList.list(filter, pageRequestOf(page, perPage));
    const converted = await clickList.findConverted(documents.map(({ _id }) => _id));
    return {
      clicks: documents.map((click) => clickView(click, converted.has(click._id))),
      pagination: paginationOf(page, perPage, total),
    };
  };
