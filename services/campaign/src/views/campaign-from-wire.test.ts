import fc from 'fast-check';
import { campaignFields } from '../testing/a-campaign.ts';
import { fieldsOf, mergedRecord } from './campaign-from-wire.ts';
import { recordOf } from './campaign-view.ts';

const base = recordOf(campaignFields());

describe('a record on the wire', () => {
  it('survives a round trip, in any currency’s decimals', () => {
    const currency = fc.constantFrom(['USD', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const);
    const minor = fc.nat(10_000_000);
    fc.assert(
      fc.property(currency, minor, minor, fc.nat(1_000_000), ([code, digits], a, b, percent) => {
        const units = (amount: number) => Number((amount / 10 ** digits).toFixed(digits));
        const record = mergedRecord(base, {
          commission: { type: 'percentage', value: percent / 10_000, currency: code },
          budget: { total: units(a + 1), daily: null },
          caps: { commission: { daily: units(b) } },
          call: { payout_type: 'per_call', payout_amount: units(b) },
        });
        const fields = fieldsOf(record);
        expect(fields.budget.totalMinor).toBe(a + 1);
        expect(fields.caps.commissionMinor.daily).toBe(b);
        expect(recordOf(fields)).toEqual(record);
      }),
    );
  });

  it('keeps fields that an update leaves out, merges groups and replaces lists', () => {
    const before = mergedRecord(base, {
      targeting: { countries: ['US', 'CA'], devices: ['mobile'] },
      attribution: { lookback_window_days: 7 },
    });
    const after = mergedRecord(before, { targeting: { countries: ['de'] } });
    expect(after.targeting).toMatchObject({ countries: ['DE'], devices: ['mobile'] });
    expect(after.attribution.lookback_window_days).toBe(7);
    expect(mergedRecord(after, { targeting: null, attribution: null })).toMatchObject({
      targeting: { countries: [], devices: [] },
      attribution: { lookback_window_days: 30 },
    });
  });

  it('completes call settings by their defaults and removes them by null', () => {
    const called = mergedRecord(base, { call: { payout_type: 'per_call', payout_amount: 2 } });
    expect(called.call).toMatchObject({ min_duration_seconds: 0, recording_enabled: false });
    const changed = mergedRecord(called, { call: { recording_enabled: true } });
    expect(changed.call).toMatchObject({ payout_amount: 2, recording_enabled: true });
    expect(mergedRecord(changed, { call: null }).call).toBeNull();
    expect(() => mergedRecord(base, { call: { recording_enabled: true } })).toThrow('payout_type');
  });

  it.each(['click', 'impression', 'direct_messaging'])(
    'takes no percentage for type %s, whose orders have no value',
    (type) => {
      expect(() => mergedRecord(base, { type })).toThrow('commission.type');
      const fixed = { type: 'fixed', value: 2 };
      expect(mergedRecord(base, { type, commission: fixed })).toMatchObject({ type });
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'java\tscript:alert(1)',
    'https://shop.example.com\\@evil.example',
    'https://shop.exa\nmple.com',
    'https://user:secret@shop.example.com',
    '//shop.example.com',
    'https:///',
  ])('takes no landing page %j', (landing_page_url) => {
    expect(() => mergedRecord(base, { landing_page_url })).toThrow('landing_page_url');
  });

  it('refuses amounts that a changed currency cannot hold', () => {
    const priced = mergedRecord(base, { budget: { total: 10.5 } });
    expect(() => mergedRecord(priced, { commission: { currency: 'JPY' } })).toThrow('budget.total');
  });

  it.each([
    [{ attribution: { position_based_weights: { first: 41 } } }, 'position_based_weights'],
    [{ attribution: { lookback_window_days: 0 } }, 'lookback_window_days'],
    [{ attribution: { lookback_window_days: 366 } }, 'lookback_window_days'],
    [{ attribution: { time_decay_half_life_hours: 0 } }, 'time_decay_half_life_hours'],
    [{ attribution: { model: 'any_click' } }, 'Invalid option'],
    [{ ends_at: '2020-01-01', starts_at: '2020-01-01' }, 'ends_at'],
    [{ landing_page_url: 'ftp://shop.example.com/' }, 'landing_page_url'],
    [{ landing_page_url: 'data:text/html,hi' }, 'landing_page_url'],
    [{ name: '' }, 'name'],
    [{ commission: { value: -1 } }, 'commission.value'],
    [{ commission: { hold_days: 1.5 } }, 'commission.hold_days'],
    [{ commission: { type: 'fixed', value: 0.001 } }, 'commission.value'],
  ])('refuses %j', (part, message) => {
    expect(() => mergedRecord(base, part)).toThrow(message);
  });
});
