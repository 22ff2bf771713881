import { z } from 'zod'
import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, innermostReason, warning, type Finding } from '#server/doctor/finding.ts'
import { Arrival, probeHeader, probeValue } from '#server/http/probe.ts'
import { productVersion } from '#shared/brand.ts'

const Alive = z.object({ status: z.literal('alive'), version: z.string(), arrival: Arrival.optional() })
type Alive = z.infer<typeof Alive>

/** An address for documentation, which no proxy has. */
const forged = '203.0.113.77'

type Asked = { alive: Alive } | { refusal: string }

async function ask(examined: Examined, origin: string, signal: AbortSignal): Promise<Asked> {
  const probe = examined.secret === null && !examined.isSecretHidden ? {} : { [probeHeader]: probeValue(examined.vault()) }
  const headers = { 'x-forwarded-for': forged, ...probe }
  try {
    const answer = await examined.fetch(`${origin}/healthz`, { headers, signal, redirect: 'manual' })
    const alive = Alive.safeParse(await answer.json().catch(() => null))
    return alive.success ? { alive: alive.data } : { refusal: `status ${answer.status}, and not from this program` }
  } catch (error) {
    return { refusal: innermostReason(error) }
  }
}

/** The entries that the proxies have added to X-Forwarded-For, behind the one that we have sent. null: they have replaced ours. */
function addedBy({ forwardedFor }: Arrival): { count: number; isReplaced: boolean } {
  const entries = (forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const ours = entries.lastIndexOf(forged)
  return { count: entries.length - 1 - ours, isReplaced: ours === -1 }
}

function proxyFinding(arrival: Arrival, origin: string): Finding {
  const { count, isReplaced } = addedBy(arrival)
  const { trustedProxies } = arrival
  if (isReplaced && count === 0)
    return problem(`A proxy before ${origin} removes X-Forwarded-For.`, 'Let it add the address of its caller to X-Forwarded-For.')
  if (count < trustedProxies)
    return problem(
      `TRUST_PROXY is ${trustedProxies}, and ${count} proxies add to X-Forwarded-For: callers can choose their own address.`,
      `Set TRUST_PROXY=${count}, or let every proxy add the address of its caller to X-Forwarded-For.`,
    )
  if (count > trustedProxies)
    return problem(
      `TRUST_PROXY is ${trustedProxies}, and ${count} proxies add to X-Forwarded-For: all callers share the address of a proxy.`,
      `Set TRUST_PROXY=${count}.`,
    )
  return ok(`${origin} answers, through as many proxies as TRUST_PROXY says (${count}).`)
}

function unanswered(origin: string, refusal: string, isRunning: boolean): Finding {
  return isRunning
    ? problem(
        `The server runs, and ${origin} does not lead to it (${refusal}).`,
        'Correct APP_URL, or the proxy, its certificate or the DNS entry.',
      )
    : warning(`The server is not running, as far as ${origin} shows (${refusal}).`, 'Start it, and run this command again.')
}

/** Whether APP_URL leads to the server, and whether the server sees its callers' addresses. */
export async function checkAddress(examined: Examined, signal: AbortSignal): Promise<Finding[]> {
  const { appUrl: origin, HOST, PORT } = examined.env
  const asked = await ask(examined, origin, signal)
  if ('refusal' in asked) {
    const direct = await ask(examined, `http://${['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST}:${PORT}`, signal)
    return [unanswered(origin, asked.refusal, 'alive' in direct)]
  }
  const { version, arrival } = asked.alive
  const older =
    version === productVersion
      ? []
      : [warning(`The running server has version ${version}, and this is ${productVersion}.`, 'Restart the server.')]
  if (!arrival)
    return [
      ...older,
      problem(`The server at ${origin} does not know this APP_SECRET.`, 'Run this command with the environment of the server.'),
    ]
  return [...older, proxyFinding(arrival, origin)]
}
