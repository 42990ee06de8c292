import { stringify } from 'yaml';
import { type Alert, type TestCase } from './alert.ts';
import { causeAlerts } from './causes.ts';
import { sloAlerts } from './slos.ts';

/** The alerts by the name of their rule file. */
const alertsByFile = { objectives: sloAlerts, causes: causeAlerts } as const;

export const allAlerts: readonly Alert[] = Object.values(alertsByFile).flat();

const runbookOf = ({ name }: Alert): string => `docs/alerts.md#${name.toLowerCase()}`;
const annotationsOf = (alert: Alert) => ({ summary: alert.summary, runbook: runbookOf(alert) });

const SECONDS_OF_MINUTE = 60;

/** Prometheus has no fractions in durations. */
const durationOf = (minutes: number): string =>
  Number.isInteger(minutes) ? `${String(minutes)}m` : `${String(minutes * SECONDS_OF_MINUTE)}s`;

const ruleOf = (alert: Alert) => ({
  alert: alert.name,
  expr: alert.expr,
  ...(alert.forMinutes === 0 ? {} : { for: durationOf(alert.forMinutes) }),
  labels: { severity: alert.severity },
  annotations: annotationsOf(alert),
});

/** The rule files of Prometheus, by name. */
export const ruleFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(alertsByFile).map(([name, alerts]) => [
      `${name}.yaml`,
      stringify({ groups: [{ name, rules: alerts.map(ruleOf) }] }, { lineWidth: 0 }),
    ]),
  );

/** Cases that take longer are evaluated every hour: every minute would take promtool minutes. */
const LONG_CASE_MINUTES = 400;
const isLong = ({ atMinute }: TestCase): boolean => atMinute > LONG_CASE_MINUTES;

const testOf = (alert: Alert, { title, input, atMinute, fires }: TestCase) => ({
  name: `${alert.name} ${title}`,
  interval: '1m',
  input_series: input,
  alert_rule_test: [
    {
      eval_time: `${String(atMinute)}m`,
      alertname: alert.name,
      exp_alerts:
        fires === undefined
          ? []
          : [
              {
                exp_labels: { severity: alert.severity, ...fires },
                exp_annotations: annotationsOf(alert),
              },
            ],
    },
  ],
});

const testFile = (
  { folder, name }: { readonly folder: string; readonly name: keyof typeof alertsByFile },
  interval: string,
  isWanted: (one: TestCase) => boolean,
): string =>
  stringify(
    {
      rule_files: [`${folder}/${name}.yaml`],
      evaluation_interval: interval,
      tests: alertsByFile[name].flatMap((alert) =>
        alert.cases.filter(isWanted).map((one) => testOf(alert, one)),
      ),
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );

/**
 * The files of promtool's tests, by name: each alert fires in the cases that say so, and in no other.
 * @param folder where the rule files are, as seen from the tests
 */
export const ruleTestFiles = (folder: string): Readonly<Record<string, string>> => ({
  'causes.test.yaml': testFile({ folder, name: 'causes' }, '1m', () => true),
  'objectives.test.yaml': testFile({ folder, name: 'objectives' }, '5m', (one) => !isLong(one)),
  'objectives-of-days.test.yaml': testFile({ folder, name: 'objectives' }, '1h', isLong),
});
