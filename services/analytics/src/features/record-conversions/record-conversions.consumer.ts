import {
  conversionAdjusted,
  conversionApproved,
  conversionRejected,
  conversionReversed,
  conversionTracked,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordConversions } from './record-conversions.ts';

export const recordConversionConsumers = (deps: Deps) => [
  consumerOfSeveral(conversionTracked, recordConversions(deps)),
  consumerOfSeveral(conversionApproved, recordConversions(deps)),
  consumerOfSeveral(conversionRejected, recordConversions(deps)),
  consumerOfSeveral(conversionReversed, recordConversions(deps)),
  consumerOfSeveral(conversionAdjusted, recordConversions(deps)),
];
