import { type Deps } from '../deps.ts';
import { traitsOfCommission } from '../domain/click-traits.ts';
import { factChange, mapById } from '../domain/fact.ts';
import { creditOfOrder } from '../domain/order-credit.ts';
import { type CommissionFactDocument, type ConversionFactDocument } from '../store/collections.ts';
import { type FigureWriter } from '../store/figures-port.ts';

interface Scope {
  readonly facts: Pick<Deps['facts'], 'commissionsOf' | 'saveCommissions'>;
  readonly figureWriter: Pick<FigureWriter, 'changeCommissions'>;
}

function restated(
  { order: _before, ...commission }: CommissionFactDocument,
  conversion: ConversionFactDocument | undefined,
): CommissionFactDocument {
  const traits = traitsOfCommission(commission, conversion);
  return { ...commission, ...traits, ...creditOfOrder(commission, conversion) };
}

/** Gives commissions the traits and the credit that their conversions have, and moves them to the sums of those. */
export async function restateCommissions(
  { facts, figureWriter }: Scope,
  conversions: readonly ConversionFactDocument[],
): Promise<void> {
  const byId = mapById(conversions);
  const commissions = await facts.commissionsOf([...byId.keys()]);
  const now = commissions.map((one) => restated(one, byId.get(one.conversionId ?? '')));
  const change = factChange(mapById(commissions), mapById(now));
  await facts.saveCommissions(change.now);
  await figureWriter.changeCommissions(change);
}
