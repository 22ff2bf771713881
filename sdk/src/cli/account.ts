import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { BackcounterError } from '../errors.ts'
import { UsageError, type Terminal } from './command.ts'

/** The address of an installation and the key that opens it. */
export type Account = { url: string; key: string }
type Environment = Terminal['environment']

const fileIn = ({ XDG_CONFIG_HOME, APPDATA }: Environment) =>
  join(XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config'), 'backcounter', 'account.json')

/** Whether the client can call the address. */
export const isAddress = (url: string): boolean => /^https?:\/\//.test(url)

/** Throws UsageError where the environment names no whole account: the saved one could belong to another server or another person. */
function accountOfEnvironment({ BACKCOUNTER_URL: url, BACKCOUNTER_KEY: key }: Environment): Account | null {
  if (!url && !key) return null
  if (!url || !key) throw new UsageError(`Please set ${url ? 'BACKCOUNTER_KEY' : 'BACKCOUNTER_URL'} as well, or neither of the two`)
  if (!isAddress(url)) throw new UsageError('BACKCOUNTER_URL takes an address such as https://shops.example.com')
  return { url, key }
}

/** The account of the environment (BACKCOUNTER_URL, BACKCOUNTER_KEY), or the saved one. Throws SIGNED_OUT where there is none. */
export async function accountIn(environment: Environment): Promise<Account> {
  const given = accountOfEnvironment(environment)
  if (given) return given
  try {
    const saved: Partial<Account> = JSON.parse(await readFile(fileIn(environment), 'utf8'))
    if (typeof saved.url === 'string' && typeof saved.key === 'string') return { url: saved.url, key: saved.key }
  } catch (cause) {
    throw new BackcounterError('You are not signed in. Run: backcounter login --url <address>', { code: 'SIGNED_OUT' }, cause)
  }
  throw new BackcounterError('The saved account cannot be read. Run: backcounter login --url <address>', { code: 'SIGNED_OUT' })
}

/** Saves the account for its owner alone, and gives the path of the file. */
export async function saveAccount(environment: Environment, account: Account): Promise<string> {
  const file = fileIn(environment)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 })
  // The mode of writeFile counts only for a new file.
  await chmod(file, 0o600)
  return file
}

export const removeAccount = (environment: Environment): Promise<void> => rm(fileIn(environment), { force: true })
