import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { Message } from './message.ts'

/** Much longer than a transfer takes, or a delivery by an older version, so a claim of this age belongs to a process that died. */
const claimMs = 5 * 60_000
const claimed = /^[\w-]+\.(\d+)\.sending$/

/** The id of the mail in a file's name, in any state. */
const idOf = (name: string) => name.split('.', 1)[0] ?? name

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns false if the file no longer exists: another process has claimed or finished it. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/**
 * Imports the mails that an older version stored as files: `.json` waits, `.sending` is claimed, `.refused` needs manual inspection. The
 * process whose rename succeeds owns the mail. Returns the time in ms until the next import is due. null: none is needed.
 */
export async function takeOverFiles(
  folder: string,
  { now, log }: Pick<Deps, 'now' | 'log'>,
  keep: (id: string, message: Message) => Promise<void>,
): Promise<number | null> {
  const at = (name: string) => join(folder, name)
  const freeAt = (name: string) => Number(claimed.exec(name)?.[1] ?? 0) + claimMs
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json') || claimed.test(name))
  const [free, held] = [names.filter((name) => freeAt(name) <= now()), names.filter((name) => freeAt(name) > now())]
  for (const name of free) {
    const id = idOf(name)
    const claim = `${id}.${now()}.sending`
    if (!(await move(at(name), at(claim)))) continue
    const message = Message.safeParse(parse(await readFile(at(claim), 'utf8')))
    if (message.success) {
      await keep(id, message.data)
      await rm(at(claim), { force: true })
    } else {
      await move(at(claim), at(`${id}.refused`))
      log.error({ reason: 'unreadable', file: `${id}.refused` }, 'a mail will never be delivered and was set aside')
    }
  }
  return held.length > 0 ? claimMs : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
