import { type CommissionTerms } from '@tributary/contracts';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { aCampaign, testEnv } from '@tributary/testing';
import fc from 'fast-check';
import { capUseOf } from '../domain/caps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { countBefore } from './cap-store.ts';
import { documentOf } from './conversion-document.ts';
import {
  type Collections,
  collections as declared,
  type ConversionDocument,
} from './collections.ts';

const decimalText = (maxThousandths: number) =>
  fc.nat(maxThousandths).map((thousandths) => String(thousandths / 1_000));

const anyTerms: fc.Arbitrary<CommissionTerms> = fc.oneof(
  decimalText(100_000).map((value): CommissionTerms => ({
    ...{ type: 'percentage', value, currency: 'USD', holdDays: 0 },
  })),
  fc.nat(100_000).map((cents): CommissionTerms => ({
    ...{ type: 'fixed', value: (cents / 100).toFixed(2), currency: 'USD', holdDays: 0 },
  })),
);

const anyConversion: fc.Arbitrary<Conversion> = fc
  .record({
    terms: anyTerms,
    valueMinor: fc.oneof(fc.constant(0), fc.nat(100_000_000)),
    refunded: fc.boolean(),
    currency: fc.constantFrom('USD', 'EUR'),
    namedCommissionMinor: fc.option(fc.nat(200_000_000)),
    weights: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 3 }),
  })
  .map(({ refunded, weights, ...given }) =>
    aStoredConversion({
      ...given,
      refundedMinor: refunded ? Math.floor(given.valueMinor / 3) : 0,
      shares: weights.map((weight, index) => ({
        ...{ affiliateId: `affiliate-${String(index)}`, clickId: null, linkId: null },
        ...{ weight, valueMinor: 0 },
      })),
    }),
  );

describe('counting stored conversions', () => {
  let mongo: Mongo;
  let collections: Collections;
  beforeAll(async () => {
    const env = testEnv({});
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}caps`,
      log: openLog('tracking', 'error'),
    });
    collections = await openCollections(mongo.connection, declared);
  });
  afterAll(() => mongo.close());

  const countOf = async (conversion: Conversion, isLegacy: boolean) => {
    const { expectedMinor, ...legacy } = documentOf(conversion);
    const row = isLegacy ? legacy : { ...legacy, expectedMinor };
    await collections.conversions.insertOne(row as ConversionDocument);
    const { brandId, campaignId } = conversion;
    const campaign = aCampaign({ brandId, campaignId });
    const after = new Date(conversion.createdAt.getTime() + 1);
    const counted = await countBefore(collections)(campaign, after);
    return counted?.counts['t'];
  };

  it.each([
    ['with a stored commission', false],
    ['without one, by its terms', true],
  ])('agrees with the domain’s rule for a conversion %s', async (_name, isLegacy) => {
    await fc.assert(
      fc.asyncProperty(anyConversion, async (given) => {
        const conversion = { ...given, id: crypto.randomUUID(), orderId: crypto.randomUUID() };
        const own = { ...conversion, campaignId: crypto.randomUUID(), transactionId: null };
        const { conversions, commissionMinor } = capUseOf(own)!;
        const expected = { conversions, commissionMinor };
        expect(await countOf(own, isLegacy)).toEqual(expected);
      }),
    );
  });
});
