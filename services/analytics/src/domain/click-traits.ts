import { noTraits, type Traits, traitsOf } from './rollup.ts';

/** A conversion with the traits of the click that `clickId` names. */
export interface ClickedConversion extends Traits {
  readonly clickId: string | null;
}

interface ReceivedConversion {
  readonly clickId: string | null;
  readonly clickTraits?: Traits | undefined;
}

/** The traits of a received conversion: those that it states, else those that are stored of the same click. */
export function traitsOfConversion(
  { clickId, clickTraits }: ReceivedConversion,
  stored: ClickedConversion | undefined,
): Traits {
  if (clickTraits !== undefined) return traitsOf(clickTraits);
  return stored !== undefined && stored.clickId === clickId ? traitsOf(stored) : noTraits;
}

/** The traits of a commission's click; undefined where its conversion does not know them. */
export const traitsOfCommission = (
  { clickId }: { readonly clickId: string | null },
  conversion: ClickedConversion | undefined,
): Traits | undefined =>
  clickId !== null && conversion?.clickId === clickId ? traitsOf(conversion) : undefined;

/** Whether commissions of a conversion may need other traits than before. */
export const changesTraits = (now: ClickedConversion, before: ClickedConversion): boolean =>
  now.clickId !== before.clickId ||
  JSON.stringify(traitsOf(now)) !== JSON.stringify(traitsOf(before));
