import { accountIn } from './account.ts'
import { isSet, type Command, type Terminal } from './command.ts'
import { installationAt } from '../address.ts'
import { BackcounterError } from '../errors.ts'
import type { Client } from '../client.ts'
import { storeProblems } from './store-problems.ts'

type Finding = { check: string; ok: boolean; detail: string }

/** Clocks that differ by more make session times and signatures fail. */
const CLOCK_MS = 60_000

async function server(url: string, { signal }: Terminal): Promise<Finding[]> {
  const response = await fetch(`${installationAt(url)}/api/v1`, { signal })
  const about: { data?: { name?: string; version?: string } } = Object(await response.json().catch(() => null))
  const skew = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())
  return [
    {
      check: 'server',
      ok: response.ok && about.data?.version !== undefined,
      detail: `${about.data?.name ?? 'not Backcounter'} ${about.data?.version ?? ''}`,
    },
    {
      check: 'clock',
      ok: !(skew > CLOCK_MS),
      detail: `differs by ${Number.isNaN(skew) ? 'an unknown time' : `${Math.round(skew / 1_000)} s`}`,
    },
  ]
}

async function rights(client: Client, { signal }: Terminal): Promise<Finding> {
  const { user, permissions } = await client.profile.get({}, { signal })
  return { check: 'key', ok: permissions.length > 0, detail: `${user.full_name ?? user.email}: ${permissions.join(', ') || 'no rights'}` }
}

/** Runs a check. A failed one is a finding, and the others go on. */
async function found(check: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [{ check, ok: false, detail: error instanceof Error ? error.message : String(error) }]
  }
}

export const doctor: Command = {
  usage: 'doctor',
  summary: 'Check the saved account, the server, the key and the stores.',
  flags: { json: { type: 'boolean' } },
  async run({ terminal, client }, call) {
    const { url } = await accountIn(terminal.environment)
    const findings = [
      { check: 'account', ok: true, detail: url },
      ...(await found('server', () => server(url, terminal))),
      ...(await found('key', async () => rights(await client(), terminal))),
      ...(await found('stores', async () => storeProblems(await client(), terminal.signal))),
    ]
    if (isSet(call, 'json')) terminal.out(`${JSON.stringify(findings, null, 2)}\n`)
    else for (const { check, ok, detail } of findings) terminal.out(`${ok ? 'ok  ' : 'FAIL'}  ${check}: ${detail}\n`)
    if (findings.some(({ ok }) => !ok)) throw new BackcounterError('Something needs attention', { code: 'DOCTOR' })
  },
}
