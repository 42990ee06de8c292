import {
  type attributionModels,
  type AttributionSettings,
  type AttributionShare,
} from '@tributary/contracts';
import { allocateLargestRemainder, toIntegerWeights } from '@tributary/money';
import { dataDriven, type TrainedModel } from './data-driven.ts';
import {
  type CreditRule,
  firstClick,
  lastClick,
  linear,
  positionBased,
  timeDecay,
} from './heuristic-models.ts';
import { type Journey, type Touch, touchesOf } from './touch.ts';

export type ModelName = (typeof attributionModels)[number];

/** Who earned a conversion, and by which rule. */
export interface Attributed {
  readonly model: ModelName;
  /** The rule with its version; for data_driven the trained version or `UNTRAINED_VERSION`. */
  readonly modelVersion: string;
  readonly shares: AttributionShare[];
}

type RuleName = Exclude<ModelName, 'data_driven'>;

const rules: Readonly<Record<RuleName, CreditRule>> = {
  last_click: lastClick,
  first_click: firstClick,
  linear,
  time_decay: timeDecay,
  position_based: positionBased,
};

/** The contract's defaults, for a campaign whose record has not arrived yet. */
export const defaultSettings: AttributionSettings = {
  model: 'last_click',
  lookbackWindowDays: 30,
  timeDecayHalfLifeHours: 168,
  positionBasedWeights: { first: 40, middle: 20, last: 40 },
  enableCrossDevice: false,
  fingerprintingEnabled: false,
};

/** Whether an order's own click has the whole credit, so that no other click changes it. */
export const ownClickSuffices = ({ model }: Pick<AttributionSettings, 'model'>): boolean =>
  model === 'last_click';

/** The credit of one conversion, in the contract's units. */
export const WHOLE_CREDIT = 1_000_000_000_000;

/** The version of data_driven credit that was split evenly, because the model is not trained yet. */
export const UNTRAINED_VERSION = 'data_driven.untrained_linear.1';

export const trainedVersion = ({ version }: Pick<TrainedModel, 'version'>): string =>
  `data_driven.${version}`;

interface Part {
  readonly touch: Touch;
  /** 0 is the latest touch of the journey; the lower rank wins ties. */
  readonly rank: number;
  credit: bigint;
}

/** Credits as integers: whole numbers stay as they are, so that ties stay ties; others are scaled. */
function integersOf(credits: readonly number[]): bigint[] {
  if (credits.every((credit) => Number.isSafeInteger(credit))) return credits.map(BigInt);
  const total = credits.reduce((sum, credit) => sum + credit, 0);
  return toIntegerWeights(credits.map((credit) => credit / total));
}

/** The touch that names an affiliate's part: for a code the affiliate's latest click, where it has one. */
const namedTouch = (touch: Touch, touches: readonly Touch[]): Touch =>
  touch.clickId !== null
    ? touch
    : (touches.findLast(
        ({ affiliateId, clickId }) => affiliateId === touch.affiliateId && clickId !== null,
      ) ?? touch);

/** One part per affiliate, with its latest credited touch. */
function partsOf(touches: readonly Touch[], credits: readonly bigint[]): Part[] {
  const parts = new Map<string, Part>();
  for (let index = touches.length - 1; index >= 0; index -= 1) {
    const touch = touches[index];
    const credit = credits[index] ?? 0n;
    if (touch === undefined || credit <= 0n) continue;
    const earlier = parts.get(touch.affiliateId);
    if (earlier === undefined) {
      parts.set(touch.affiliateId, {
        touch: namedTouch(touch, touches),
        rank: parts.size,
        credit,
      });
    } else {
      earlier.credit += credit;
    }
  }
  return [...parts.values()];
}

/**
 * Splits a conversion's value among the affiliates of its journey: weights sum to the whole credit and parts to
 * the value, to the cent. The largest share is first; ties go to the more recent touch.
 * @param touches oldest first
 * @returns no shares without a journey
 */
export const sharesOf = (
  touches: readonly Touch[],
  credits: readonly number[],
  valueMinor: number,
): AttributionShare[] => splitAmong(touches, integersOf(credits), valueMinor);

function splitAmong(
  touches: readonly Touch[],
  credits: readonly bigint[],
  valueMinor: number,
): AttributionShare[] {
  const parts = partsOf(touches, credits);
  if (parts.length === 0) return [];
  const ranks = parts.map(({ rank }) => rank);
  const wanted = parts.map(({ credit }) => credit);
  const weights = allocateLargestRemainder(WHOLE_CREDIT, wanted, ranks);
  const values = allocateLargestRemainder(valueMinor, wanted, ranks);
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

/** The credit of each click, and the version of the rule. */
function creditsOfClicks(
  journey: Journey,
  settings: AttributionSettings,
  trained: TrainedModel | undefined,
): { credits: readonly number[]; modelVersion: string } {
  const { model } = settings;
  if (model !== 'data_driven') {
    return { credits: rules[model](journey, settings), modelVersion: `${model}.1` };
  }
  return trained === undefined
    ? { credits: linear(journey, settings), modelVersion: UNTRAINED_VERSION }
    : { credits: dataDriven(trained, journey), modelVersion: trainedVersion(trained) };
}

/**
 * Adds the code's credit to that of the clicks: the code gets its percentage of the whole, and the model divides the
 * rest among the clicks. A code without clicks has the whole.
 */
function withCode(credits: readonly bigint[], code: Journey['code']): readonly bigint[] {
  if (code === undefined) return credits;
  const ofClicks = credits.reduce((sum, credit) => sum + credit, 0n);
  if (ofClicks === 0n) return [...credits, 1n];
  const percent = BigInt(code.percent);
  return [...credits.map((credit) => credit * (100n - percent)), ofClicks * percent];
}

/** The credit of each touch, the code's last, and the version of the rule. */
function creditsOf(
  journey: Journey,
  settings: AttributionSettings,
  trained: TrainedModel | undefined,
): { credits: readonly bigint[]; modelVersion: string } {
  const { credits, modelVersion } = creditsOfClicks(journey, settings, trained);
  return { credits: withCode(integersOf(credits), journey.code), modelVersion };
}

/** Credits a conversion by the campaign's settings. `trained` is undefined until the model is trained. */
export function attribute(
  journey: Journey,
  settings: AttributionSettings,
  given: { readonly valueMinor: number; readonly trained?: TrainedModel | undefined },
): Attributed {
  const { credits, modelVersion } = creditsOf(journey, settings, given.trained);
  const shares = splitAmong(touchesOf(journey), credits, given.valueMinor);
  return { model: settings.model, modelVersion, shares };
}

/**
 * Each touch's part of the credit, in the order of the journey, the code's last; the parts sum to the whole credit.
 * Undefined for a trained model, whose version is not available here.
 */
export function touchWeights(
  journey: Journey,
  settings: AttributionSettings,
  modelVersion: string,
): readonly number[] | undefined {
  const isTrained = settings.model === 'data_driven' && modelVersion !== UNTRAINED_VERSION;
  if (isTrained) return undefined;
  const { credits } = creditsOf(journey, settings, undefined);
  const isCredited = credits.some((credit) => credit > 0n);
  return isCredited ? allocateLargestRemainder(WHOLE_CREDIT, credits) : credits.map(() => 0);
}
