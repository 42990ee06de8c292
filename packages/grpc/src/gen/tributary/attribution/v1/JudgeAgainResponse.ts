
import type { SecondVerdict as _tributary_attribution_v1_SecondVerdict, SecondVerdict__Output as _tributary_attribution_v1_SecondVerdict__Output } from '../../../tributary/attribution/v1/SecondVerdict.ts';

export interface JudgeAgainResponse {
  'verdicts'?: (_tributary_attribution_v1_SecondVerdict)[];
}

export interface JudgeAgainResponse__Output {
  'verdicts': (_tributary_attribution_v1_SecondVerdict__Output)[];
}
