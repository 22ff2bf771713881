import { BackcounterError } from '../errors.ts'
import type { Destination } from '../generated/schemas.ts'
import { count, isSet, type Command } from './command.ts'
import { printList, printOne } from './print.ts'

const json = { type: 'boolean' } as const

export const destinations: Command = {
  usage: 'destinations',
  summary: 'List the places that files can be delivered to, by name.',
  flags: { json, limit: { type: 'string' } },
  async run({ terminal, client }, call) {
    const { destinations: list } = await (await client()).destinations.list({}, terminal)
    const columns = [
      ['ID', (one: Destination) => one.id],
      ['NAME', (one: Destination) => one.name],
      ['KIND', (one: Destination) => one.kind],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}

export const testDestination: Command = {
  usage: 'destinations test <id>',
  summary: 'Test the address, the credentials and the place of a destination.',
  flags: { json },
  words: ['id of a destination'],
  async run({ terminal, client }, call) {
    const [id = ''] = call.words
    const result = await (await client()).destinations.test({ id }, terminal)
    const key = result.hostKey === null ? '' : ` Key of the server: ${result.hostKey}`
    printOne(terminal, result, `${result.message}${key}`, isSet(call, 'json'))
    if (result.failure !== null) throw new BackcounterError('The destination cannot be used', { code: result.failure })
  },
}
