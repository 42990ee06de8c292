import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { type Language } from '@tributary/contracts';
import { languageOfRequest, type Reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField, newPasswordField } from '../../views/account-fields.ts';
import { accountDonePage, accountFormPage, invalidLinkPage } from '../../views/account-page.ts';
import { type AccountPage, accountPages } from '../../views/account-page-texts.ts';
import { cancelDeletionByLink } from '../../workflows/cancel-deletion.ts';
import { resetPassword } from '../../workflows/reset-password.ts';
import { restoreEmail } from '../../workflows/restore-email.ts';
import { verifyEmail } from '../../workflows/verify-email.ts';

interface Form {
  readonly token: string;
  readonly password: string;
}

/** What each page's form does. */
const actions: Readonly<Record<AccountPage, (deps: Deps, form: Form) => Promise<unknown>>> = {
  'verify-email': (deps, { token }) => verifyEmail(deps)(token),
  'restore-email': (deps, { token }) => restoreEmail(deps)(token),
  'reset-password': (deps, { token, password }) =>
    resetPassword(deps)({ token, password: newPasswordField.parse(password), endApiKeys: true }),
  'cancel-deletion': (deps, { token }) => cancelDeletionByLink(deps)(token),
};

const formOf = (rawBody: string): Form => {
  const fields = new URLSearchParams(rawBody);
  return { token: fields.get('token') ?? '', password: fields.get('password') ?? '' };
};

interface Attempt extends Form {
  readonly name: AccountPage;
  readonly language: Language;
}

/** The page for a refusal that the owner can understand. */
function refusalPage({ token, ...page }: Attempt, error: unknown): Reply {
  if (error instanceof z.ZodError) return accountFormPage(page, token, error.issues[0]?.message);
  if (!isAppError(error)) throw error;
  if (error.code === 'invalid_link') return invalidLinkPage(page.language);
  const [fault] = error.fields;
  if (fault === undefined) throw error;
  return accountFormPage(page, token, fault.message);
}

export const followAccountLinkRoute = (deps: Deps) =>
  route({
    operationId: 'followAccountLink',
    method: 'post',
    path: '/account/:page',
    summary: 'The form of a mailed link',
    description:
      'A form (application/x-www-form-urlencoded) with `token` and, to reset, `password`.',
    allow: 'public',
    namesActor: true,
    page: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    params: z.object({ page: z.enum(accountPages) }),
    rawBody: true,
    errors: {
      invalid_link: 'Used before, replaced by a newer one, expired or never issued; a page (400)',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ params: { page: name }, request }) => {
      await deps.limits.followLink(request.ip);
      const form = formOf(request.rawBody);
      const language = languageOfRequest(request);
      if (!linkTokenField.safeParse(form.token).success) return invalidLinkPage(language);
      try {
        await actions[name](deps, form);
        return accountDonePage({ name, language });
      } catch (error) {
        return refusalPage({ ...form, name, language }, error);
      }
    },
  });
