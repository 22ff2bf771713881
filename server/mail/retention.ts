import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of mails that are no longer sent: those in the outbox, and those that a mail server refused when mails were still files. */
const left = [
  { folder: 'outbox', ending: '.eml' },
  { folder: 'mail-queue', ending: '.refused' },
]

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Removes mail files below DATA_DIR from before this time. Queued mails stay. */
export async function removeOldMails(dataDir: string, before: Date) {
  for (const { folder, ending } of left) {
    const names = await namesIn(join(dataDir, folder))
    for (const name of names.filter((one) => one.endsWith(ending))) {
      const file = join(dataDir, folder, name)
      if ((await stat(file)).mtime < before) await rm(file, { force: true })
    }
  }
}
