// Writes one backup, once it is told to.
import { once } from 'node:events'
import { z } from 'zod'
import { runBackup } from '#server/backup/run.ts'

const Instruction = z.object({ databaseUrl: z.string(), dataDir: z.string(), filesFolder: z.string(), target: z.string() })
const { target, ...installation } = Instruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
console.log('ready')
await once(process.stdin, 'data')
await runBackup({ ...installation, place: { name: target, folder: target }, keep: undefined, now: new Date() })
// Its standard input is still open.
process.exit()
