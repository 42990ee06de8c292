import { openOwnerLookup } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Assessment } from '../domain/assessment.ts';
import { assessConversions, type AssessmentDeps } from './assess-conversions.ts';

/**
 * Finds assessments. A conversion whose event has not arrived yet is assessed now: tracking has it, and its owner may
 * request the explanation from the moment its id is known.
 */
export function openAssessmentLookup(
  deps: AssessmentDeps & Pick<Deps, 'conversions'>,
): (conversionId: string) => Promise<Assessment | undefined> {
  const assess = assessConversions(deps);
  return openOwnerLookup({
    find: async (id) => (await deps.assessments.findMany([id])).get(id),
    request: deps.conversions.getConversion,
    save: async (conversion) => {
      const pending = [{ conversion, correlationId: deps.newId() }];
      await deps.facts.record(pending);
      await assess(pending);
    },
  });
}
