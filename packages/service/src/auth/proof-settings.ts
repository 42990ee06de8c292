import { z } from 'zod';
import { MINUTE_SECONDS } from '@tributary/units';
import { type ProofTerms } from './proof.ts';

/** The settings of how callers must have proved who they are. */
export const proofShape = {
  STEP_UP_MINUTES: z.coerce
    .number()
    .min(0.01)
    .max(1_440)
    .default(15)
    .describe(
      'How long after a sign-in, or a further proof, operations that move money accept its tokens.',
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['required', 'optional'])
    .optional()
    .describe(
      'Whether administrators may do nothing but add a second factor before they have one; `required` in production by default, `optional` otherwise.',
    ),
} as const;

export const proofTermsOf = (
  settings: z.output<z.ZodObject<typeof proofShape>>,
  production: boolean,
): ProofTerms => ({
  stepUpSeconds: settings.STEP_UP_MINUTES * MINUTE_SECONDS,
  adminSecondFactor: settings.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional'),
});
