import type { Client } from '../client.ts'
import { JobFailedError } from '../jobs.ts'
import type { Job } from '../generated/schemas.ts'
import { count, outFileOf, isSet, type Command, type Context, type Given, UsageError } from './command.ts'
import { printList, printOne } from './print.ts'

const json = { type: 'boolean' } as const
/** The ending of the names of files that lack items. */
const PARTIAL = '.partial'

/** Waits for a job and shows how far it is. Where the wait is ended by the person, the job goes on. */
export async function waitShown({ terminal }: Pick<Context, 'terminal'>, client: Client, id: string): Promise<Job> {
  const { signal } = terminal
  return client.jobs.wait(id, { signal, onProgress: ({ status, progress }) => terminal.progress(`${status} ${progress} %`) })
}

export const jobs: Command = {
  usage: 'jobs',
  summary: 'List your own exports, newest first.',
  flags: { json, limit: { type: 'string' } },
  async run({ terminal, client }, call) {
    const list = (await client()).jobs.each({ mine: true }, terminal)
    const columns = [
      ['ID', (one: Job) => one.id],
      ['TYPE', (one: Job) => one.type],
      ['STATUS', (one: Job) => `${one.status}${one.status === 'running' ? ` ${one.progress} %` : ''}`],
      ['ITEMS', (one: Job) => one.counts.distinct],
      ['CREATED', (one: Job) => one.createdAt],
      ['FILE', (one: Job) => one.destination.name],
      ['PROBLEM', (one: Job) => one.error?.message ?? one.warning],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}

const inWords = ({ id, status, counts, error }: Job) => error?.message ?? `${id}: ${status}, ${counts.distinct} items`

async function act(context: Context, call: Given, action: (client: Client, id: string) => Promise<Job>) {
  const [id = ''] = call.words
  const job = await action(await context.client(), id)
  printOne(context.terminal, job, inWords(job), isSet(call, 'json'))
}

export const jobCommands: Record<'get' | 'wait' | 'cancel' | 'retry' | 'download', Command> = {
  get: {
    usage: 'jobs get <id>',
    summary: 'Show a job.',
    flags: { json },
    words: ['id of a job'],
    run: (context, call) => act(context, call, async (client, id) => (await client.jobs.get({ id }, context.terminal)).job),
  },
  wait: {
    usage: 'jobs wait <id>',
    summary: 'Wait until a job has ended.',
    flags: { json },
    words: ['id of a job'],
    run: (context, call) => act(context, call, (client, id) => waitShown(context, client, id)),
  },
  cancel: {
    usage: 'jobs cancel <id>',
    summary: 'Cancel a job.',
    flags: { json },
    words: ['id of a job'],
    run: (context, call) => act(context, call, async (client, id) => (await client.jobs.cancel({ id }, context.terminal)).job),
  },
  retry: {
    usage: 'jobs retry <id>',
    summary: 'Run a failed job again, from where it was.',
    flags: { json },
    words: ['id of a job'],
    run: (context, call) => act(context, call, async (client, id) => (await client.jobs.retry({ id }, context.terminal)).job),
  },
  download: {
    usage: 'jobs download <id> --out <file>',
    summary: 'Save the file of a job. That of an incomplete one gets the ending .partial.',
    flags: { out: { type: 'string', short: 'o' } },
    words: ['id of a job'],
    async run({ terminal, client }, call) {
      const path = outFileOf(call)
      const backcounter = await client()
      const { job } = await backcounter.jobs.get({ id: call.words[0] ?? '' }, terminal)
      const [file] = job.files
      if (!file) throw new UsageError('This job has no file')
      // What lacks items must not look like the whole file. A job whose file is whole may wait for its delivery, or have failed at that.
      const isWhole = !file.name.endsWith(PARTIAL)
      const target = isWhole ? path : `${path}${PARTIAL}`
      const { bytes } = await backcounter.jobs.file(job, terminal).toFile(target)
      if (job.warning !== null) terminal.note(`Note: ${job.warning}\n`)
      terminal.note(`${target}: ${bytes} bytes\n`)
      if (!isWhole) throw new JobFailedError(job)
    },
  },
}
