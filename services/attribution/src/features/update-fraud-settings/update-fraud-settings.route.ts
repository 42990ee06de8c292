import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  REVIEW_THRESHOLD,
  scoringWith,
  type SignalOverrides,
  signals,
} from '../../domain/scoring-settings.ts';
import { type FraudSignal } from '../../domain/signal.ts';
import { fraudSettingsView, toFraudSettingsView } from '../../views/fraud-settings.ts';

const ramp = z
  .strictObject({ from: z.number().min(0).max(1e6), to: z.number().min(0).max(1e6) })
  .meta({ id: 'NewFraudRamp', description: 'Where a signal begins and where it is full' });

const override = z
  .strictObject({
    enabled: z.boolean().optional(),
    weight: z.number().min(0).max(0.95).optional(),
    thresholds: z.record(z.string(), ramp).optional(),
  })
  .meta({ id: 'NewFraudFactor', description: 'The settings of one signal' });
type Override = z.output<typeof override>;

const body = z
  .strictObject({
    review_threshold: z
      .number()
      .min(0.05)
      .max(REVIEW_THRESHOLD)
      .default(REVIEW_THRESHOLD)
      .describe('Conversions with a higher score require review; above 0.5 all do'),
    factors: z
      .record(z.string(), override)
      .default({})
      .describe(
        'What differs from the defaults, by the factor names of GET; a factor that is left out has its defaults',
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

const signalsByName: ReadonlyMap<string, FraudSignal> = new Map(
  signals.map((signal) => [signal.name, signal]),
);

/** Ramps keep their direction: a brand may be stricter or laxer, but may not invert a signal. */
function thresholdIssues({ name, defaults }: FraudSignal, { thresholds = {} }: Override): Issue[] {
  return Object.entries(thresholds).flatMap(([key, { from, to }]) => {
    const path = [name, 'thresholds', key];
    const known = Object.hasOwn(defaults.thresholds, key) ? defaults.thresholds[key] : undefined;
    if (known === undefined) return [{ path, message: 'The factor has no such threshold' }];
    const rises = known.from < known.to;
    return from !== to && from < to === rises
      ? []
      : [{ path, message: rises ? 'to must be above from' : 'to must be below from' }];
  });
}

const issuesOf = (factors: Readonly<Record<string, Override>>): Issue[] =>
  Object.entries(factors).flatMap(([name, own]) => {
    const signal = signalsByName.get(name);
    if (signal === undefined) return [{ path: [name], message: 'There is no such factor' }];
    const { maxWeight } = signal;
    const isTooHeavy = (own.weight ?? 0) > maxWeight;
    return [
      ...(isTooHeavy ? [{ path: [name, 'weight'], message: `At most ${maxWeight}` }] : []),
      ...thresholdIssues(signal, own),
    ];
  });

/** Without undefined fields, as the overrides are stored. */
const overridesOf = (factors: Readonly<Record<string, Override>>): SignalOverrides =>
  JSON.parse(JSON.stringify(factors)) as SignalOverrides;

export const updateFraudSettingsRoute = ({ fraudSettings, clock }: Deps) =>
  route({
    operationId: 'updateFraudSettings',
    method: 'put',
    path: '/api/brand/conversions/fraud-settings',
    summary: 'Sets how the brand’s conversions are scored',
    description:
      'Replaces all settings: weights, thresholds and which factors count; a field that is left out gets its ' +
      'default. Creates a version that applies to conversions tracked from now on; earlier scores stay.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    body,
    response: z.object({ success: z.literal(true), data: fraudSettingsView }),
    errors: { settings_changed: '409: another request changed the settings at the same moment' },
    handle: async ({ body: { review_threshold: reviewThreshold, factors }, actor }) => {
      const given = { reviewThreshold, factors: overridesOf(factors) };
      const { version } = await fraudSettings.create(actor.id, given, clock.now());
      const scoring = scoringWith(version, given.factors, reviewThreshold);
      return { success: true, data: toFraudSettingsView(scoring) };
    },
  });
