import {
  accountLinkPurposes,
  claimReasons,
  type Language,
  languages,
  memberRoles,
  secondFactorChanges,
  trackingAlarmKinds,
} from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { pageOf } from '../action-link.ts';
import { digestView, emailView } from '../../views/email-view.ts';
import { type Content, type Text } from '../notice.ts';
import { channels } from '../notification.ts';
import { type Trigger } from '../triggers/trigger.ts';
import { triggers } from '../triggers/table.ts';
import { emailTextsFor } from './email.ts';
import { formatsFor } from './formats.ts';
import { channelSwitchedOff, testNotification } from './settings.ts';
import { template } from './template.ts';
import { unsubscribeTextsFor } from './unsubscribe.ts';

type Data = Readonly<Record<string, unknown>>;

const schedule = { scheduleId: 's', from: '2026-05-04', to: '2026-05-10' };
const changes = (field: string, values: readonly unknown[]): Data[] =>
  values.map((value) => ({ [field]: value }));

/** The states of an event whose texts differ, or that notify somebody where its sample does not. */
const variants: Readonly<Record<string, readonly Data[]>> = {
  'account_mail.requested.v1': changes('purpose', accountLinkPurposes),
  'user.status_changed.v1': [{ status: 'suspended', previousStatus: 'active' }],
  'user.credentials_changed.v1': changes('changed', [
    ['email'],
    ['password'],
    ['email', 'password'],
  ]),
  'user.session_reused.v1': [{ device: null, network: null }],
  'user.passkey_changed.v1': changes('change', ['added', 'removed', 'copy_suspected']),
  'user.second_factor_changed.v1': changes('change', secondFactorChanges),
  'user.oidc_link_changed.v1': changes('change', ['added', 'removed']),
  'member.invited.v1': changes('memberRole', memberRoles),
  'member.added.v1': changes('memberRole', memberRoles),
  'invitation.made.v1': changes('message', [null, '']),
  'application.rejected.v1': changes('notes', [null, 'Too small']),
  'conversion.rejected.v1': changes('notes', [null, 'Returned']),
  'claim.decided.v1': [
    ...claimReasons.map((reason) => ({ status: 'refused', reason, notes: 'No such order' })),
    { status: 'refused', reason: 'another' },
  ],
  'fraud.overdue.v1': changes('conversionIds', [['a'], ['a', 'b']]),
  'payout.held.v1': changes('reasons', [
    ['velocity', 'amount_anomaly', 'payment_method_changed'].map((code) => ({
      code,
      explanation: code,
    })),
    [{ code: 'unknown', explanation: 'for administrators' }],
  ]),
  'report.ready.v1': [
    ...['daily', 'weekly', 'monthly'].map((frequency) => ({
      schedule: { ...schedule, frequency },
    })),
    ...['campaign', 'link', 'utm', 'geo', 'device', 'time_of_day'].map((kind) => ({
      kind,
      schedule: { ...schedule, frequency: 'daily', to: schedule.from },
    })),
  ],
  'webhook_endpoint.switched_off.v1': changes('reason', ['gone', 'failing']),
  'tracking_alarm.raised.v1': changes('kind', [...trackingAlarmKinds, 'another']),
  'tracking_alarm.ended.v1': changes('kind', trackingAlarmKinds),
};

