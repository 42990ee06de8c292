/* Shows the push messages of the platform; a click opens what they are about. */

self.addEventListener('push', (event) => {
  const { id, title, message, url } = event.data.json();
  // A message that comes twice replaces itself.
  const options = { body: message, tag: id, icon: '/console/mark.svg', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url ?? '/notifications'));
});
