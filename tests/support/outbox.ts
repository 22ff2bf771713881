import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/** The decoded text of a mail (quoted-printable). */
export const readable = (mail: string) =>
  mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The mails to an address in the outbox of DATA_DIR, oldest first. Waits for `count` mails. */
export async function mailsTo(folder: string, email: string, count = 1): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const names = (await readdir(join(folder, 'outbox')).catch(() => [])).toSorted()
      const mails = await Promise.all(names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')))
      const found = mails.filter((mail) => mail.includes(`To: ${email}\r\n`)).map(readable)
      if (found.length < count) throw new Error(`${found.length} mails to ${email}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
}
