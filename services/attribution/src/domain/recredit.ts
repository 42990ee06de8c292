import { type Assessment, type EarlierCredit } from './assessment.ts';

/** A conversion's credit by a change. */
export type NewCredit = Pick<EarlierCredit, 'changeId'> &
  Pick<Assessment, 'model' | 'modelVersion' | 'shares'>;

/** A further revision of the assessment: the change's credit; the one before it stays on record. Takes effect once. */
export function recredit(assessment: Assessment, credit: NewCredit): Assessment {
  const { credits = [], model, modelVersion, shares } = assessment;
  const { changeId, ...current } = credit;
  if (credits.some((earlier) => earlier.changeId === changeId)) return assessment;
  return {
    ...assessment,
    ...current,
    credits: [...credits, { changeId, model, modelVersion, shares }],
  };
}

/** The assessment as it was before the change; as it is where the change is not its last one. */
export function restoreCredit(assessment: Assessment, changeId: string): Assessment {
  const { credits = [] } = assessment;
  const last = credits.at(-1);
  if (last?.changeId !== changeId) return assessment;
  const { model, modelVersion, shares } = last;
  return { ...assessment, model, modelVersion, shares, credits: credits.slice(0, -1) };
}

/** The change that the credit follows; null where none does. */
export const changeIdOf = ({ credits = [] }: Pick<Assessment, 'credits'>): string | null =>
  credits.at(-1)?.changeId ?? null;
