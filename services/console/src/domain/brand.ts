/** How the operator's platform looks, as its settings state. */
export interface BrandSettings {
  readonly CONSOLE_NAME: string;
  readonly CONSOLE_ACCENT: string;
  readonly CONSOLE_ACCENT_DARK: string;
}

/** What the pages read of it. */
export interface Brand {
  readonly name: string;
  /** The path of the logo; null for the mark of Tributary. */
  readonly logo: string | null;
  /** A style sheet with the colours as custom properties. */
  readonly css: string;
}

export const LOGO_PATH = '/console/logo';

/** The brand of these settings. */
export const brandOf = (
  { CONSOLE_NAME, CONSOLE_ACCENT, CONSOLE_ACCENT_DARK }: BrandSettings,
  hasLogo: boolean,
): Brand => ({
  name: CONSOLE_NAME,
  logo: hasLogo ? LOGO_PATH : null,
  css: `:root { --brand: ${CONSOLE_ACCENT}; --brand-dark: ${CONSOLE_ACCENT_DARK}; }\n`,
});
