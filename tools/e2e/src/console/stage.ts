import { randomUUID } from 'node:crypto';
import { type Browser } from 'playwright-core';
import { Client } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { Visitor } from './visitor.ts';

/** The password of everybody. */
export const PASSWORD = 'a-long-password';

/** The people of the stories, each at a browser of their own, and what they have made so far. */
export interface Stage {
  readonly client: Client;
  /** Where mails arrive. */
  readonly system: Pick<TestSystem, 'sandboxUrl'>;
  readonly brand: Visitor;
  readonly affiliate: Visitor;
  readonly operator: Visitor;
  /** Somebody without an account. */
  readonly visitor: Visitor;
  /** Names that no other run has. */
  readonly names: {
    readonly campaign: string;
    readonly brand: string;
    readonly affiliate: string;
    readonly brandEmail: string;
    readonly affiliateEmail: string;
  };
}

export async function openStage(
  system: Pick<TestSystem, 'baseUrl' | 'sandboxUrl'>,
  browser: Browser,
): Promise<Stage> {
  const client = new Client(system);
  const { servers } = await client.must('GET', '/openapi.json');
  const { origin } = new URL(servers[0].url);
  const open = (): Promise<Visitor> => Visitor.open(browser, origin);
  const mark = randomUUID().slice(0, 8);
  return {
    client,
    system,
    brand: await open(),
    affiliate: await open(),
    operator: await open(),
    visitor: await open(),
    names: {
      campaign: `Vinyl ${mark}`,
      brand: `Harbour ${mark}`,
      affiliate: `Ada ${mark}`,
      brandEmail: `harbour-${mark}@example.com`,
      affiliateEmail: `ada-${mark}@example.com`,
    },
  };
}

export async function closeStage({ brand, affiliate, operator, visitor }: Stage): Promise<void> {
  await Promise.all([brand, affiliate, operator, visitor].map((one) => one.close()));
}

/** Registers an account by the form, and stays signed in. */
export async function register(
  visitor: Visitor,
  account: { readonly role: RegExp; readonly name: string; readonly email: string },
): Promise<void> {
  await visitor.visit('/register');
  await visitor.page.getByText(account.role).first().click();
  await visitor.fill('Name', account.name);
  await visitor.fill('E-mail address', account.email);
  await visitor.fill('Password', PASSWORD);
  await visitor.press('button', 'Create account');
  await visitor.sees('heading', 'Overview');
}

/** A person does something and sees what becomes of it; each story goes on where the one before ended. */
export interface Story {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<void>;
}

/** Leaves the session, and begins another one by the form. */
export async function signInAgain(
  visitor: Visitor,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await visitor.signOut();
  await visitor.visit('/sign-in');
  await visitor.fill('E-mail address', email);
  await visitor.fill('Password', password);
  await visitor.press('button', 'Sign in');
  await visitor.sees('heading', 'Overview');
}
