import { createClient } from '../client.ts'
import { isAddress, removeAccount, saveAccount } from './account.ts'
import { needed, UsageError, type Command } from './command.ts'

export const login: Command = {
  usage: 'login --url <address>',
  summary: 'Save the address and an API key. The key is asked for, or read from the input.',
  flags: { url: { type: 'string' } },
  async run({ terminal }, call) {
    const url = needed(call, 'url')
    if (!isAddress(url)) throw new UsageError('--url takes an address such as https://shops.example.com')
    const key = (await terminal.askSecret('API key (Settings, API Keys): ')).trim()
    if (key === '') throw new UsageError('No key was given')
    const { user } = await createClient({ url, token: key }).profile.get({}, { signal: terminal.signal })
    const file = await saveAccount(terminal.environment, { url, key })
    terminal.note(`Signed in as ${user.full_name ?? user.email}. The key is in ${file}\n`)
  },
}

export const logout: Command = {
  usage: 'logout',
  summary: 'Forget the saved key. It stays valid: revoke it under Settings.',
  flags: {},
  run: ({ terminal }) => removeAccount(terminal.environment),
}
