import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Inspection } from '#drizzle/inspection.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import { copyTo, readOnly, texts } from '#drizzle/sqlite-backup.ts'
import { damageIn } from '#drizzle/sqlite-damage.ts'
import { assertThere, connect, fileOf } from '#drizzle/sqlite-connection.ts'

const program = fileURLToPath(import.meta.resolve('#drizzle/sqlite-damage-process.ts'))
const Damage = z.string().nullable()

export const sqliteInspection: Inspection = {
  async applied(url) {
    if (!existsSync(fileOf(url))) return []
    return readOnly(fileOf(url), (client) =>
      texts(client, "select name from sqlite_schema where name = '__drizzle_migrations'").length === 0
        ? []
        : texts(client, 'select name from __drizzle_migrations where name is not null order by id'),
    )
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
      if (existsSync(fileOf(url))) copyTo(url, copy)
      await (await connect(`file:${copy}`, migrationsFolder)).close()
      const damage = readOnly(copy, damageIn)
      if (damage !== null) throw new Error(`the migrated copy is damaged: ${damage}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
