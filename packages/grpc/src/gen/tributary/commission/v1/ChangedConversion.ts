
import type { CreditMove as _tributary_commission_v1_CreditMove, CreditMove__Output as _tributary_commission_v1_CreditMove__Output } from '../../../tributary/commission/v1/CreditMove.ts';

export interface ChangedConversion {
  'conversionId'?: (string);
  'currency'?: (string);
  'skipped'?: (string);
  'moves'?: (_tributary_commission_v1_CreditMove)[];
}

export interface ChangedConversion__Output {
  'conversionId': (string);
  'currency': (string);
  'skipped': (string);
  'moves': (_tributary_commission_v1_CreditMove__Output)[];
}
