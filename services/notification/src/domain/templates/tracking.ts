import { template } from './template.ts';

interface Alarm {
  readonly kind: string;
  readonly since: string;
}

const trackingPage = (): string => '/tracking';

const isAboutOrders = ({ kind }: Alarm): boolean => kind === 'orders_without_click';

export const trackingAlarm = template<Alarm>(trackingPage, {
  en: (alarm) => ({
    title: isAboutOrders(alarm)
      ? 'Orders of your shop carry no click any more'
      : 'The script on your pages sees no visitor any more',
    message: isAboutOrders(alarm)
      ? 'No order of the last two days carries a click, while earlier ones did, so no affiliate is credited. Check whether the checkout still passes the click on.'
      : 'Affiliates send visitors, but since yesterday the script of your pages has seen none, while it did before. Check whether the pages still load it.',
    action: 'See what arrives',
  }),
  de: (alarm) => ({
    title: isAboutOrders(alarm)
      ? 'Bestellungen Ihres Shops tragen keinen Klick mehr'
      : 'Das Skript Ihrer Seiten sieht keine Besucher mehr',
    message: isAboutOrders(alarm)
      ? 'Keine Bestellung der letzten zwei Tage trägt einen Klick, frühere schon; daher wird niemandem eine Provision gutgeschrieben. Prüfen Sie, ob die Kasse den Klick noch weitergibt.'
      : 'Partner schicken Besucher, doch seit gestern hat das Skript Ihrer Seiten niemanden gesehen, vorher schon. Prüfen Sie, ob die Seiten es noch laden.',
    action: 'Ansehen, was ankommt',
  }),
  es: (alarm) => ({
    title: isAboutOrders(alarm)
      ? 'Los pedidos de tu tienda ya no llevan ningún clic'
      : 'El script de tus páginas ya no ve a ningún visitante',
    message: isAboutOrders(alarm)
      ? 'Ningún pedido de los últimos dos días lleva un clic, y los anteriores sí, así que no se acredita nada a ningún afiliado. Comprueba si tu tienda sigue transmitiendo el clic al comprar.'
      : 'Los afiliados envían visitantes, pero desde ayer el script de tus páginas no ha visto a ninguno, y antes sí. Comprueba si las páginas todavía lo cargan.',
    action: 'Ver lo que llega',
  }),
});

export const trackingAlarmEnded = template<Alarm>(trackingPage, {
  en: (alarm, { minute }) => ({
    title: isAboutOrders(alarm)
      ? 'Orders of your shop carry clicks again'
      : 'The script on your pages sees visitors again',
    message: `What we reported on ${minute(alarm.since)} is over: clicks arrive as before.`,
    action: 'See what arrives',
  }),
  de: (alarm, { minute }) => ({
    title: isAboutOrders(alarm)
      ? 'Bestellungen Ihres Shops tragen wieder Klicks'
      : 'Das Skript Ihrer Seiten sieht wieder Besucher',
    message: `Was wir am ${minute(alarm.since)} gemeldet haben, ist vorbei: Klicks kommen an wie zuvor.`,
    action: 'Ansehen, was ankommt',
  }),
  es: (alarm, { minute }) => ({
    title: isAboutOrders(alarm)
      ? 'Los pedidos de tu tienda vuelven a llevar clics'
      : 'El script de tus páginas vuelve a ver visitantes',
    message: `Está resuelto el problema que comunicamos el ${minute(alarm.since)}: los clics llegan como antes.`,
    action: 'Ver lo que llega',
  }),
});
