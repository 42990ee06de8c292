import { type Migration, rewriting } from '@tributary/mongo';
import { type ConversionDocument, collections } from './collections.ts';
import { conversionOf, documentOf, reasonOf } from './conversion-document.ts';

const { conversions } = collections;

/** Sums of caps and filters by value read these amounts without the conversion's terms. */
export const conversionAmounts = rewriting<ConversionDocument>({
  name: '2026-11-26-conversion-amounts',
  description: 'conversions state their value in major units, and what counts against limits',
  of: conversions,
  filter: { $or: [{ orderValue: { $exists: false } }, { expectedMinor: { $exists: false } }] },
  rewrite: (document) => {
    const { orderValue, expectedMinor } = documentOf(conversionOf(document));
    return { orderValue, expectedMinor };
  },
});

export const conversionReasons = rewriting<ConversionDocument>({
  name: '2026-11-26-conversion-reasons',
  description: 'conversions that earn nothing state the reason by its present name',
  of: conversions,
  filter: { $or: [{ flags: { $exists: true } }, { unpayableReason: { $type: 'string' } }] },
  rewrite: (document) => {
    const unpayableReason = reasonOf(document);
    return unpayableReason === document.unpayableReason ? {} : { unpayableReason };
  },
});

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [conversionAmounts, conversionReasons];
