import { type Content } from '../../notice.ts';

export interface DeniedConversion {
  readonly orderId: string;
  /** The campaign’s name, where it is known. */
  readonly campaign: string | undefined;
  readonly notes: string | null;
}

export const commissionDenied = ({ orderId, campaign, notes }: DeniedConversion): Content => {
  const where = campaign === undefined ? '' : ` in ${campaign}`;
  const why = notes === null || notes === '' ? '' : ` The brand’s note: ${notes}`;
  return {
    title: 'A conversion was declined',
    message: `Order ${orderId}${where} was declined and earns no commission.${why}`,
  };
};

export const affiliateSuspected = (conversions: number): Content => ({
  title: 'An affiliate’s conversions look suspicious',
  message: `The last ${conversions} conversions of one of your affiliates score high for fraud. Look at them before you approve more.`,
});

export const fraudReviewsOverdue = (count: number): Content => ({
  title:
    count === 1
      ? 'A flagged conversion waits for you'
      : `${count} flagged conversions wait for you`,
  message:
    'They were flagged more than 14 days ago and nobody has decided them. Nothing is paid on them until you do.',
});
