import type { Client } from '../client.ts'
import type { Schedule } from '../generated/schemas.ts'
import { count, isSet, type Command, type Context, type Given } from './command.ts'
import { printList, printOne } from './print.ts'

const json = { type: 'boolean' } as const

export const schedules: Command = {
  usage: 'schedules',
  summary: 'List your own schedules, by name.',
  flags: { json, limit: { type: 'string' } },
  async run({ terminal, client }, call) {
    const { schedules: list } = await (await client()).schedules.list({ mine: true }, terminal)
    const columns = [
      ['ID', (one: Schedule) => one.id],
      ['NAME', (one: Schedule) => one.name],
      ['STATE', (one: Schedule) => one.state],
      ['NEXT RUN', (one: Schedule) => one.nextRuns[0]],
      ['LAST RUN', (one: Schedule) => one.lastRun?.outcome],
      ['PROBLEM', (one: Schedule) => one.pausedReason ?? one.lastRun?.reason],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}

const inWords = ({ name, state, nextRuns, pausedReason }: Schedule) => `${name}: ${state}, ${nextRuns[0] ?? pausedReason ?? ''}`

async function act(context: Context, call: Given, name: 'run' | 'pause' | 'resume') {
  const [id = ''] = call.words
  const client: Client = await context.client()
  const { schedule } = await client.schedules[name]({ id }, context.terminal)
  printOne(context.terminal, schedule, inWords(schedule), isSet(call, 'json'))
}

function commandFor(name: 'run' | 'pause' | 'resume', summary: string): Command {
  return {
    usage: `schedules ${name} <id>`,
    summary,
    flags: { json },
    words: ['id of a schedule'],
    run: (context, call) => act(context, call, name),
  }
}

export const scheduleCommands = {
  run: commandFor('run', 'Start a run of a schedule now.'),
  pause: commandFor('pause', 'Make no more runs until the schedule is resumed.'),
  resume: commandFor('resume', 'Let a paused schedule run again.'),
}
