import { type ClickRow } from '@tributary/contracts';

/** Bots, prefetches and visitors outside the campaign's targeting earn no commission. */
export const canEarn = ({ validity }: Pick<ClickRow, 'validity'>): boolean =>
  validity === 'valid' || validity === 'duplicate';
