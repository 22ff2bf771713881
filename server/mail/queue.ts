import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'

const Message = z.object({ to: z.email(), subject: z.string(), text: z.string() })
export type Message = z.infer<typeof Message>

export const privateFile = { mode: 0o600 }
export const privateFolder = { recursive: true, mode: 0o700 } as const
/** Much longer than a mail server may take over one mail: whoever claimed it so long ago has died over it. */
const claimMs = 5 * 60_000
const claimed = /^[\w-]+\.(\d+)\.sending$/

/** The id of the mail in a file's name, whatever has become of it. */
const idOf = (name: string) => name.split('.', 1)[0] ?? name

/** False where the file is gone: somebody else has it, or is done with it. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Mails in a folder, over restarts too: `.json` waits, `.sending` is claimed, `.refused` is for somebody to look at. Threads and
 * processes may share the folder, and each mail is one's alone: the one's whose renaming succeeded.
 */
export function createMailQueue(folder: string, now: Deps['now']) {
  const at = (name: string) => join(folder, name)
  const claimOn = (id: string) => `${id}.${now()}.sending`
  const msUntilFree = (name: string) => Math.min(Math.max(Number(claimed.exec(name)?.[1] ?? 0) + claimMs - now(), 0), claimMs)

  return {
    /** Keeps a mail, claimed from the start. */
    async keep(message: Message): Promise<string> {
      await mkdir(folder, privateFolder)
      const claim = claimOn(crypto.randomUUID())
      await writeFile(at(claim), JSON.stringify(message), privateFile)
      return claim
    },
    /** What earlier runs have left, and in how long it may be claimed. */
    async left(): Promise<{ name: string; inMs: number }[]> {
      await mkdir(folder, privateFolder)
      const names = await readdir(folder)
      return names.filter((name) => name.endsWith('.json') || claimed.test(name)).map((name) => ({ name, inMs: msUntilFree(name) }))
    },
    /** Null where somebody else was faster. */
    async claim(name: string): Promise<string | null> {
      const claim = claimOn(idOf(name))
      return (await move(at(name), at(claim))) ? claim : null
    },
    /** Throws for what was cut off while it was written, or is no mail. */
    read: async (claim: string): Promise<Message> => Message.parse(JSON.parse(await readFile(at(claim), 'utf8'))),
    async giveBack(claim: string): Promise<string> {
      const name = `${idOf(claim)}.json`
      await move(at(claim), at(name))
      return name
    },
    /** The name it lies under from now on. */
    async setAside(claim: string): Promise<string> {
      const name = `${idOf(claim)}.refused`
      await move(at(claim), at(name))
      return name
    },
    done: (claim: string) => rm(at(claim), { force: true }),
  }
}
