import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { factorDescriptions } from '../../domain/factor-descriptions.ts';
import {
  defaultWeights,
  type FactorName,
  factorNames,
  type FactorOverrides,
  type FactorSettings,
  greatestWeight,
  REVIEW_THRESHOLD,
  RULES_VERSION,
  scoringWith,
  defaultScoring,
  type ScoringSettings,
} from '../../domain/fraud-weights.ts';
import { type FraudSettingsRow } from '../../store/rows.ts';

const ramp = z.strictObject({ from: z.number().min(0).max(1e6), to: z.number().min(0).max(1e6) });

const override = z.strictObject({
  enabled: z.boolean().optional(),
  weight: z.number().min(0).max(0.95).optional(),
  thresholds: z.record(z.string(), ramp).optional(),
});

const body = z
  .strictObject({
    review_threshold: z
      .number()
      .min(0.05)
      .max(REVIEW_THRESHOLD)
      .default(REVIEW_THRESHOLD)
      .describe('Above it a conversion requires review; above 0.5 each does'),
    factors: z
      .record(z.string(), override)
      .default({})
      .describe(
        'What differs from the usual, by factor as GET names them; what is left out is as usual',
      ),
  })
  .superRefine(({ factors }, ctx) => {
    for (const { path, message } of issuesOf(factors)) {
      ctx.addIssue({ code: 'custom', path: ['factors', ...path], message });
    }
  });

interface Issue {
  readonly path: readonly string[];
  readonly message: string;
}

const isFactor = (name: string): name is FactorName => Object.hasOwn(defaultWeights, name);

/** Ramps keep their direction: a brand may be stricter or laxer, not turn a sign around. */
function thresholdIssues(name: FactorName, own: z.output<typeof override>): Issue[] {
  const usual: FactorSettings = defaultWeights[name];
  return Object.entries(own.thresholds ?? {}).flatMap(([key, { from, to }]) => {
    const path = [name, 'thresholds', key];
    const known = Object.hasOwn(usual.thresholds, key) ? usual.thresholds[key] : undefined;
    if (known === undefined) return [{ path, message: 'The factor has no such threshold' }];
    const rises = known.from < known.to;
    return from !== to && from < to === rises
      ? []
      : [{ path, message: rises ? 'to must be above from' : 'to must be below from' }];
  });
}

const issuesOf = (factors: Readonly<Record<string, z.output<typeof override>>>): Issue[] =>
  Object.entries(factors).flatMap(([name, own]) => {
    if (!isFactor(name)) return [{ path: [name], message: 'There is no such factor' }];
    const most = greatestWeight(name);
    const tooHeavy = (own.weight ?? 0) > most;
    return [
      ...(tooHeavy ? [{ path: [name, 'weight'], message: `At most ${most}` }] : []),
      ...thresholdIssues(name, own),
    ];
  });

const rampView = z.object({ from: z.number(), to: z.number() });

const settingsView = z.object({
  version: z.string().describe('As assessments name it in `weights_version`'),
  review_threshold: z.number(),
  factors: z.record(
    z.string(),
    z.object({
      enabled: z.boolean(),
      weight: z.number(),
      thresholds: z.record(z.string(), rampView),
      description: z.string(),
    }),
  ),
});

const viewOf = ({
  version,
  reviewThreshold,
  weights,
}: ScoringSettings): z.output<typeof settingsView> => ({
  version,
  review_threshold: reviewThreshold,
  factors: Object.fromEntries(
    factorNames.map((name) => {
      const { enabled, weight, thresholds }: FactorSettings = weights[name];
      const description = factorDescriptions[name] ?? name;
      return [name, { enabled, weight, thresholds: { ...thresholds }, description }];
    }),
  ),
});

const scoringOf = (row: FraudSettingsRow | undefined): ScoringSettings =>
  row === undefined ? defaultScoring : scoringWith(row.version, row.factors, row.reviewThreshold);

/** Without what was left out, as it is stored. */
const overridesOf = (given: z.output<typeof body>['factors']): FactorOverrides =>
  JSON.parse(JSON.stringify(given)) as FactorOverrides;

export const setFraudSettingsRoute = ({ fraudSettings, clock }: Deps) =>
  route({
    method: 'put',
    path: '/api/brand/conversions/fraud-settings',
    summary: 'Sets how the brand’s conversions are scored',
    description:
      'The whole settings: weights, thresholds and which factors count; what is left out is as usual. A ' +
      'new version that holds for conversions that come from now on; what was scored before stays as it was.',
    allow: ['brand'] as const,
    scope: 'conversions:write',
    body,
    response: z.object({ success: z.literal(true), data: settingsView }),
    errors: { settings_changed: '409: somebody else changed them at the same moment' },
    handle: async ({ body: { review_threshold: reviewThreshold, factors }, actor }) => {
      const given = { reviewThreshold, factors: overridesOf(factors) };
      const row = await fraudSettings.create(actor.id, given, clock.now());
      return { success: true, data: viewOf(scoringOf(row)) };
    },
  });

const MOST_SHOWN = 100;

export const getFraudSettingsRoute = ({ fraudSettings }: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/conversions/fraud-settings',
    summary: 'How the brand’s conversions are scored, and were before',
    allow: ['brand'] as const,
    scope: 'conversions:read',
    response: z.object({
      success: z.literal(true),
      data: settingsView.extend({
        history: z
          .array(
            z.object({
              version: z.string(),
              effective_from: z.iso.datetime(),
              review_threshold: z.number(),
              factors: z.record(z.string(), z.unknown()).describe('What differed from the usual'),
            }),
          )
          .describe(`Newest first; before the first of them ${RULES_VERSION} held as usual`),
      }),
    }),
    handle: async ({ actor }) => {
      const history = await fraudSettings.listHistory(actor.id);
      return {
        success: true,
        data: {
          ...viewOf(scoringOf(history[0])),
          history: history.slice(0, MOST_SHOWN).map((row) => ({
            version: scoringOf(row).version,
            effective_from: row.effectiveFrom.toISOString(),
            review_threshold: row.reviewThreshold,
            factors: row.factors,
          })),
        },
      };
    },
  });
