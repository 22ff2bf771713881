import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { isBusy } from '#drizzle/errors.ts'
import type { Inspection } from '#drizzle/inspection.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import { copyTo, readOnly, texts, tryWriting } from '#drizzle/sqlite-backup.ts'
import { damageIn } from '#drizzle/sqlite-damage.ts'
import { assertThere, connect, fileOf, isThere } from '#drizzle/sqlite-connection.ts'

const program = fileURLToPath(import.meta.resolve('#drizzle/sqlite-damage-process.ts'))
const Damage = z.string().nullable()

export const sqliteInspection: Inspection = {
  async applied(url) {
    if (!isThere(fileOf(url))) return []
    return readOnly(fileOf(url), (client) =>
      texts(client, "select name from sqlite_schema where name = '__drizzle_migrations'").length === 0
        ? []
        : texts(client, 'select name from __drizzle_migrations where name is not null order by id'),
    )
  },

  async writeRefusal(url) {
    try {
      tryWriting(fileOf(url))
      return null
    } catch (error) {
      // Whoever holds the lock can write.
      if (isBusy(error)) return null
      return error instanceof Error ? error.message : String(error)
    }
  },

  async damage(url, signal) {
    assertThere(fileOf(url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, fileOf(url)], { signal })
    return Damage.parse(JSON.parse(stdout))
  },

  clock: async () => null,

  catalogue: async () => ({ refusal: null, isWordIndexed: true }),

  async rehearse(url) {
    const folder = await mkdtemp(join(tmpdir(), 'migration-'))
    try {
      const copy = join(folder, 'app.db')
      if (isThere(fileOf(url))) copyTo(url, copy)
      await (await connect(`file:${copy}`, migrationsFolder)).close()
      const damage = readOnly(copy, damageIn)
      if (damage !== null) throw new Error(`the migrated copy is damaged: ${damage}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
