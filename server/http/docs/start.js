// Draws the API reference. Calls are tried out with the typed key or the session of this browser. The server checks each as any other call.

// For speed zod would try whether code may be made from text, which the content policy forbids, and which browsers report.
globalThis.__zod_globalConfig = { jitless: true }
await import(document.querySelector('#scalar').href)

const documentAddress = '/api/v1/openapi.json'

async function tokenOfSession() {
  const answer = await fetch('/api/auth/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  return answer.ok ? (await answer.json()).token : ''
}

/** With whole addresses: Scalar's dialog knows no servers of single paths. */
function withWholeAddresses({ paths, servers: [server], ...rest }) {
  const whole = Object.entries(paths).map(([path, { servers: [own] = [server], ...item }]) => [`${own.url}${path}`, item])
  return { ...rest, servers: [{ url: location.origin }], paths: Object.fromEntries(whole) }
}

async function readDocument() {
  const answer = await fetch(documentAddress)
  return answer.ok ? Response.json(withWholeAddresses(await answer.json())) : answer
}

/** Without cookies, as programs call: trying out sign-in does not change who is signed in here. */
async function send(input, init) {
  const request = new Request(input, { ...init, credentials: 'omit' })
  if (new URL(request.url).pathname === documentAddress) return readDocument()
  const isKeyMissing = request.headers.get('authorization')?.trim() === 'Bearer'
  if (isKeyMissing) request.headers.set('authorization', `Bearer ${await tokenOfSession()}`)
  return fetch(request)
}

const missing = (button) => !document.getElementById(button.getAttribute('aria-controls'))

/** Attributes that assistive technology needs, and that Scalar's dialog for trying out sets wrongly or not at all. */
const amendments = [
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['button[aria-controls]', (button) => missing(button) && button.removeAttribute('aria-controls')],
  ['[role=combobox]:not([aria-expanded])', (field) => field.setAttribute('aria-expanded', 'false')],
  ['.cm-content[contenteditable=true]:not([aria-label])', (editor) => editor.setAttribute('aria-label', 'Request body')],
  ['.cm-content[contenteditable=false]:not([aria-label])', (viewer) => viewer.setAttribute('aria-label', 'Response body')],
  ['.scalar-app-layout > [aria-label^=Notifications]', (region) => region.setAttribute('aria-label', 'Notifications of the request')],
  // What only shows text has nothing to focus in it, so that the keyboard could not scroll it.
  ['.cm-scroller[tabindex="-1"]:has([contenteditable=false])', (region) => (region.tabIndex = 0)],
]

function amend() {
  for (const [selector, change] of amendments) for (const element of document.querySelectorAll(selector)) change(element)
}

new MutationObserver(amend).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ['role', 'aria-expanded', 'aria-controls'],
})

document.querySelector('#loading').remove()
globalThis.Scalar.createApiReference('#reference', {
  url: documentAddress,
  title: document.title,
  customFetch: send,
  authentication: {
    preferredSecurityScheme: 'accessToken',
    securitySchemes: {
      accessToken: { description: 'API key; empty: as I am signed in here' },
    },
  },
  forceDarkModeState: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
  modelsSectionLabel: 'Schemas',
  showExtensions: ['x-permission'],
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenFirstTag: false,
  // Nothing is kept in the browser, and nothing is loaded from or sent to other origins.
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
