import { Checkbox, SimpleGrid, Stack } from '@mantine/core'
import { DeliveryField } from '#client/export/delivery-field.tsx'
import { useIsSheet } from '#client/export/destinations.ts'
import { FormatField } from '#client/export/format-field.tsx'
import { formatAfter, presetChoices } from '#client/export/preset.ts'
import { SheetField } from '#client/export/sheet-field.tsx'
import { allFields, TemplateList } from '#client/export/template-list.tsx'
import { templateAfter } from '#client/export/templates.ts'
import { WholeNumberField } from '#client/export/whole-number-field.tsx'
import { isCsv } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import type { Store } from '#shared/stores.ts'
import { ProductExportMode } from './export-mode.tsx'
import { productPresets } from './export-presets.ts'
import { chosenFields, type ProductExportDraft, type ProductExportScope } from './export-request.ts'

type Props = {
  store: Store
  draft: ProductExportDraft
  scope: ProductExportScope
  onEdit: (patch: Partial<ProductExportDraft>) => void
  onNote: (note: string) => void
  /** Called with true once a check finds that the spreadsheet is not writable. */
  onSheetRefused: (isRefused: boolean) => void
}

export function ExportSettings({ store, draft, scope, onEdit, onNote, onSheetRefused }: Props) {
  const isFile = draft.sheetUrl.trim() === ''
  const isSheetDestination = useIsSheet(draft.delivery.destinationId)
  return (
    <Stack gap="lg">
      <ProductExportMode store={store} scope={scope} draft={draft} onEdit={onEdit} />
      <TemplateList
        type="product"
        allLabel="All Fields"
        chosen={draft.template}
        onAll={() => onEdit({ template: allFields, fields: productFields, headers: 'fields', ...formatAfter(draft.template) })}
        presets={presetChoices(productPresets, onEdit)}
        onLoad={(template) => {
          onEdit({ template: template.id, fields: chosenFields(template), headers: 'fields', ...formatAfter(draft.template) })
          onNote(messages.templates.loaded(template.name))
        }}
        columns={draft.fields}
        onChanged={(template) => {
          onEdit({ template: templateAfter(draft.template, draft.fields, template) })
          onNote(messages.templates.saved)
        }}
        onDeleted={(id) => {
          if (draft.template === id) onEdit({ template: '' })
          onNote(messages.templates.deleted)
        }}
      />
      <SheetField value={draft.sheetUrl} onChange={(sheetUrl) => onEdit({ sheetUrl })} onRefused={onSheetRefused} />
      {isFile && (
        <>
          {!isSheetDestination && <FormatField format={draft.format} csv={draft.csv} onChange={onEdit} />}
          <DeliveryField
            type="product_export"
            delivery={draft.delivery}
            onChange={(patch) => onEdit({ delivery: { ...draft.delivery, ...patch } })}
          />
        </>
      )}
      {isFile && isCsv(draft) && draft.delivery.destinationId === '' && (
        <Checkbox
          label="Export in the background"
          description="For large exports: you can close the dialog and find the file under My exports."
          checked={draft.inBackground}
          onChange={({ currentTarget }) => onEdit({ inBackground: currentTarget.checked })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          label="Max Items"
          description={`Products in the file, ${limits.maxItems.min} to ${limits.maxItems.max.toLocaleString('en-US')}`}
          bounds={limits.maxItems}
          value={draft.maxItems}
          onChange={(maxItems) => onEdit({ maxItems })}
        />
        <WholeNumberField
          label="Rows Per Product"
          description={`0: one row per variant; 1 to ${limits.rowsPerProduct.max}: maximum rows per product`}
          bounds={limits.rowsPerProduct}
          value={draft.rowsPerProduct}
          onChange={(rowsPerProduct) => onEdit({ rowsPerProduct })}
        />
      </SimpleGrid>
    </Stack>
  )
}
