import { excelCsv } from '#client/export/csv-choice.ts'
import type { Preset } from '#client/export/preset.ts'
import { defaultOrderColumns, type OrderColumn } from '#shared/order-columns.ts'
import type { OrderExportDraft } from './draft.ts'

/** One row for each order: what was sold, paid, taxed and refunded, where, and by whom. */
const accountingColumns: readonly OrderColumn[] = [
  'storeName',
  'orderName',
  'createdAt',
  'paidAt',
  'cancelledAt',
  'financialStatus',
  'currency',
  'subtotal',
  'discountAmount',
  'shipping',
  'taxes',
  'total',
  'refundedAmount',
  'paymentMethod',
  'paymentReference',
  'customer.name',
  'customer.email',
  'billingAddress.company',
  'billingAddress.country',
  'orderId',
]

type Patch = Pick<OrderExportDraft, 'columns' | 'layout' | 'format' | 'csv'>

export const orderPresets: Readonly<Record<'excel' | 'accounting', Preset<Patch>>> = {
  excel: {
    label: 'Excel',
    description: "The default columns in a CSV file, with the separator that Excel expects in this computer's language.",
    patch: () => ({ columns: defaultOrderColumns, layout: 'first-row', format: 'csv', csv: excelCsv() }),
  },
  accounting: {
    label: 'Accounting',
    description: 'A row for each order with its amounts, payment and refunds, without line items.',
    patch: () => ({ columns: accountingColumns, layout: 'first-row', format: 'csv', csv: excelCsv() }),
  },
}
