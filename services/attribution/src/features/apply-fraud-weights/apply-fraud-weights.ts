import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { type FraudWeightsDocument } from '../../store/fraud-collections.ts';

/** Scores orders with a version of fitted weights from now on. @returns null where there is no such version */
export const applyFraudWeights =
  ({ clock, fraudWeights }: Pick<Deps, 'clock' | 'fraudWeights'>) =>
  async (version: number, appliedBy: string): Promise<FraudWeightsDocument | null> => {
    const [known, [inForce]] = await Promise.all([
      fraudWeights.find(RULES_VERSION, version),
      fraudWeights.listApplied(RULES_VERSION),
    ]);
    if (known === null || inForce?.version === version) return known;
    const applied = { appliedAt: clock.now(), appliedBy };
    await fraudWeights.apply(RULES_VERSION, version, applied);
    recordChange({
      kind: 'fraud_weights',
      id: known._id,
      before: { version: inForce?.version ?? 0 },
      after: { version },
    });
    return { ...known, ...applied };
  };
