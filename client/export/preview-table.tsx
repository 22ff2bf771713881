import { Text } from '@mantine/core'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import type { ExportPreview } from '#shared/export.ts'
import classes from './preview.module.css'

type Props = ExportPreview & { /** Said where there is no row. */ none: string; labelledBy: string }

/** Rows of the file in a table with its own scroll region. */
export function PreviewTable({ header, rows, none, labelledBy }: Props) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  return (
    <ScrollRegion className={classes.scroll} labelledBy={labelledBy}>
      <table className={classes.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {header.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {header.map((column, index) => (
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
