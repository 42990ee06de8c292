import { type Content } from '../notice.ts';

export interface DeniedWords {
  readonly orderId: string;
  /** The campaign’s name, where it is known. */
  readonly campaign: string | undefined;
  readonly notes: string | null;
}

export const commissionDenied = ({ orderId, campaign, notes }: DeniedWords): Content => {
  const where = campaign === undefined ? '' : ` in ${campaign}`;
  const why = notes === null || notes === '' ? '' : ` The brand says: ${notes}`;
  return {
    title: 'A conversion was declined',
    message: `Order ${orderId}${where} was declined and earns no commission.${why}`,
  };
};
