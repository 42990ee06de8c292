import { template } from './template.ts';

interface Endpoint {
  readonly endpointId: string;
  readonly host: string;
}

const endpointPage = ({ endpointId }: Endpoint): string => `/webhooks/${endpointId}`;

export const endpointFailing = template<Endpoint & { readonly switchesOffAt: string }>(
  endpointPage,
  {
    en: ({ host, switchesOffAt }, { minute }) => ({
      title: `Your webhook endpoint at ${host} fails`,
      message:
        `Nothing that we sent to your webhook endpoint at ${host} was accepted for a while. ` +
        `If that goes on, it is switched off on ${minute(switchesOffAt)}. What failed is kept and can be recovered.`,
      action: 'See the endpoint',
    }),
    de: ({ host, switchesOffAt }, { minute }) => ({
      title: `Ihr Webhook-Endpunkt bei ${host} schlägt fehl`,
      message:
        `Ihr Webhook-Endpunkt bei ${host} hat seit einiger Zeit nichts angenommen. ` +
        `Wenn das so bleibt, wird er am ${minute(switchesOffAt)} abgeschaltet. Fehlgeschlagenes bleibt gespeichert und lässt sich erneut zustellen.`,
      action: 'Endpunkt ansehen',
    }),
    es: ({ host, switchesOffAt }, { minute }) => ({
      title: `Tu endpoint de webhook en ${host} falla`,
      message:
        `Desde hace un tiempo, tu endpoint de webhook en ${host} no acepta nada de lo que enviamos. ` +
        `Si sigue así, se desactivará el ${minute(switchesOffAt)}. Lo que ha fallado se guarda y se puede enviar de nuevo.`,
      action: 'Ver el endpoint',
    }),
  },
);

type SwitchedOff = Endpoint & { readonly reason: 'gone' | 'failing' };

export const endpointSwitchedOff = template<SwitchedOff>(endpointPage, {
  en: ({ host, reason }) => ({
    title: `Your webhook endpoint at ${host} is switched off`,
    message:
      (reason === 'gone'
        ? `Your webhook endpoint at ${host} answered that it is gone (410)`
        : `Your webhook endpoint at ${host} has done nothing but fail for five days`) +
      ', so we switched it off. Switch it on again and recover what failed meanwhile.',
    action: 'See the endpoint',
  }),
  de: ({ host, reason }) => ({
    title: `Ihr Webhook-Endpunkt bei ${host} ist abgeschaltet`,
    message:
      (reason === 'gone'
        ? `Ihr Webhook-Endpunkt bei ${host} hat geantwortet, dass es ihn nicht mehr gibt (410)`
        : `Ihr Webhook-Endpunkt bei ${host} ist fünf Tage lang nur fehlgeschlagen`) +
      '; daher haben wir ihn abgeschaltet. Schalten Sie ihn wieder ein und lassen Sie Fehlgeschlagenes erneut zustellen.',
    action: 'Endpunkt ansehen',
  }),
  es: ({ host, reason }) => ({
    title: `Tu endpoint de webhook en ${host} está desactivado`,
    message:
      (reason === 'gone'
        ? `Tu endpoint de webhook en ${host} ha respondido que ya no existe (410)`
        : `Tu endpoint de webhook en ${host} no ha hecho más que fallar durante cinco días`) +
      ', así que lo hemos desactivado. Actívalo de nuevo y vuelve a enviar lo que ha fallado entretanto.',
    action: 'Ver el endpoint',
  }),
});
