import {
  conversionAdjusted,
  conversionApproved,
  conversionRejected,
  conversionReversed,
  conversionTracked,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordConversion } from './record-conversions.ts';

export const recordConversionConsumers = (deps: Deps) => [
  consumer(conversionTracked, recordConversion(deps)),
  consumer(conversionApproved, recordConversion(deps)),
  consumer(conversionRejected, recordConversion(deps)),
  consumer(conversionReversed, recordConversion(deps)),
  consumer(conversionAdjusted, recordConversion(deps)),
];
