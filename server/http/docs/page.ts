import { productTitle } from '#shared/brand.ts'

type Addresses = { style: string; start: string; scalar: string }

/** The page of the API reference. `start.js` draws it. `theme.js` of the app says which colours this browser showed last. */
export const docsPage = ({ style, start, scalar }: Addresses) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${productTitle}: API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    <link rel="modulepreload" href="${scalar}" id="scalar" />
    <script src="/theme.js"></script>
    <script type="module" src="${start}"></script>
  </head>
  <body>
    <p id="loading">The API reference is loading. Programs read <a href="openapi.json">openapi.json</a>.</p>
    <div id="reference"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`
