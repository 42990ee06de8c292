import { clickBatch, type ClickRow, clickValidities, consentSignals } from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import fc from 'fast-check';
import { decodeClicks, encodeClick, encodeClicks } from './click-batch.ts';
import { partsOfRow } from './click-parts.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 });
const orNull = fc.option(text, { nil: null });
// The contract's reader leaves a member named __proto__ out: no sub id and no header is called that.
const name = text.filter((value) => value !== '__proto__');
const strings = fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true });
const traffic = fc.record({
  visitor: fc.constantFrom('signed' as const, 'new' as const, 'unsigned' as const),
  addressHash: text,
  doubt: orNull,
});
const signals = fc.uniqueArray(fc.constantFrom(...consentSignals));
const consent = fc
  .record({
    decision: fc.constantFrom('granted' as const, 'denied' as const),
    by: signals,
    malformed: signals,
    tcString: fc.option(text, { nil: undefined }),
  })
  .map(({ tcString, ...given }) => (tcString === undefined ? given : { ...given, tcString }));
const utm = fc.record({
  source: orNull,
  medium: orNull,
  campaign: orNull,
  term: orNull,
  content: orNull,
});

const anyRow: fc.Arbitrary<ClickRow> = fc
  .record({
    occurredAt: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    clickId: fc.uuid(),
    linkId: fc.uuid(),
    trackingCode: text,
    ip: text,
    userAgent: text,
    referrer: orNull,
    utm,
    subIds: strings,
    fetchMetadata: strings,
    browser: orNull,
    city: orNull,
    isBot: fc.boolean(),
    validity: fc.constantFrom(...clickValidities),
    traffic: fc.option(traffic, { nil: undefined }),
    consent: fc.option(consent, { nil: undefined }),
  })
  .map(({ traffic, consent, ...given }) =>
    aClick({
      ...given,
      isUnique: given.validity === 'valid',
      ...(traffic === undefined ? {} : { traffic }),
      ...(consent === undefined ? {} : { consent }),
    }),
  );

const read = (json: string) => clickBatch.parse(JSON.parse(json));
const batchOf = (rows: readonly ClickRow[]) => read(encodeClicks(rows.map(partsOfRow)));

describe('a batch of clicks', () => {
  it('has exactly the clicks that were written', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 20 }), (rows) => {
        expect(decodeClicks(batchOf(rows))).toEqual(rows);
      }),
    );
  });

  it('of one click is the same, however it is written', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const parts = partsOfRow(row);
        expect(encodeClick(parts)).toBe(encodeClicks([parts]));
      }),
    );
  });

  it('is written as before where no click states a consent, so that it costs nothing', () => {
    expect(encodeClicks([partsOfRow(aClick({}))])).not.toContain('consents');
  });

  it('has what clicks share once', () => {
    const link = aClick({});
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...link, ip: `192.0.2.${String(at)}` }));
    const batch = batchOf(rows);
    expect(batch.clicks).toHaveLength(100);
    for (const part of ['links', 'params', 'agents', 'places', 'fetchMetadata'] as const) {
      expect(batch[part]).toHaveLength(1);
    }
  });

  it('is refused where a click is incomplete, whatever is missing', () => {
    const batch = batchOf([aClick({ traffic: { visitor: 'new', addressHash: 'h', doubt: null } })]);
    const [click] = batch.clicks as [unknown[]];
    const withClick = (changed: unknown) => () => decodeClicks({ ...batch, clicks: [changed] });
    const unreadable = expect.objectContaining({ code: 'click_batch_unreadable' }) as Error;
    for (const broken of [undefined, {}, true]) {
      for (const at of click.keys()) {
        // Without evidence, a click is one of a campaign that does not pay for clicks.
        if (at === click.length - 1 && broken === undefined) continue;
        expect(withClick(click.with(at, broken))).toThrow(unreadable);
      }
      expect(withClick(broken)).toThrow(unreadable);
    }
    expect(withClick(click.with(0, 'no-id'))).toThrow(unreadable);
    expect(withClick(click.with(6, 1))).toThrow(unreadable);
  });
});
