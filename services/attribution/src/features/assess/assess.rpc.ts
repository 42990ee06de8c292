import { randomUUIDv7 } from 'node:crypto';
import { currentContext } from '@tributary/context';
import { conversionSnapshot, type ConversionSnapshot } from '@tributary/contracts';
import { fieldsOfZodError, invalid, invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { snapshotOf } from '../../domain/assessment.ts';
import { assessConversions } from '../../workflows/assess-conversions.ts';

const MAX_CONVERSIONS = 500;

/** @throws invalid with the conversion's index and fields */
function parseConversion(text: string, index: number): ConversionSnapshot {
  const path = `conversions.${index}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidFields([{ path, message: 'Not JSON' }]);
  }
  const parsed = conversionSnapshot.safeParse(json);
  if (!parsed.success) throw invalidFields(fieldsOfZodError(parsed.error, path));
  return parsed.data;
}

export const assessRpc = (deps: Deps) =>
  rpc('tributary.attribution.v1.Attribution', 'Assess', async ({ conversions: texts }) => {
    if (texts.length > MAX_CONVERSIONS) {
      throw invalid('too_many_conversions', {
        message: `At most ${MAX_CONVERSIONS} conversions per call`,
      });
    }
    const correlationId = currentContext()?.correlationId ?? randomUUIDv7();
    const pending = texts.map((text, index) => ({
      conversion: parseConversion(text, index),
      correlationId,
    }));
    // Recorded in an earlier commit, so that orders of concurrent calls are compared with each other.
    await deps.facts.record(pending);
    const assessments = await assessConversions(deps)(pending);
    return { assessments: assessments.map((one) => JSON.stringify(snapshotOf(one))) };
  });
