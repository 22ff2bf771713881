import { Text } from '@mantine/core'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { messages } from '#shared/messages.ts'
import { orderColumn, type OrderColumn } from '#shared/order-columns.ts'
import type { OrderPreviewResponse } from '#shared/order-export.ts'
import classes from './export.module.css'

type Props = { columns: readonly OrderColumn[]; rows: OrderPreviewResponse['rows']; labelledBy: string }

/** Rows of the file in a table with its own scroll region. */
export function PreviewTable({ columns, rows, labelledBy }: Props) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {messages.orders.none}
      </Text>
    )
  return (
    <ScrollRegion className={classes.scroll} labelledBy={labelledBy}>
      <table className={classes.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {orderColumn[column].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column, index) => (
                <td key={column} title={String(row[index] ?? '')}>
                  {String(row[index] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
