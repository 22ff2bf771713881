import { createHash } from 'node:crypto'
import type { Network } from '#server/auth/discovery.ts'
import type { Deps } from '#server/deps.ts'

/** Whether a password is known from a breach. */
export type BreachedPasswords = (password: string) => Promise<boolean>

const timeoutMs = 3_000
const prefixLength = 5

/**
 * Queries a service with the range protocol of Have I Been Pwned. The service gets the first five characters of the password's SHA-1 hash.
 * It answers with the rest of every hash with that prefix, and with the number of times each one was seen. Where the service fails, the
 * password is accepted and the failure is logged.
 */
export function createBreachedPasswords(network: Network, log: Deps['log'], rangeUrl: string): BreachedPasswords {
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const [prefix, suffix] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
    try {
      const url = `${rangeUrl.replace(/\/$/, '')}/${prefix}`
      // Padding hides the number of hashes from the network. Padded lines have a count of 0.
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
