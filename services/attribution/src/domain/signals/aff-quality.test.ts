import { evidenceAfter, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affQuality } from './aff-quality.ts';

const valueOf = (affiliate: Partial<TrafficCounts>, seconds = 7_200) =>
  affQuality.evaluate(
    evidenceAfter(seconds, { traffic: trafficOf(affiliate) }),
    affQuality.defaults.thresholds,
  ).value;

describe('aff_quality', () => {
  it('is 0 for clicks that open pages', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for clicks that open no page', () => {
    expect(valueOf({ described: 1_000, navigations: 100 })).toBe(1);
  });

  it('is 0 for mail scanners, and for an order that came soon after its click', () => {
    expect(valueOf({ listed: 600 })).toBe(0);
    expect(valueOf({ described: 1_000, navigations: 100 }, 60)).toBe(0);
  });

  it('is not available while few browsers state how clicks came about', () => {
    expect(valueOf({ clicks: 50_000, described: 0, navigations: 0 })).toBeNull();
  });

  it('is not available for few clicks', () => {
    expect(valueOf({ clicks: 3, described: 3, navigations: 0 })).toBeNull();
  });
});
