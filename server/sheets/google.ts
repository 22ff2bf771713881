import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'
import type { GoogleAccount } from '#shared/google-key.ts'

export type GoogleOptions = {
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

/** More than any answer needs. The largest one has the keys of all rows of a tab, and no other cells. */
const MOST_BYTES = 64 * 1024 * 1024

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

/** Google's own client for one service account. */
export type GoogleClient = {
  api: sheets_v4.Sheets
  /** Requests a token, which shows whether Google accepts the key. */
  authorize(): Promise<void>
}

/**
 * Google's own client for the service account. It calls only two fixed addresses, without retries and redirects. It is loaded on
 * first use, because it takes 12 MB in every thread and few exports go to spreadsheets.
 */
export async function connectGoogle(options: GoogleOptions, account: GoogleAccount): Promise<GoogleClient> {
  const { auth, sheets } = await import('googleapis/build/src/apis/sheets/index.js')
  const { fetch: send } = options
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
  return {
    api: sheets({ version: 'v4', auth: jwt, retry: false }),
    authorize: async () => void (await jwt.authorize()),
  }
}
