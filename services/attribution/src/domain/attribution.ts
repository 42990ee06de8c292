import {
  type attributionModels,
  type AttributionSettings,
  type AttributionShare,
} from '@tributary/contracts';
import { allocateLargestRemainder, toIntegerWeights } from '@tributary/money';

export type ModelName = (typeof attributionModels)[number];

/** A click that may have led to a conversion. */
export interface Touch {
  readonly affiliateId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
}

/**
 * How much of a conversion's credit each touch of its path gets, oldest touch first: not negative, and
 * one at least positive. A new model is one more of these.
 */
export type AttributionModel = (
  path: readonly Touch[],
  settings: AttributionSettings,
) => readonly number[];

interface VersionedModel {
  readonly version: string;
  readonly credit: AttributionModel;
}

const lastClick: AttributionModel = (path) =>
  path.map((_touch, index) => (index === path.length - 1 ? 1 : 0));

/** The models there are so far. A campaign's record is refused any other. */
export const models: Partial<Record<ModelName, VersionedModel>> & {
  readonly last_click: VersionedModel;
} = {
  last_click: { version: 'last_click.1', credit: lastClick },
};

/** What holds for a campaign whose record has not come yet; the contract's defaults. */
export const defaultSettings: AttributionSettings = {
  model: 'last_click',
  lookbackWindowDays: 30,
  timeDecayHalfLifeHours: 168,
  positionBasedWeights: { first: 40, middle: 20, last: 40 },
  enableCrossDevice: false,
  fingerprintingEnabled: false,
};

/** The credit of a conversion in shares, by the units of the contract. */
export const WHOLE_CREDIT = 1_000_000_000_000;

interface Part {
  readonly touch: Touch;
  /** 0 is the latest touch of the path; settles ties. */
  readonly rank: number;
  credit: number;
}

/** One part per affiliate, with its latest touch that was credited. */
function partsOf(path: readonly Touch[], credits: readonly number[]): Part[] {
  const parts = new Map<string, Part>();
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const touch = path[index];
    const credit = credits[index] ?? 0;
    if (touch === undefined || credit <= 0) continue;
    const earlier = parts.get(touch.affiliateId);
    if (earlier === undefined) {
      parts.set(touch.affiliateId, { touch, rank: parts.size, credit });
    } else {
      earlier.credit += credit;
    }
  }
  return [...parts.values()];
}

/**
 * Splits a conversion's value among the affiliates of its path: weights sum to the whole credit and
 * parts to the value, to the cent; largest share first, ties to the more recent touch.
 * @returns nothing where there is no path
 */
export function sharesOf(
  path: readonly Touch[],
  credits: readonly number[],
  valueMinor: number,
): AttributionShare[] {
  const parts = partsOf(path, credits);
  if (parts.length === 0) return [];
  const ranks = parts.map(({ rank }) => rank);
  const total = parts.reduce((sum, { credit }) => sum + credit, 0);
  const wanted = toIntegerWeights(parts.map(({ credit }) => credit / total));
  const weights = allocateLargestRemainder(WHOLE_CREDIT, wanted, ranks);
  const values = allocateLargestRemainder(valueMinor, weights, ranks);
  return parts
    .map(({ touch: { affiliateId, clickId, linkId }, rank }, index) => ({
      rank,
      share: {
        affiliateId,
        clickId,
        linkId,
        weight: weights[index] ?? 0,
        valueMinor: values[index] ?? 0,
      },
    }))
    .sort((a, b) => b.share.weight - a.share.weight || a.rank - b.rank)
    .map(({ share }) => share);
}

/** Who earned a conversion under the campaign's settings. */
export function attribute(
  path: readonly Touch[],
  settings: AttributionSettings,
  valueMinor: number,
) {
  const isKnown = models[settings.model] !== undefined;
  const name: ModelName = isKnown ? settings.model : 'last_click';
  const model = models[name] ?? models.last_click;
  const shares = sharesOf(path, model.credit(path, settings), valueMinor);
  return { model: name, modelVersion: model.version, shares };
}
