/** The page of the API reference. It loads files of this server only. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tributary API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="app"></div>
    <noscript>The machine-readable document is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="/docs/api-reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Starts the reference without the features that use other servers. */
export const docsStartupScript = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  metaData: { title: 'Tributary API' },
});
`;
