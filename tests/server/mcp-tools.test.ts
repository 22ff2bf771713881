// Which calls are tools of the Model Context Protocol.
import { expect, test } from 'vitest'
import { endpoints } from '#server/http/endpoints.ts'

test('the tools are reads, and exports into files', () => {
  const marked = endpoints.filter(({ tool }) => tool !== undefined)
  expect(marked.map(({ path }) => path).toSorted()).toEqual([
    'export.jobs.get',
    'export.jobs.list',
    'export.orders.estimate',
    'export.orders.preview',
    'export.orders.start',
    'export.products',
    'export.productsEstimate',
    'export.productsPreview',
    'export.templates.get',
    'export.templates.list',
    'orders.count',
    'orders.figures',
    'orders.get',
    'orders.list',
    'products.catalogue.changes',
    'products.catalogue.clashes',
    'products.catalogue.get',
    'products.catalogue.search',
    'products.catalogue.stores',
    'products.catalogue.summary',
    'products.count',
    'products.get',
    'products.list',
    'products.markets',
    'products.metadata',
    'products.metafields',
    'stores.get',
    'stores.list',
  ])
  expect(marked.filter(({ type, isDownload }) => type !== 'query' || isDownload).map(({ path, policy }) => [path, policy])).toEqual([
    ['export.orders.start', 'orders.export'],
    ['export.products', 'products.export'],
  ])
})
