import { downloadOf, type Download } from './download.ts'
import type {
  CatalogueClashesCsvRequest,
  CatalogueChangesCsvRequest,
  ExportEstimate,
  ExportPreview,
  Job,
  OrderExportRequest,
  ProductExportRequest,
} from './generated/schemas.ts'
import type { CallOptions, Transport } from './transport.ts'

/** An export. Nothing is sent before one of its methods is called. */
export type Export = Download & {
  /** Creates a job that writes the file, or the spreadsheet that the request names. See `jobs.wait`. */
  start(): Promise<Job>
  /** The header and the first rows. */
  preview(): Promise<ExportPreview>
  /** How many items it has and how long it will take. */
  estimate(): Promise<ExportEstimate>
}

export const exportsOf = (transport: Transport) => ({
  /** An export of products of one store. */
  products: (request: ProductExportRequest, options?: CallOptions): Export => ({
    ...downloadOf(transport, 'export.productsCsv', request, options),
    start: async () => (await transport.call('export.products', request, options)).job,
    preview: () => transport.call('export.productsPreview', request, options),
    estimate: () => transport.call('export.productsEstimate', request, options),
  }),
  /** What clashes between the catalogues of several stores, as a CSV file. */
  catalogueClashes: (request: CatalogueClashesCsvRequest = {}, options?: CallOptions): Download =>
    downloadOf(transport, 'products.catalogue.clashesCsv', request, options),
  /** An export of orders of one or several stores. */
  orders: (request: OrderExportRequest, options?: CallOptions): Export => ({
    ...downloadOf(transport, 'export.orders.csv', request, options),
    start: async () => (await transport.call('export.orders.start', request, options)).job,
    preview: () => transport.call('export.orders.preview', request, options),
    estimate: () => transport.call('export.orders.estimate', request, options),
  }),
  /** What has changed in the catalogues of one or several stores, as a CSV file. */
  catalogueChanges: (request: CatalogueChangesCsvRequest = {}, options?: CallOptions): Download =>
    downloadOf(transport, 'products.catalogue.changesCsv', request, options),
})
