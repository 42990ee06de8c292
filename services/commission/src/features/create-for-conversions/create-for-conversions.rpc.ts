import { currentContext } from '@tributary/context';
import { conversionApproved, type ReviewedConversion } from '@tributary/contracts';
import { fieldsOfZodError, invalid, invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import type { CreateForConversions } from './create-for-conversions.ts';

const MAX_CONVERSIONS = 500;

export const createForConversionsRpc = (createForConversions: CreateForConversions) =>
  rpc(
    'tributary.commission.v1.Commissions',
    'CreateForConversions',
    async ({ conversions, correlationIds }) => {
      if (conversions.length > MAX_CONVERSIONS) {
        throw invalid('too_many_conversions', { message: 'At most 500 conversions per call' });
      }
      const own = currentContext()?.correlationId;
      const created = await createForConversions(
        conversions.map((json, index) => ({
          approval: parse(json, index),
          correlationId: correlationIds[index] ?? own,
        })),
      );
      return {
        results: created.map(({ conversionId, created: isNew, commissionIds }) => ({
          conversionId,
          commissionCreated: isNew,
          commissionIds: [...commissionIds],
        })),
      };
    },
  );

function parse(json: string, index: number): ReviewedConversion {
  const place = `conversions.${String(index)}`;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidFields([{ path: place, message: 'Not JSON' }]);
  }
  const parsed = conversionApproved.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldsOfZodError(parsed.error, place));
}
