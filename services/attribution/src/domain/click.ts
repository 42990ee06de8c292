import { type ClickRow } from '@tributary/contracts';

/** Bots, prefetches and visitors outside the campaign's targeting earn no commission. */
export const canEarn = ({ validity }: Pick<ClickRow, 'validity'>): boolean =>
  validity === 'valid' || validity === 'duplicate';

/**
 * Whether a person opened a page by the click, by Fetch Metadata: images, frames and prefetches do not. Null when
 * the browser did not send it.
 */
export function opensPage({ fetchMetadata }: Pick<ClickRow, 'fetchMetadata'>): boolean | null {
  if (fetchMetadata['sec-purpose']?.includes('prefetch') === true) return false;
  const [mode, destination] = [fetchMetadata['sec-fetch-mode'], fetchMetadata['sec-fetch-dest']];
  if (mode === undefined || destination === undefined) return null;
  return mode === 'navigate' && destination === 'document';
}