/** The texts of a trigger in all its states, with the texts of users in them. */
function textsOf({ eventType, noticesFor }: Trigger): { text: Text; free: string[] }[] {
  const sample = eventType.sample as Data;
  const states = [
    sample,
    ...(variants[eventType.type] ?? []).map((one) => ({ ...sample, ...one })),
  ];
  return states.flatMap((state) =>
    [true, false].flatMap((isProved) => {
      const context = {
        campaignNameOf: () => (isProved ? 'Boats' : undefined),
        isProved: () => isProved,
        localeOf: () => ({}),
      };
      const free = stringsIn(state);
      return noticesFor(state, context).map(({ text }) => ({ text, free }));
    }),
  );
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** What no finished text contains: values without a format, and names of values. */
const LEFTOVERS =
  /undefined|null|NaN|Invalid|\[object|[{}]|\d{4}-\d\d-\d\d|T\d\d:| {2}|\s[.,]|[a-z]_[a-z]/;
const words = (...lists: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(${lists.join('|')})(?!\p{L})`, 'iu');
const ENGLISH = 'the|your|you|is|were|and|been|with|from|not|account|payout|order|see|open';
const GERMAN = 'der|und|ist|wurde|nicht|Sie|Ihre?|Ihnen|Konto|ansehen';
const SPANISH = 'el|una|que|tus|ya|pedido|pago|puedes|ver';
const OWN: Readonly<Record<Language, RegExp>> = {
  en: words(ENGLISH),
  de: words(GERMAN),
  es: words(SPANISH),
};
/** Words of the other languages that the language does not have; Spanish has `has`. */
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  en: words(GERMAN, SPANISH),
  de: words(ENGLISH, 'has', SPANISH),
  es: words(ENGLISH, GERMAN),
};

const withoutConsole = { publicUrl: 'https://platform.test', consoleUrl: undefined };
/** Pages of the platform, and files elsewhere. */
const SERVED = /^https:\/\/(?!platform\.test)|\.test\/(account|invitations|team-invitations|api)\b/;

const partsOf = ({ title, message, actionLabel }: Content): string[] => [
  title,
  message,
  actionLabel ?? '',
];

const locales = ['en', 'en-GB', 'de', 'de-AT', 'es', 'es-MX'];
const notifying = triggers.filter(({ silentBecause }) => silentBecause === undefined);
const ofService = [
  ...channels.map((channel) => testNotification(channel)),
  channelSwitchedOff({ channel: 'email', address: 'a@b.example' }),
  channelSwitchedOff({ channel: 'sms', address: '+15550100' }),
].map((text) => ({ text, free: ['a@b.example'] }));

it('the states that are rendered are of events that notify somebody', () => {
  const types = notifying.map(({ eventType }) => eventType.type);
  expect(Object.keys(variants).filter((type) => !types.includes(type))).toEqual([]);
});

describe.each(locales)('the texts in %s', (locale) => {
  const formats = formatsFor(locale, 'Europe/Vienna');
  const { language } = formats;

  it.each([
    ...notifying.map((row) => [row.eventType.type, textsOf(row)] as const),
    ['of the service itself', ofService] as const,
  ])('%s: are complete and in the language', (_name, texts) => {
    expect(texts.length).toBeGreaterThan(0);
    for (const { text, free } of texts) {
      const content = text(formats);
      const own = partsOf(content).map((part) =>
        free.reduce((left, one) => left.replaceAll(one, 'X'), part),
      );
      for (const part of own) {
        expect(part).toMatch(/\S/);
        expect(part).not.toMatch(LEFTOVERS);
        expect(part).not.toMatch(FOREIGN[language]);
      }
      expect(content.actionUrl).toMatch(/^(\/|https:\/\/)/);
      expect(content.actionUrl).not.toMatch(/undefined|null|\[object/);
      // Without a console no link leads to a page that nobody serves.
      const page = pageOf(content.actionUrl ?? null, withoutConsole);
      if (page !== null) expect(page).toMatch(SERVED);
    }
  });

  it('surround e-mails and digests', () => {
    const texts = emailTextsFor(locale);
    const sites = { publicUrl: 'https://api.example', consoleUrl: 'https://app.example' };
    const contents = [{ title: 'X', message: 'X', actionUrl: '/x' }];
    const unsubscribeUrl = 'https://api.example/stop';
    const views = [undefined, 'Ann'].flatMap((name) => {
      const frame = { name, sites, unsubscribeUrl, texts };
      return [
        ...contents.map((content) => emailView(content, frame)),
        digestView(contents, frame),
        digestView([...contents, ...contents], frame, true),
      ];
    });
    for (const { subject, text, html } of views) {
      expect(html).toContain(`<html lang="${locale.slice(0, 2)}">`);
      for (const part of [subject, text.replaceAll(/https:\S+/g, 'X')]) {
        expect(part).not.toMatch(/undefined|null|\[object|[{}]/);
        expect(part).not.toMatch(FOREIGN[language]);
      }
    }
    const page = unsubscribeTextsFor(locale);
    const shown = [page.title, page.question, page.button, ...page.done].join(' ');
    expect(shown).toMatch(OWN[language]);
    expect(shown).not.toMatch(FOREIGN[language]);
  });
});

describe('formats', () => {
  const instant = '2026-05-31T23:05:00.000Z';

  it('write amounts exactly, with the decimals of their currency, as the locale does', () => {
    const shown = (locale: string) => {
      const { amount } = formatsFor(locale, 'UTC');
      return [amount(123_456, 'USD'), amount(5_000, 'JPY'), amount(1_005, 'KWD')];
    };
    expect(shown('en')).toEqual(['$1,234.56', '¥5,000', 'KWD 1.005']);
    expect(shown('de')).toEqual(['1.234,56 $', '5.000 ¥', '1,005 KWD']);
    expect(shown('es')).toEqual(['1234,56 US$', '5000 JPY', '1,005 KWD']);
    expect(shown('es-MX')).toEqual(['USD 1,234.56', 'JPY 5,000', 'KWD 1.005']);
    expect(formatsFor('en', 'UTC').amount(999_999_999_999_999, 'EUR')).toBe(
      '€9,999,999,999,999.99',
    );
  });

  it('write days and times in the zone of the user', () => {
    const [utc, vienna] = [formatsFor('en', 'UTC'), formatsFor('de-AT', 'Europe/Vienna')];
    expect([utc.day(instant), vienna.day(instant)]).toEqual(['May 31, 2026', '1. Juni 2026']);
    expect(utc.minute(instant)).toBe('May 31, 2026 at 11:05 PM UTC');
    expect(vienna.minute(instant)).toBe('1. Juni 2026 um 01:05 MESZ');
    const madrid = formatsFor('es-ES', 'Europe/Madrid');
    expect(madrid.day(instant)).toBe('1 de junio de 2026');
    expect(madrid.minute(instant)).toBe('1 de junio de 2026 a las 1:05 CEST');
    expect([utc.date('2026-05-31'), vienna.date('2026-05-31')]).toEqual([
      'May 31, 2026',
      '31. Mai 2026',
    ]);
    const kiritimati = formatsFor('en', 'Pacific/Kiritimati');
    expect(kiritimati.day(new Date(Date.parse(instant) - DAY_MS).toISOString())).toBe(
      'May 31, 2026',
    );
  });

  it('are English for a language without texts', () => {
    expect(formatsFor('fr-FR', 'UTC').language).toBe('en');
    expect(formatsFor('es-419', 'UTC').language).toBe('es');
    expect(languages.map((language) => formatsFor(language, 'UTC').language)).toEqual(languages);
  });
});

it('a text without a language does not compile', () => {
  const hi = () => ({ title: 'Hi', message: 'Hi', action: 'Hi' });
  // @ts-expect-error Spanish is missing.
  const greeting = template(() => '/', { en: hi, de: hi });
  expect(() => greeting()(formatsFor('es', 'UTC'))).toThrow(TypeError);
});
