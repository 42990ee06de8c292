import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { documentOf } from './conversion-document.ts';
import { conversionAmounts, conversionReasons } from './migrations.ts';

describe('the migrations of conversions', () => {
  it('state the amounts that a conversion of an earlier release lacks', () => {
    const document = documentOf(aStoredConversion());
    const { orderValue, expectedMinor, ...earlier } = document;
    expect(conversionAmounts.rewrite(earlier as typeof document)).toEqual({
      orderValue,
      expectedMinor,
    });
  });

  it('replace the flag of an earlier release by its reason, and change nothing where there is one', () => {
    const document = documentOf(aStoredConversion());
    const flagged = { ...document, flags: ['campaign_was_inactive'] };
    expect(conversionReasons.rewrite(flagged)).toEqual({ unpayableReason: 'campaign_ended' });
    expect(conversionReasons.rewrite({ ...flagged, unpayableReason: 'campaign_ended' })).toEqual(
      {},
    );
    expect(conversionReasons.rewrite(document)).toEqual({});
  });
});
