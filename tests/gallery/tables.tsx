import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { columnsOf, type Selection } from '#client/ui/table-columns.ts'
import { DataTable } from '#client/ui/table.tsx'
import { Density, type Widths } from '#shared/list-layout.ts'
import { nothing } from './nothing.ts'

type Product = { id: string; title: string; vendor: string; price: string }

const products: Product[] = [
  { id: '1', title: 'Green tea', vendor: 'Hill', price: '$4.00' },
  { id: '2', title: 'A product with a title that is longer than its column has room for, and goes on', vendor: 'Sea', price: '$1,250.00' },
  { id: '3', title: 'Mug', vendor: 'Hill', price: '$12.50' },
]
const column = columnsOf<Product>()
const columns = column.columns([
  column.accessor('title', { header: 'Product', meta: { width: 240, takesRest: true, sortKey: 'title' } }),
  column.accessor('vendor', { header: 'Vendor', meta: { width: 140, sortKey: 'vendor', onCard: 'named' } }),
  column.accessor('price', { header: 'Price', meta: { width: 120, isNumber: true, onCard: 'first' } }),
])
const idOf = ({ id }: Product) => id
const nameOf = ({ title }: Product) => title

function Table({ label, density, isPlain = false }: { label: string; density: Density; isPlain?: boolean }) {
  const [selection, setSelection] = useState<Selection>({ 2: true })
  const [widths, setWidths] = useState<Widths>({})
  return (
    <DataTable
      label={`Products, ${label}`}
      columns={columns}
      items={products}
      idOf={idOf}
      nameOf={nameOf}
      selection={isPlain ? null : selection}
      onSelect={setSelection}
      density={density}
      widths={widths}
      onWidth={(id, width) => setWidths({ ...widths, [id]: width ?? undefined })}
      sorting={{ keys: ['title', 'vendor'], key: 'title', isDescending: false, onSort: nothing }}
      openId="3"
      isBusy={false}
      isStale={false}
    />
  )
}

export const Tables = () => (
  <Stack gap="md">
    {Density.options.map((density) => (
      <div key={density}>
        <Title order={3} mb="xs">
          {density}
        </Title>
        <Table label={density} density={density} />
      </div>
    ))}
    <div>
      <Title order={3} mb="xs">
        without selection
      </Title>
      <Table label="without selection" density="normal" isPlain />
    </div>
  </Stack>
)
