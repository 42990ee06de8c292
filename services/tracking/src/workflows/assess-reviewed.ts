import { type AssessmentSnapshot } from '@tributary/contracts';
import { createBatcher } from '@tributary/work';
import { type AttributionClient } from '../clients/attribution-client.ts';
import { type Conversion, snapshotOf } from '../domain/conversion.ts';
import { type ConversionStore } from '../store/conversion-store.ts';

/** Conversions in one call to attribution, which accepts no more, and in one query. */
const MAX_PER_CALL = 500;
/** Calls to attribution, which waits for clicks, at the same time; what arrives meanwhile shares the next. */
const CALLS_AT_ONCE = 4;
const MAX_WAITING = 5_000;

interface AssessorParts {
  readonly attributionClient: AttributionClient;
  readonly conversions: ConversionStore;
  readonly reportAssessing: (error: unknown) => void;
}

/** The conversions of one review. */
interface Reviewed {
  readonly ids: readonly string[];
  readonly brandId: string;
}

/** Finds the conversions of several reviews that lack an assessment, with one query. */
const findTogether =
  (conversions: ConversionStore) =>
  async (reviews: readonly Reviewed[]): Promise<Conversion[][]> => {
    const ids = [...new Set(reviews.flatMap((one) => one.ids))];
    const brandIds = [...new Set(reviews.map(({ brandId }) => brandId))];
    const found = await conversions.listUnassessed(ids, brandIds);
    const byId = new Map(found.map((conversion) => [conversion.id, conversion]));
    return reviews.map((one) => one.ids.flatMap((id) => byId.get(id) ?? []));
  };

/**
 * Finds the conversions that lack an assessment before their review, and requests it. Reviews of assessed conversions do
 * not wait for those of others. A conversion that attribution cannot assess now is left out.
 */
export function openReviewAssessor({
  attributionClient,
  conversions,
  reportAssessing,
}: AssessorParts) {
  const finds = createBatcher<Reviewed, Conversion[]>({
    maxItems: MAX_PER_CALL,
    maxWaiting: MAX_WAITING,
    weightOf: ({ ids }) => ids.length,
    run: findTogether(conversions),
  });
  const calls = createBatcher<Conversion, AssessmentSnapshot | undefined>({
    maxItems: MAX_PER_CALL,
    maxWaiting: MAX_WAITING,
    atOnce: CALLS_AT_ONCE,
    run: async (missing) => {
      try {
        return await attributionClient.assess(missing.map(snapshotOf));
      } catch (error) {
        reportAssessing(error);
        return missing.map(() => undefined);
      }
    },
  });
  return {
    findUnassessed: (reviewed: Reviewed): Promise<readonly Conversion[]> => finds.add(reviewed),
    assess: async (unassessed: readonly Conversion[]): Promise<readonly AssessmentSnapshot[]> => {
      const assessed = await Promise.all(unassessed.map((conversion) => calls.add(conversion)));
      return assessed.flatMap((assessment) => assessment ?? []);
    },
  };
}
