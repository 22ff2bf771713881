// Keeps a world's answers, logs and files, in which `npm run prove:secrets` searches for secrets.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Response } from '@playwright/test'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** Secrets by unique names. */
export type Planted = Record<string, string>
type World = { folder: string; logged: readonly string[] }
export type Evidence = {
  app: FastifyInstance
  /** Adds a secret to the search. */
  plant(name: string, value: string): void
  /** Must be called before the world is removed. */
  keep(world: World): void
}

const root = process.env['PROVE_EVIDENCE']
/** Calls that intentionally show a secret, once and to its owner. */
const showsOnPurpose =
  /^\/api\/auth\/|^\/api\/v1\/users\/(invite|me\/api-keys(\/[\w-]+\/rotate)?)$|^\/api\/v1\/webhooks(\/[\w-]+\/secret)?$|^\/trpc\/(users\.invite|settings\.webhooks\.(create|rotateSecret)|profile\.createApiKey|profile\.rotateApiKey)/
const shown = /"(?:token|refresh_token)":"([^"]+)"|[#&](?:access_token|refresh_token|token)=([\w-]{20,})/g
/** Mails legitimately contain such links. */
const mailFolder = 'outbox'

const secretsIn = (text: string) => [...text.matchAll(shown)].map(([, inBody, inLink]) => inBody ?? inLink ?? '')

function mailsIn(folder: string): string {
  const read = (name: string) => readFileSync(join(folder, mailFolder, name), 'utf8')
  const names = readdirSync(folder).includes(mailFolder) ? readdirSync(join(folder, mailFolder)) : []
  return names
    .map(read)
    .join('\n')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
}

/** The path without the query, which comes from the test and not from us. */
function pathOf(request: InjectOptions | string): string {
  const url = typeof request === 'string' ? request : (request.url ?? request.path)
  return typeof url === 'string' ? (url.split('?')[0] ?? '') : (url?.pathname ?? '')
}

/** The app with a log of all answers. */
function watched(app: FastifyInstance, note: (url: string, answer: LightMyRequestResponse) => void): FastifyInstance {
  return new Proxy(app, {
    get(target, key) {
      if (key === 'inject')
        return async (request: InjectOptions | string) => {
          const answer = await target.inject(request)
          note(pathOf(request), answer)
          return answer
        }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const bodyOf = (response: Response) => response.text().catch(() => 'gone with its page')

/** Logs the answers to a browser. */
export function noteResponses(context: BrowserContext) {
  if (root === undefined) return
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (showsOnPurpose.test(pathname) && response.ok()) return
    void bodyOf(response).then((body) =>
      appendFileSync(join(root, 'browser', 'responses.txt'), `${pathname} ${response.status()}\n${body}\n`),
    )
  })
}

/** Keeps nothing outside of a proof. */
export function openEvidence(app: FastifyInstance, planted: Planted): Evidence {
  if (root === undefined) return { app, plant: () => undefined, keep: () => undefined }
  const secrets = new Map(Object.entries(planted))
  const issued = new Set<string>()
  const responses: string[] = []
  const note = (url: string, { body, headers, statusCode }: LightMyRequestResponse) => {
    if (showsOnPurpose.test(url) && statusCode < 400) for (const secret of secretsIn(body)) issued.add(secret)
    else responses.push(`${url} ${statusCode} ${JSON.stringify(headers)}\n${body}`)
  }
  return {
    app: watched(app, note),
    plant: (name, value) => void secrets.set(name, value),
    keep({ folder, logged }) {
      const kept = join(root, crypto.randomUUID())
      mkdirSync(kept, { recursive: true })
      for (const secret of secretsIn(mailsIn(folder))) issued.add(secret)
      writeFileSync(join(kept, 'responses.txt'), responses.join('\n'))
      writeFileSync(join(kept, 'logs.txt'), logged.join(''))
      writeFileSync(join(kept, 'secrets.json'), JSON.stringify({ planted: Object.fromEntries(secrets), issued: [...issued] }))
      cpSync(folder, join(kept, 'data'), { recursive: true, filter: (source) => basename(source) !== mailFolder })
    },
  }
}
