import { addFigures, brandMetricsOf, metricsOf, noFigures } from './metrics.ts';

describe('metrics', () => {
  it('counts unique and duplicate clicks only, and keeps gross as the sum of all kinds', () => {
    const figures = addFigures(noFigures, {
      unique: 80,
      duplicate: 20,
      invalid: 5,
      conversions: 4,
      revenueMinor: 40_000,
      earningsMinor: 3_050,
    });
    expect(metricsOf(figures, 'USD')).toEqual({
      gross_clicks: 105,
      unique_clicks: 80,
      duplicate_clicks: 20,
      invalid_clicks: 5,
      clicks: 100,
      conversions: 4,
      conversion_rate: 0.05,
      revenue: 400,
      earnings: 30.5,
      epc: 0.305,
    });
  });

  it('states to brands the commission that they owe, and which clicks were made without consent', () => {
    const refused = { unique: 1, invalid: 3, withoutConsent: 2, earningsMinor: 500 };
    expect(brandMetricsOf(addFigures(noFigures, refused), 'USD')).toMatchObject({
      invalid_clicks: 3,
      clicks_without_consent: 2,
      commission: 5,
    });
  });

  it('answers zeros where nobody clicked, because a rate of nothing is no number', () => {
    expect(metricsOf(noFigures, 'USD')).toMatchObject({ conversion_rate: 0, epc: 0 });
  });
});
