import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { CopyProduct, CopyVariant } from '#drizzle/catalogue/copy.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { dialect } from '#drizzle/dialect.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

/** A new database with its data folder, and what opens the copy in it. */
export async function freshCatalogue(root: string) {
  const dataDir = mkdtempSync(join(root, 'data-'))
  const home = await freshDatabase(dataDir)
  return {
    url: home.url,
    file: join(dataDir, 'catalogue.db'),
    open: () => openCatalogue({ url: home.url, dataDir }),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  }
}

type CopyHome = { url: string; file: string }

/** Carries out statements in a copy. */
export async function inCopy({ url, file }: CopyHome, sql: string) {
  if (dialect === 'postgres') return withClient(url, (client) => client.query(`set search_path = catalogue; ${sql}`))
  const copy = new Sqlite(file)
  copy.exec(sql)
  return copy.close()
}

/** Makes a copy one of another form, which the next opening empties. */
export const changeCopyForm = (home: CopyHome, form = 9_999) =>
  inCopy(home, dialect === 'postgres' ? `update form set version = ${form}` : `pragma user_version = ${form}`)

export const variant = (id: string, change: Partial<CopyVariant> = {}): CopyVariant => ({
  id,
  title: 'Default',
  sku: null,
  barcode: null,
  price: '1.00',
  compareAtPrice: null,
  stock: null,
  ...change,
})

export const product = (productId: string, change: Partial<CopyProduct> = {}): CopyProduct => ({
  productId,
  title: `Mug ${productId}`,
  handle: `mug-${productId}`,
  image: null,
  status: 'active',
  vendor: 'Acme',
  productType: 'Mugs',
  tags: [],
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  variants: [variant(`${productId}1`)],
  ...change,
})

export const list = { words: [], filters: {}, sort: 'created', reverse: true, limit: 50, after: null } as const
