import { type Collections } from './collections.ts';
import { type FigureReaders } from './figures-port.ts';

interface Scope {
  readonly affiliateId: string;
  readonly campaignId: { readonly $in: readonly string[] };
}

/** When an affiliate was active in campaigns. */
export const activityStore = ({
  clickDays,
  conversions,
}: Collections): FigureReaders['activity'] => {
  const ends = async (scope: Scope, direction: 1 | -1): Promise<Date[]> => {
    const {
      affiliateId,
      campaignId: { $in },
    } = scope;
    const own = { affiliateId, campaignId: { $in: [...$in] } };
    const [day, order] = await Promise.all([
      clickDays.findOne({ ...own, further: false }, { sort: { at: direction } }),
      conversions.findOne(
        { ...own, convertedAt: { $type: 'date' as const } },
        { sort: { convertedAt: direction, _id: direction } },
      ),
    ]);
    const converted = order === null || 'awaited' in order ? [] : [order.convertedAt];
    return [...(day === null ? [] : [day.at]), ...converted];
  };
  const pick = (times: readonly Date[], choose: (...times: number[]) => number): Date | null =>
    times.length === 0 ? null : new Date(choose(...times.map(Number)));

  return {
    span: async (scope) => {
      const [earliest, latest] = await Promise.all([ends(scope, 1), ends(scope, -1)]);
      return { first: pick(earliest, Math.min), last: pick(latest, Math.max) };
    },
  };
};
