import { type Language } from '@tributary/contracts';
import { type Text } from '../notice.ts';
import { type Formats } from './formats.ts';

/** The words of a notification in one language. */
export interface Words {
  readonly title: string;
  readonly message: string;
  /** The label of the link. */
  readonly action: string;
}

/** Every language has its words, so that a missing translation fails to compile. */
type Translations<Parameters> = Readonly<
  Record<Language, (parameters: Parameters, formats: Formats) => Words>
>;

/**
 * The text of a notification in every language.
 * @param linkOf the page behind the link, as `pageOf` resolves it
 */
export const template =
  <Parameters = void>(
    linkOf: (parameters: Parameters) => string,
    translations: Translations<Parameters>,
  ) =>
  (parameters: Parameters): Text =>
  (formats) => {
    const { title, message, action } = translations[formats.language](parameters, formats);
    return { title, message, actionUrl: linkOf(parameters), actionLabel: action };
  };

/** A sentence after others, where there is one. */
export const following = (label: string, text: string | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : ` ${label}: ${text}`;
