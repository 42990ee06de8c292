import { type Language, type SecondFactorChange } from '@tributary/contracts';
import { securityPage } from './accounts.ts';
import { template } from './template.ts';

interface PasskeyChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'copy_suspected';
  readonly changedAt: string;
}

type PasskeyTexts = Readonly<
  Record<
    PasskeyChange['change'],
    { readonly title: string; readonly what: string; readonly advice: string }
  >
>;

const englishPasskeys: PasskeyTexts = {
  added: {
    title: 'A passkey was added to your account',
    what: 'can sign in to your account since',
    advice: 'If you did not add it, remove it, change your password and sign out everywhere.',
  },
  removed: {
    title: 'A passkey was removed from your account',
    what: 'was removed from your account on',
    advice: 'If that was not you, change your password and sign out everywhere.',
  },
  copy_suspected: {
    title: 'A passkey of your account may have been copied',
    what: 'was refused on',
    advice:
      'Its signature counter went back, which happens where a security key was copied. Remove the ' +
      'passkey and register another one.',
  },
};

const germanPasskeys: PasskeyTexts = {
  added: {
    title: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    what: 'kann sich bei Ihrem Konto anmelden seit dem',
    advice:
      'Wenn Sie ihn nicht hinzugefügt haben, entfernen Sie ihn, ändern Sie Ihr Passwort und melden Sie alle Geräte ab.',
  },
  removed: {
    title: 'Ein Passkey Ihres Kontos wurde entfernt',
    what: 'wurde aus Ihrem Konto entfernt am',
    advice: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie alle Geräte ab.',
  },
  copy_suspected: {
    title: 'Ein Passkey Ihres Kontos wurde möglicherweise kopiert',
    what: 'wurde abgewiesen am',
    advice:
      'Sein Signaturzähler lief zurück; das geschieht, wenn ein Sicherheitsschlüssel kopiert wurde. ' +
      'Entfernen Sie den Passkey und richten Sie einen anderen ein.',
  },
};

const spanishPasskeys: PasskeyTexts = {
  added: {
    title: 'Se ha añadido una llave de acceso a tu cuenta',
    what: 'permite iniciar sesión en tu cuenta desde el',
    advice:
      'Si no la has añadido tú, elimínala, cambia la contraseña y cierra la sesión en todas partes.',
  },
  removed: {
    title: 'Se ha eliminado una llave de acceso de tu cuenta',
    what: 'se eliminó de tu cuenta el',
    advice: 'Si no fuiste tú, cambia la contraseña y cierra la sesión en todas partes.',
  },
  copy_suspected: {
    title: 'Es posible que se haya copiado una llave de acceso de tu cuenta',
    what: 'se rechazó el',
    advice:
      'Su contador de firmas ha retrocedido, lo que ocurre cuando se copia una llave de seguridad. ' +
      'Elimina la llave de acceso y registra otra.',
  },
};

export const passkeyChanged = template<PasskeyChange>(securityPage, {
  en: ({ name, change, changedAt }, { minute }) => ({
    title: englishPasskeys[change].title,
    message: `The passkey “${name}” ${englishPasskeys[change].what} ${minute(changedAt)}. ${englishPasskeys[change].advice}`,
    action: 'See your passkeys',
  }),
  de: ({ name, change, changedAt }, { minute }) => ({
    title: germanPasskeys[change].title,
    message: `Der Passkey „${name}“ ${germanPasskeys[change].what} ${minute(changedAt)}. ${germanPasskeys[change].advice}`,
    action: 'Passkeys ansehen',
  }),
  es: ({ name, change, changedAt }, { minute }) => ({
    title: spanishPasskeys[change].title,
    message: `La llave de acceso «${name}» ${spanishPasskeys[change].what} ${minute(changedAt)}. ${spanishPasskeys[change].advice}`,
    action: 'Ver tus llaves de acceso',
  }),
});

type FactorTexts = Readonly<
  Record<SecondFactorChange, { readonly title: string; readonly message: string }>
>;

