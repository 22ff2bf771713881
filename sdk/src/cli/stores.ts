import type { Client } from '../client.ts'
import type { Permission, Store } from '../generated/schemas.ts'
import { UsageError } from './command.ts'

/** The stores by their ids or names, in the given order. Throws UsageError for a name that is unknown. */
export async function storesNamed(client: Client, names: readonly string[], permission: Permission, signal: AbortSignal): Promise<Store[]> {
  if (names.length === 0) throw new UsageError('Please give --store, by name or id')
  const { stores } = await client.stores.list({ permission }, { signal })
  return names.map((name) => {
    const found = stores.find(({ id }) => id === name) ?? stores.find((store) => store.name.toLowerCase() === name.toLowerCase())
    if (!found) throw new UsageError(`There is no store “${name}”. There are: ${stores.map((store) => store.name).join(', ')}`)
    return found
  })
}

/** The only store that was named. Throws UsageError for none or several. */
export async function storeNamed(client: Client, names: readonly string[], permission: Permission, signal: AbortSignal): Promise<Store> {
  const [store, another] = await storesNamed(client, names, permission, signal)
  if (!store || another) throw new UsageError('Products are read from one store at a time')
  return store
}
