import { randomUUIDv7 } from 'node:crypto';
import { currentContext } from '@tributary/context';
import { conversionSnapshot, type ConversionSnapshot } from '@tributary/contracts';
import { fieldsOfZodError, invalid, invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { assessConversions } from '../../workflows/assess-conversions.ts';
import { type Deps } from '../../deps.ts';
import { snapshotOf } from '../../domain/assessment.ts';

const AT_MOST = 500;

/** @throws invalid naming the conversion and its fields */
function conversionOf(text: string, index: number): ConversionSnapshot {
  const at = `conversions.${index}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidFields([{ path: at, message: 'Not JSON' }]);
  }
  const parsed = conversionSnapshot.safeParse(json);
  if (!parsed.success) throw invalidFields(fieldsOfZodError(parsed.error, at));
  return parsed.data;
}

export const assessRpc = (deps: Deps) =>
  rpc('tributary.attribution.v1.Attribution', 'Assess', async ({ conversions: texts }) => {
    if (texts.length > AT_MOST) {
      throw invalid('too_many_conversions', { message: `At most ${AT_MOST} at once` });
    }
    const correlationId = currentContext()?.correlationId ?? randomUUIDv7();
    const arrivals = texts.map((text, index) => ({
      conversion: conversionOf(text, index),
      correlationId,
    }));
    // Recorded first, and in a commit of its own, so that orders asked for at once see each other.
    await deps.facts.record(arrivals);
    const assessments = await assessConversions(deps)(arrivals);
    return { assessments: assessments.map((one) => JSON.stringify(snapshotOf(one))) };
  });