const factors: Readonly<Record<Language, FactorTexts>> = {
  en: {
    added: {
      title: 'A second factor was added to your login',
      message:
        'Signing in requires a code of your authenticator app from now on. Your recovery codes ' +
        'replace it where you have lost the app: store them where others do not find them.',
    },
    removed: {
      title: 'The second factor of your login was removed',
      message: 'Signing in requires no code any more.',
    },
    removed_by_admin: {
      title: 'An administrator removed the second factor of your login',
      message:
        'Signing in requires no code any more. Add a second factor again as soon as you can.',
    },
    recovery_code_used: {
      title: 'A recovery code of your login was used',
      message: 'Somebody used a recovery code instead of the authenticator app.',
    },
    recovery_codes_renewed: {
      title: 'The recovery codes of your login were renewed',
      message: 'The recovery codes of before work no more.',
    },
  },
  de: {
    added: {
      title: 'Ihrer Anmeldung wurde ein zweiter Faktor hinzugefügt',
      message:
        'Zur Anmeldung ist ab jetzt ein Code Ihrer Authenticator-App nötig. Ihre Wiederherstellungscodes ' +
        'ersetzen ihn, wenn Sie die App verloren haben: Bewahren Sie sie sicher auf.',
    },
    removed: {
      title: 'Der zweite Faktor Ihrer Anmeldung wurde entfernt',
      message: 'Zur Anmeldung ist kein Code mehr nötig.',
    },
    removed_by_admin: {
      title: 'Die Verwaltung hat den zweiten Faktor Ihrer Anmeldung entfernt',
      message:
        'Zur Anmeldung ist kein Code mehr nötig. Richten Sie so bald wie möglich wieder einen zweiten Faktor ein.',
    },
    recovery_code_used: {
      title: 'Ein Wiederherstellungscode Ihrer Anmeldung wurde verwendet',
      message: 'Jemand hat statt der Authenticator-App einen Wiederherstellungscode verwendet.',
    },
    recovery_codes_renewed: {
      title: 'Die Wiederherstellungscodes Ihrer Anmeldung wurden erneuert',
      message: 'Die bisherigen Wiederherstellungscodes gelten nicht mehr.',
    },
  },
  es: {
    added: {
      title: 'Se ha añadido un segundo factor a tu inicio de sesión',
      message:
        'Desde ahora, para iniciar sesión se necesita un código de tu aplicación de autenticación. Si pierdes la ' +
        'aplicación, tus códigos de recuperación lo sustituyen: guárdalos donde nadie más los encuentre.',
    },
    removed: {
      title: 'Se ha eliminado el segundo factor de tu inicio de sesión',
      message: 'Para iniciar sesión ya no se necesita ningún código.',
    },
    removed_by_admin: {
      title: 'Un administrador ha eliminado el segundo factor de tu inicio de sesión',
      message:
        'Para iniciar sesión ya no se necesita ningún código. Añade de nuevo un segundo factor lo antes posible.',
    },
    recovery_code_used: {
      title: 'Se ha usado uno de tus códigos de recuperación',
      message:
        'Alguien ha usado un código de recuperación en lugar de la aplicación de autenticación.',
    },
    recovery_codes_renewed: {
      title: 'Se han renovado tus códigos de recuperación',
      message: 'Los códigos de recuperación anteriores ya no valen.',
    },
  },
};

interface FactorChange {
  readonly change: SecondFactorChange;
  readonly recoveryCodesLeft: number;
}

const codesLeft = (label: string, { change, recoveryCodesLeft }: FactorChange): string =>
  change === 'recovery_code_used' ? ` ${label}: ${String(recoveryCodesLeft)}.` : '';

/** The alert about a change of a second factor. */
export const secondFactorChanged = template<FactorChange>(securityPage, {
  en: (changed) => ({
    title: factors.en[changed.change].title,
    message: `${factors.en[changed.change].message}${codesLeft('Codes left', changed)} If that was not you, set a new password at once and contact us.`,
    action: 'Check your account',
  }),
  de: (changed) => ({
    title: factors.de[changed.change].title,
    message: `${factors.de[changed.change].message}${codesLeft('Verbleibende Codes', changed)} Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und wenden Sie sich an uns.`,
    action: 'Konto prüfen',
  }),
  es: (changed) => ({
    title: factors.es[changed.change].title,
    message: `${factors.es[changed.change].message}${codesLeft('Códigos restantes', changed)} Si no fuiste tú, elige enseguida una nueva contraseña y ponte en contacto con nosotros.`,
    action: 'Revisar tu cuenta',
  }),
});

interface OidcLinkChange {
  readonly provider: string;
  readonly change: 'added' | 'removed';
  readonly changedAt: string;
}

export const oidcLinkChanged = template<OidcLinkChange>(securityPage, {
  en: ({ provider, change, changedAt }, { minute }) => ({
    title: `A sign-in by ${provider} was ${change}`,
    message:
      `On ${minute(changedAt)} an account of ${provider} was ${change === 'added' ? 'linked to' : 'removed from'} your account. ` +
      'If that was not you, set a new password, which removes it, and sign out everywhere.',
    action: 'Check your account',
  }),
  de: ({ provider, change, changedAt }, { minute }) => ({
    title: `Die Anmeldung über ${provider} wurde ${change === 'added' ? 'hinzugefügt' : 'entfernt'}`,
    message:
      `Am ${minute(changedAt)} wurde ein Konto von ${provider} ${change === 'added' ? 'mit Ihrem Konto verknüpft' : 'von Ihrem Konto getrennt'}. ` +
      'Wenn Sie das nicht waren, legen Sie ein neues Passwort fest, was die Verknüpfung aufhebt, und melden Sie alle Geräte ab.',
    action: 'Konto prüfen',
  }),
  es: ({ provider, change, changedAt }, { minute }) => ({
    title: `Se ha ${change === 'added' ? 'añadido' : 'eliminado'} el inicio de sesión con ${provider}`,
    message:
      `El ${minute(changedAt)} se ${change === 'added' ? 'vinculó a' : 'desvinculó de'} tu cuenta una cuenta de ${provider}. ` +
      'Si no fuiste tú, elige una nueva contraseña, lo que deshace el vínculo, y cierra la sesión en todas partes.',
    action: 'Revisar tu cuenta',
  }),
});
