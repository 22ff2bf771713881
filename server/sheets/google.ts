import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'

/** The fields of a service account's key file that we read. */
export type GoogleAccount = { client_email: string; private_key: string }

export type GoogleOptions = {
  account: GoogleAccount
  /** Base addresses that replace Google's own, for the sandbox and tests. */
  sheetsEndpoint: string | undefined
  tokenEndpoint: string | undefined
  fetch: typeof globalThis.fetch
}

const SHEETS = 'https://sheets.googleapis.com'
// The library supports no other address: it ignores the key file's token_uri.
const TOKEN = 'https://oauth2.googleapis.com/token'
const SCOPES = ['https://www.googleapis.com/auth/spreadsheets']

function redirected(address: string, { sheetsEndpoint = SHEETS, tokenEndpoint = TOKEN }: GoogleOptions): string {
  if (address.startsWith(TOKEN)) return tokenEndpoint + address.slice(TOKEN.length)
  if (address.startsWith(`${SHEETS}/`)) return sheetsEndpoint + address.slice(SHEETS.length)
  throw new TypeError('only the Sheets API and its token endpoint are called')
}

/** More than any answer needs. Google returns the properties of tabs and the numbers of written rows, but no cells. */
const MOST_BYTES = 16 * 1024 * 1024

/** Limits the size of an answer. Its body fails when it exceeds the limit. */
function capped(answer: Response): Response {
  let bytes = 0
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) controller.error(new RangeError('the answer is too large'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body?.pipeThrough(cap) ?? null, { status, statusText, headers })
}

/**
 * Google's own client, signed in as the service account. It calls only two fixed addresses, without retries and redirects. It is loaded on
 * first use, because it takes 12 MB in every thread and few exports go to spreadsheets.
 */
async function openGoogle(options: GoogleOptions) {
  const { auth, sheets } = await import('googleapis/build/src/apis/sheets/index.js')
  const { account, fetch: send } = options
  const jwt = new auth.JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: SCOPES,
    transporterOptions: {
      fetchImplementation: async (input, init) => {
        const address = input instanceof Request ? input.url : String(input)
        return capped(await send(redirected(address, options), { ...init, redirect: 'error' }))
      },
    },
  })
  return { jwt, sheets }
}

export async function connectGoogle(options: GoogleOptions): Promise<sheets_v4.Sheets> {
  const { jwt, sheets } = await openGoogle(options)
  return sheets({ version: 'v4', auth: jwt, retry: false })
}

/** Gets a token for the service account and discards it. Throws the errors of Google's client. */
export async function trySigningIn(options: GoogleOptions): Promise<void> {
  const { jwt } = await openGoogle(options)
  await jwt.authorize()
}
