import { z } from 'zod';
import { defineSettings, readConfig } from '@tributary/service/edge';

type Env = Readonly<Record<string, string | undefined>>;

const colour = z.string().regex(/^#[\da-f]{6}$/i, 'must be a colour such as #0f766e');

const shape = {
  CONSOLE_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('Tributary')
    .describe('The name of the platform on all pages of the console.'),
  CONSOLE_ACCENT: colour
    .default('#4f46e5')
    .describe(
      'The colour of buttons, links and charts in the light theme; white text must be legible on it.',
    ),
  CONSOLE_ACCENT_DARK: colour
    .default('#a5b4fc')
    .describe('The same in the dark theme; dark text must be legible on it.'),
  CONSOLE_LOGO_FILE: z
    .string()
    .regex(/\.(svg|png)$/, 'must be an .svg or .png file')
    .optional()
    .describe(
      'The path of the platform’s logo, an SVG or PNG file, shown 28 px high; by default the mark of Tributary.',
    ),
};

export const settings = { ...defineSettings('console', shape), engines: [] };

/** The console uses no engine. */
const noEngines = {
  MONGO_URL: 'mongodb://none.invalid',
  KAFKA_BROKERS: 'none.invalid:0',
  REDIS_URL: 'redis://none.invalid',
};

/** @throws ConfigError naming every variable that is missing or wrong */
export const readConsoleConfig = (env: Env) => readConfig(settings, { ...env, ...noEngines });

export type Config = ReturnType<typeof readConsoleConfig>;
