import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import type { Finding } from './report.ts'
import type { BenchServer } from './server.ts'

const bytesPerSecond = 1_024
const readSeconds = 30
const maxMegabytesMore = 5

/** The growth of the server's memory while a client reads the job's file very slowly. */
export async function measureSlowReader(server: BenchServer, { id, files: [file] }: Job): Promise<Finding[]> {
  if (!file) throw new Error('the job left no file')
  const before = server.memory()
  const body = await server.read(`/jobs/${id}/files/${file.id}`)
  let max = before
  let bytes = 0
  for (let second = 0; second < readSeconds; second++) {
    await pause(1_000)
    const piece: unknown = body.read(bytesPerSecond)
    bytes += Buffer.isBuffer(piece) ? piece.length : 0
    max = Math.max(max, server.memory())
  }
  body.destroy()
  const more = max - before
  return [
    {
      what: `Memory while its file of ${(file.bytes / 1e6).toFixed(0)} MB is read at 1 KB a second (${bytes} bytes in ${readSeconds} s)`,
      measured: `${more.toFixed(1)} MB more`,
      goal: `at most ${maxMegabytesMore} MB more`,
      isMet: more <= maxMegabytesMore && bytes >= (readSeconds - 2) * bytesPerSecond,
    },
  ]
}
