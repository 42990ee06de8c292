import { type AdjustedConversion, conversionReversed } from '@tributary/contracts';
import { fieldsOfZodError, invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { applyAdjustment } from './apply-adjustment.ts';

export const applyAdjustmentRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Commissions', 'ApplyAdjustment', ({ conversion }) =>
    applyAdjustment(deps)(parse(conversion)),
  );

function parse(json: string): AdjustedConversion {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidFields([{ path: 'conversion', message: 'Not JSON' }]);
  }
  // Reversed and adjusted conversions have one shape.
  const parsed = conversionReversed.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldsOfZodError(parsed.error, 'conversion'));
}
