import { SimpleGrid, Stack } from '@mantine/core'
import { ModeField } from '#client/export/mode-field.tsx'
import { WholeNumberField } from '#client/export/whole-number-field.tsx'
import { limits } from '#shared/limits.ts'
import type { ExportDraft, ExportScope } from './export-request.ts'

type Props = { draft: ExportDraft; scope: ExportScope; onEdit: (patch: Partial<ExportDraft>) => void }

export function ExportSettings({ draft, scope, onEdit }: Props) {
  return (
    <Stack gap="lg">
      <ModeField
        mode={draft.mode}
        onChange={(mode) => onEdit({ mode })}
        selectedCount={scope.selectedIds.length}
        isFiltered={Object.keys(scope.filters).length > 0}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          label="Max Items"
          description={`Products in the file, ${limits.maxItems.least} to ${limits.maxItems.most.toLocaleString('en-US')}`}
          bounds={limits.maxItems}
          value={draft.maxItems}
          onChange={(maxItems) => onEdit({ maxItems })}
        />
        <WholeNumberField
          label="Rows Per Product"
          description={`0: a row for each variant; 1 to ${limits.rowsPerProduct.most}: at most so many rows`}
          bounds={limits.rowsPerProduct}
          value={draft.rowsPerProduct}
          onChange={(rowsPerProduct) => onEdit({ rowsPerProduct })}
        />
      </SimpleGrid>
    </Stack>
  )
}
