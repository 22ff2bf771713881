import { createHash } from 'node:crypto'
import type { Network } from '#server/auth/discovery.ts'
import type { Deps } from '#server/deps.ts'

/** Whether a password is known from a breach. */
export type BreachedPasswords = (password: string) => Promise<boolean>

const timeoutMs = 3_000
const prefixLength = 5

/**
 * Asks a service that speaks the range protocol of Have I Been Pwned: it gets the first five characters of the password's SHA-1 and
 * answers the rest of every hash that begins so, with how often each was seen. A service that does not answer keeps nobody from
 * choosing a password: the failure is logged.
 */
export function createBreachedPasswords(network: Network, log: Deps['log'], rangeUrl: string): BreachedPasswords {
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const [prefix, suffix] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
    try {
      const url = `${rangeUrl.replace(/\/$/, '')}/${prefix}`
      // Padding hides from the network how many hashes there are; padded lines have a count of 0.
      const answer = await network.fetch(url, { headers: { 'Add-Padding': 'true' }, signal: AbortSignal.timeout(timeoutMs) })
      if (!answer.ok) throw new Error(`The list of breached passwords answered ${answer.status}`)
      const lines = (await answer.text()).split(/\r?\n/)
      return lines.some((line) => line.toUpperCase().startsWith(`${suffix}:`) && !line.endsWith(':0'))
    } catch (error) {
      log.warn({ err: error }, 'A password could not be compared with the breached ones')
      return false
    }
  }
}
