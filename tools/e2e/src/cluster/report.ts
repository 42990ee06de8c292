import { type TimedAnswer } from '../calls-of-every-service.ts';
import { durationsOf, isFailure } from '../chaos/report.ts';
import { type Reach } from './stranger.ts';

/** A rolling restart of Deployments or StatefulSets at the same time. */
export interface Restarted {
  readonly workloads: readonly string[];
  readonly seconds: number;
  readonly answers: readonly TimedAnswer[];
}

/** What a drill showed. */
export interface Drill {
  /** What it ran on, in one line. */
  readonly cluster: string;
  /** An ISO date. */
  readonly date: string;
  readonly startS: number;
  readonly orderS: number;
  readonly restarts: readonly Restarted[];
  /** Orders that were accepted under the restarts, and those that the brand lists. */
  readonly orders: { readonly accepted: number; readonly listed: number };
  readonly violations: readonly string[];
  readonly reach: Reach;
}

const failuresOf = (answers: readonly TimedAnswer[]): readonly TimedAnswer[] =>
  answers.filter(isFailure);

const allAnswers = ({ restarts }: Drill): TimedAnswer[] =>
  restarts.flatMap(({ answers }) => answers);

/** Whether every promise of the drill held; a network that applies no policy shows nothing about them. */
export const isPassed = (drill: Drill): boolean =>
  failuresOf(allAnswers(drill)).length === 0 &&
  drill.orders.accepted === drill.orders.listed &&
  drill.violations.length === 0 &&
  (!drill.reach.isEnforced || drill.reach.reached.length === 0);

function strangerLine({ isEnforced, reached, refused }: Reach): string {
  if (!isEnforced) {
    return 'A pod of another namespace: this cluster’s network applies no NetworkPolicy (the pod reached one to which a policy denies everything), so it cannot show who is kept out.';
  }
  const open = reached.length === 0 ? 'none was open' : `open were ${reached.join(', ')}`;
  return `A pod of another namespace tried ${String(reached.length + refused.length)} inner ports: ${open}.`;
}

function failureLines(drill: Drill): string[] {
  return drill.restarts.flatMap(({ workloads, answers }) =>
    failuresOf(answers).map(
      ({ call, status, ms }) =>
        `- ${workloads.join(', ')}: ${call} ${status === 0 ? 'lost its connection' : String(status)} after ${ms.toFixed(0)} ms`,
    ),
  );
}

/** The drill as the body of a page. */
export function reportOf(drill: Drill): string {
  const answers = allAnswers(drill);
  const { accepted, listed } = drill.orders;
  const rows = drill.restarts.map(({ workloads, seconds, answers: own }) =>
    [
      workloads.join(', '),
      seconds.toFixed(0),
      own.length,
      failuresOf(own).length,
      durationsOf(own),
    ].join(' | '),
  );
  return `${drill.date}, ${drill.cluster}

- Every Deployment and StatefulSet had two ready replicas ${drill.startS.toFixed(0)} s after the overlay was applied.
- An order went from its click to its payout in ${drill.orderS.toFixed(0)} s.
- ${String(answers.length)} calls while everything was restarted: **${String(failuresOf(answers).length)} failed**, ${durationsOf(answers)}.
- Orders accepted meanwhile: ${String(accepted)}, listed afterwards: ${String(listed)}.
- Broken invariants afterwards: ${drill.violations.length === 0 ? 'none' : drill.violations.join('; ')}.
- ${strangerLine(drill.reach)}

| restarted | seconds | calls | failed | answered |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

${failureLines(drill).join('\n')}
`;
}
