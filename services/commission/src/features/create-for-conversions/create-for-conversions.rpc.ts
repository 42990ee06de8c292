import { currentContext } from '@tributary/context';
import { conversionApproved, type ReviewedConversion } from '@tributary/contracts';
import { fieldsOfZodError, invalid, invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { openUnit } from '@tributary/tracing';
import type { CreateForConversions } from './create-for-conversions.ts';

const MAX_CONVERSIONS = 500;

export const createForConversionsRpc = (createForConversions: CreateForConversions) =>
  rpc(
    'tributary.commission.v1.Commissions',
    'CreateForConversions',
    async ({ conversions, correlationIds, traceparents }) => {
      if (conversions.length > MAX_CONVERSIONS) {
        throw invalid('too_many_conversions', { message: 'At most 500 conversions per call' });
      }
      const own = currentContext()?.correlationId;
      const approved = conversions.map((json, index) => ({
        approval: parse(json, index),
        correlationId: correlationIds[index] ?? own,
        isRepeat: false,
      }));
      const endSpans = openSpansOf(correlationIds, traceparents);
      const created = await createForConversions(approved).finally(endSpans);
      return {
        results: created.map(({ conversionId, created: isNew, commissionIds }) => ({
          conversionId,
          commissionCreated: isNew,
          commissionIds: [...commissionIds],
        })),
      };
    },
  );

/** The span of each approval, by whose correlation id what is made for it finds it: a call is made for several. */
function openSpansOf(
  correlationIds: readonly string[],
  traceparents: readonly string[],
): () => void {
  const parents = new Map<string, string>();
  for (const [index, parent] of traceparents.entries()) {
    const correlationId = correlationIds[index] ?? '';
    if (correlationId !== '' && parent !== '') parents.set(correlationId, parent);
  }
  const spans = Array.from(parents, ([correlationId, parent]) =>
    openUnit(correlationId, { name: 'create commissions', kind: 'server', parent }),
  );
  return () => {
    for (const span of spans) span?.end();
  };
}

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
