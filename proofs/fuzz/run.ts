// Sends the requests and keeps the environment usable meanwhile.
import { hash, randomFrom } from '#sandbox/catalogue/random.ts'
import { z } from 'zod'
import type { Approve } from './approving.ts'
import type { Client } from './client.ts'
import { examples } from './examples.ts'
import { authDraft, generate, restDraft, trpcDraft, wired, type World } from './generator.ts'
import { codeOf, judge, parsed } from './judge.ts'
import type { Secrets } from './leaks.ts'
import { isRestOnly, operations } from './operations.ts'
import { learn } from './pools.ts'
import type { Crowd, Principal } from './principals.ts'
import { sendRaw } from './raw.ts'
import { describe, type FuzzAnswer, type FuzzRequest } from './request.ts'
import { signInRoutes } from './sign-in.ts'
import { newTally, type Tally } from './tally.ts'

export type FuzzOptions = {
  client: Client
  crowd: Crowd
  world: World
  secrets: Secrets
  seed: number
  requests: number
  /** The number of parallel workers, each with one request at a time. */
  workers: number
  /** Waits until a job has a file. */
  untilFile: () => Promise<void>
  approve: Approve
  /** Called after each thousand. */
  onProgress?: (sent: number) => void
}

const Data = z.union([
  z.object({ result: z.object({ data: z.unknown() }) }).transform(({ result }) => result.data),
  z.object({ success: z.literal(true), data: z.unknown() }).transform(({ data }) => data),
])
const Tokens = z.object({ token: z.string(), refresh_token: z.string() })

/** Updates tokens and ids from an answer. */
async function follow({ crowd, world }: FuzzOptions, principal: Principal, request: FuzzRequest, { status, text }: FuzzAnswer) {
  const body = parsed(text)
  const code = codeOf(body)
  if (request.isPlain && request.transport !== 'auth' && (code === 'SIGNED_OUT' || code === 'REAUTHENTICATE')) await crowd.renew(principal)
  if (status === null || status >= 300 || body === undefined) return
  const tokens = Tokens.safeParse(body)
  if (request.operation === '/token' && tokens.success) {
    principal.token = tokens.data.token
    principal.refreshToken = tokens.data.refresh_token
  }
  const data = Data.safeParse(body)
  const isOurs = (id: string) => crowd.ids.has(id) || world.known.stores.some((store) => store.id === id) || id === world.known.silentStore
  learn(world.known.pools, { operation: request.operation, input: request.input, data: data.data ?? body, isOurs })
}

async function act(options: FuzzOptions, tally: Tally, request: FuzzRequest) {
  const { client, crowd, secrets } = options
  const principal = crowd.all.find(({ name }) => name === request.principal) ?? crowd.owner
  // What is saved has to be approved just before, in the same session.
  if (request.operation === 'stores.finishConnect' && request.isPlain) await options.approve(principal)
  const answer =
    request.transport === 'raw' && request.body ? await sendRaw(client.host, client.port, request.body) : await client.send(request)
  tally.note(request, answer)
  for (const finding of judge(request, answer, secrets)) tally.problems.push({ ...finding, request: describe(request) })
  await follow(options, principal, request, answer)
}

const rounds = 6
/** What has to be done to the same thing just before, because other calls may have undone it. */
const precededBy: Readonly<Record<string, string>> = { 'export.schedules.resume': 'export.schedules.pause' }

/** Calls every operation once with a valid request, as the owner. Operations that depend on others succeed in a later round. */
async function tour(options: FuzzOptions, tally: Tally) {
  const { crowd, world, seed } = options
  const { known, resetToken } = world
  for (let round = 0; round < rounds && tally.missing().length > 0; round++) {
    const random = randomFrom(hash(`${seed}: round ${round}`))
    for (const operation of operations)
      for (const draft of isRestOnly(operation.endpoint) ? [restDraft] : [restDraft, trpcDraft]) {
        const input = examples[operation.path]?.(random, known) ?? {}
        const drafted = draft(operation, input)
        // What makes something is called in every round, because other calls may have removed what it made.
        const { type, status } = operation.endpoint
        if (type === 'mutation' && status !== 201 && tally.reached(`${drafted.transport} ${operation.path}`) > 0) continue
        const before = operations.find(({ path }) => path === precededBy[operation.path])
        for (const one of [...(before ? [draft(before, input)] : []), drafted])
          await act(options, tally, wired(random, -1, one, crowd.owner, one.text === null ? null : Buffer.from(one.text)))
      }
    for (const route of signInRoutes) {
      if (tally.reached(`auth ${route.path}`) > 0) continue
      const drafted = authDraft(route, route.example(random, known, { principal: crowd.owner, resetToken: resetToken() }))
      await act(options, tally, wired(random, -1, drafted, crowd.owner, drafted.text === null ? null : Buffer.from(drafted.text)))
    }
    await options.untilFile()
  }
}

const progressEvery = 1_000
/** The number of consecutive unanswered requests after which the server counts as dead. */
const deadAfter = 50

/** Sends all requests, and returns the tally. */
export async function fuzz(options: FuzzOptions): Promise<Tally> {
  const { world, seed, requests, workers, onProgress } = options
  const tally = newTally()
  await tour(options, tally)
  let next = 0
  const worker = async () => {
    while (next < requests) {
      const index = next++
      if (index > 0 && index % progressEvery === 0) onProgress?.(index)
      await act(options, tally, generate(seed, index, world))
      if (tally.unanswered() > deadAfter) throw new Error('the server does not answer any more')
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return tally
}
