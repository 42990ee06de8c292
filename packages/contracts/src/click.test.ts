import { opensPage } from './click.ts';

describe('opensPage', () => {
  const sent = (mode: string, dest: string, purpose?: string) =>
    opensPage({
      fetchMetadata: {
        'sec-fetch-mode': mode,
        'sec-fetch-dest': dest,
        ...(purpose === undefined ? {} : { 'sec-purpose': purpose }),
      },
    });

  it('is true for a navigation, false for images, frames and prefetches, null where the browser states nothing', () => {
    expect(sent('navigate', 'document')).toBe(true);
    expect(sent('no-cors', 'image')).toBe(false);
    expect(sent('navigate', 'iframe')).toBe(false);
    expect(sent('navigate', 'document', 'prefetch;prerender')).toBe(false);
    expect(opensPage({ fetchMetadata: {} })).toBeNull();
    expect(opensPage({ fetchMetadata: { 'sec-fetch-mode': 'navigate' } })).toBeNull();
  });
});
