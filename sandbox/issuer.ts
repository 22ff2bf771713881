// An OpenID Connect issuer for the demo and the tests. Visitors pick one of its people, or type an address, and are signed in.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { issuerStore } from './issuer-store.ts'
import { escaped } from './outbox.ts'

/** `isVerified` false: the issuer does not confirm that the address belongs to the person. */
export type IssuerPerson = { email: string; name: string; isVerified: boolean }
export type IssuerClient = { id: string; secret: string; redirectUris: readonly string[] }
export type SandboxIssuer = { url: string; close(): Promise<void> }

const page = (people: readonly IssuerPerson[]) => `<!doctype html><html lang="en"><title>Sandbox sign-in</title>
<body style="font-family: system-ui; max-width: 30rem; margin: 4rem auto"><h1>Who are you?</h1>
<p>This page stands for Google in the demo. Nobody outside this machine is asked.</p>
<form method="post">${people
  .map(({ email, name }) => `<p><button name="email" value="${escaped(email)}">${escaped(name)} (${escaped(email)})</button></p>`)
  .join('')}</form>
<form method="post"><p><input name="email" type="email" placeholder="somebody@else.test" required> <button>Sign in</button></p></form>`

function providerFor(issuer: string, client: IssuerClient, people: readonly IssuerPerson[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return new Provider(issuer, {
    adapter: issuerStore(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...client.redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['sandbox'] },
    ttl: { Interaction: 3_600, Session: 3_600, Grant: 3_600, AccessToken: 3_600, IdToken: 3_600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const { name, isVerified } = people.find(({ email }) => email === sub) ?? { name: sub, isVerified: true }
      return { accountId: sub, claims: () => ({ sub, email: sub, email_verified: isVerified, name }) }
    },
  })
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return new URLSearchParams(body)
}

async function interact(provider: Provider, people: readonly IssuerPerson[], request: IncomingMessage, response: ServerResponse) {
  const { prompt, session, params } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html; charset=utf-8').end(page(people))
    const accountId = (await formOf(request)).get('email') ?? ''
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

/** Listens on the port. 0: any free port. */
export async function startIssuer({ port = 0, ...given }: { port?: number; client: IssuerClient; people: readonly IssuerPerson[] }) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // The address is known only after it listens.
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  const provider = providerFor(url, given.client, given.people)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) void answer(request, response)
    else
      interact(provider, given.people, request, response).catch(() =>
        response.writeHead(400).end('This sign-in is over. Please begin again.'),
      )
  })
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  } satisfies SandboxIssuer
}
