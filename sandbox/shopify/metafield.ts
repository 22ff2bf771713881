import { metafieldDefinitions, metafieldsOf } from '../catalogue/metafields.ts'
import type { Metafield, MetafieldDefinition } from '../catalogue/metafields.ts'
import type { CatalogueProduct } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { gid, notEmulated, requireScope } from './world.ts'
import type { Fields, World } from './world.ts'

type Owned = Metafield & { readonly id: string; readonly named: string }
type Defined = MetafieldDefinition & { readonly id: string }
type MetafieldArgs = PageArgs & { namespace?: string | null; key?: string; keys?: readonly string[] | null }
type DefinitionArgs = PageArgs & { ownerType: string }

/** A shop may lack some of the definitions, and their values. */
const isKnownTo =
  ({ shop }: World) =>
  ({ namespace, key }: Pick<MetafieldDefinition, 'namespace' | 'key'>) =>
    !shop.settings.lacksMetafields?.includes(`${namespace}.${key}`)

/** Ids follow from the owner's, in the order of the values. */
const owned = (product: CatalogueProduct, world: World): Owned[] =>
  metafieldsOf(product)
    .filter(isKnownTo(world))
    .map((metafield, n) => ({ ...metafield, id: `${product.id}${n}`, named: metafield.key }))

const listed = <Row extends { readonly id: string }>(rows: readonly Row[], args: PageArgs) =>
  connectionOf(
    listingOf(
      rows,
      ({ id }) => id,
      ({ id }) => Number(id),
    ),
    args,
  )

export const productMetafields: Fields<CatalogueProduct, MetafieldArgs> = {
  metafield: (product, { namespace, key }, world) =>
    owned(product, world).find((one) => one.namespace === namespace && one.key === key) ?? null,
  // The keys of the argument have their namespaces, and so have those of the answer.
  metafields: (product, { keys, ...args }, world) =>
    listed(
      owned(product, world).flatMap((one) => {
        const named = `${one.namespace}.${one.key}`
        return !keys ? [one] : keys.includes(named) ? [{ ...one, named }] : []
      }),
      args,
    ),
}

export const metafieldFields: Fields<Owned> = {
  id: ({ id }) => gid('Metafield', id),
  key: ({ named }) => named,
}

const further = ({ shop }: World): MetafieldDefinition[] =>
  Array.from({ length: shop.settings.moreMetafields ?? 0 }, (_, n) => {
    const named = { namespace: 'more', key: `key-${n}`, name: `More ${n}` }
    return { ...named, type: 'boolean' }
  })

export const definitionQueries: Fields<unknown, DefinitionArgs> = {
  metafieldDefinitions: (_source, { ownerType, ...args }, world, info) => {
    requireScope(world, 'read_products', info)
    if (ownerType !== 'PRODUCT') throw notEmulated(`metafields of ${ownerType}`)
    return listed<Defined>(
      [...metafieldDefinitions.filter(isKnownTo(world)), ...further(world)].map((definition, n) => ({ ...definition, id: String(n + 1) })),
      args,
    )
  },
}

export const definitionFields: Fields<Defined> = {
  id: ({ id }) => gid('MetafieldDefinition', id),
  ownerType: () => 'PRODUCT',
  type: ({ type }) => ({ name: type, category: 'TEXT' }),
}
