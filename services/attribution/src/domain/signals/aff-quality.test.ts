import { anEvidence, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affQuality } from './aff-quality.ts';

const valueOf = (affiliate: Partial<TrafficCounts>) =>
  affQuality.evaluate(anEvidence({ traffic: trafficOf(affiliate) }), affQuality.defaults.thresholds)
    .value;

describe('aff_quality', () => {
  it('is 0 for clicks that open pages from homes', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for clicks that open no page, or come from data centres', () => {
    expect(valueOf({ described: 1_000, navigations: 100 })).toBe(1);
    expect(valueOf({ listed: 600 })).toBe(1);
  });

  it('ignores how clicks came about while few browsers state it', () => {
    expect(valueOf({ clicks: 50_000, described: 0, navigations: 0 })).toBe(0);
  });

  it('is not available for few clicks', () => {
    expect(valueOf({ clicks: 3, described: 3, navigations: 0 })).toBeNull();
  });
});
