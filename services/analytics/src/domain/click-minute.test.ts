import fc from 'fast-check';
import { type ClickRow } from '@tributary/contracts';
import { aClick, aClickCount, countsOf } from '@tributary/testing';
import { clickMinutesOf, clicksIn, MAX_TRAITS, minuteRollups } from './click-minute.ts';
import { changeOf, clickRollups, type Rollup } from './rollup.ts';

const links = ['one', 'two'].map((linkId) => {
  const { campaignId, brandId, affiliateId } = aClick();
  return { linkId, campaignId, brandId, affiliateId };
});

const someClicks = fc.array(
  fc.record({
    link: fc.constantFrom(...links),
    seconds: fc.integer({ min: 0, max: 200_000 }),
    validity: fc.constantFrom<ClickRow['validity']>('valid', 'bot', 'duplicate', 'capped'),
    country: fc.constantFrom('DE', 'US', null),
    device: fc.constantFrom<ClickRow['device']>('desktop', 'mobile'),
    source: fc.constantFrom('news', null),
  }),
  { maxLength: 60 },
);

const byId = (rollups: readonly Rollup[]) =>
  rollups
    .map(({ id, figures }) => [id, figures] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

describe('minutes of clicks', () => {
  it('add to sums what their clicks would add one by one, in whatever events they come', () => {
    fc.assert(
      fc.property(someClicks, fc.integer({ min: 1, max: 20 }), (given, size) => {
        const clicks = given.map(({ link, seconds, source, ...rest }) =>
          aClick({
            ...link,
            ...rest,
            utm: { ...aClick().utm, source },
            occurredAt: new Date(Date.UTC(2026, 4, 1) + seconds * 1_000).toISOString(),
          }),
        );
        const events = Array.from({ length: Math.ceil(clicks.length / size) }, (_, index) =>
          countsOf(clicks.slice(index * size, (index + 1) * size)),
        );
        const minutes = clickMinutesOf(events.flat());
        const singly = clicks.flatMap((click) =>
          clickRollups({ ...click, occurredAt: new Date(click.occurredAt) }),
        );
        expect(byId(changeOf([], minutes.flatMap(minuteRollups)))).toEqual(
          byId(changeOf([], singly)),
        );
        expect(minutes.reduce((sum, minute) => sum + clicksIn(minute), 0)).toBe(clicks.length);
      }),
    );
  });

  it('are documents of bounded size, however many UTM values visitors invent', () => {
    const [traits] = aClickCount().traits;
    const invented = Array.from({ length: MAX_TRAITS + 1 }, (_, index) => ({
      ...traits!,
      utm: { ...traits!.utm, campaign: `invented-${String(index)}` },
    }));
    const [first, second, ...others] = clickMinutesOf([
      aClickCount({ traits: invented, unique: invented.length }),
    ]);
    expect([first?.traits.length, second?.traits.length]).toEqual([MAX_TRAITS, 1]);
    expect([first?.unique, second?.unique]).toEqual([MAX_TRAITS, 1]);
    expect(others).toEqual([]);
  });
});
