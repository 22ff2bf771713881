import { Stack } from '@mantine/core'
import { ColumnPicker } from '#client/export/column-picker.tsx'
import { formatAfter, presetChoices } from '#client/export/preset.ts'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { allFields, TemplateList } from '#client/export/template-list.tsx'
import { templateAfter } from '#client/export/templates.ts'
import { messages } from '#shared/messages.ts'
import { defaultOrderColumns } from '#shared/order-columns.ts'
import type { Store } from '#shared/stores.ts'
import { orderCatalogue } from './columns.ts'
import { DestinationField } from './destination-field.tsx'
import { chosenColumns, type OrderExportDraft, type OrderExportScope } from './draft.ts'
import classes from './export.module.css'
import { LayoutField } from './layout-field.tsx'
import { LeaveOut } from './leave-out.tsx'
import { OrderExportMode } from './mode.tsx'
import { orderPresets } from './presets.ts'
import { Preview } from './preview.tsx'
import { Step } from './step.tsx'
import { StoreColumn } from './store-column.tsx'
import { StoresField } from './stores-field.tsx'

type Props = {
  stores: readonly Store[]
  /** Those that the viewer may export from. */
  open: readonly string[]
  scope: OrderExportScope
  draft: OrderExportDraft
  onEdit: (patch: Partial<OrderExportDraft>) => void
  onNote: (note: string) => void
  sheet: SheetAccess
  /** The last export of the dialog failed. */
  hasFailed: boolean
}

/** Everything that an export of orders is told, in five steps. */
export function Steps({ stores, open, scope, draft, onEdit, onNote, sheet, hasFailed }: Props) {
  const platforms = [...new Set(stores.filter(({ id }) => draft.storeIds.includes(id)).map(({ platform }) => platform))]
  return (
    <div className={classes.steps}>
      <Stack gap="lg">
        <Step number={1} title="Export Mode">
          <OrderExportMode stores={stores} scope={scope} draft={draft} onEdit={onEdit} />
        </Step>
        <Step number={2} title="Select Stores">
          <StoresField stores={stores} open={open} chosen={draft.storeIds} onChoose={(storeIds) => onEdit({ storeIds })} />
          <LeaveOut chosen={draft.storeIds} onChoose={(storeIds) => onEdit({ storeIds })} hasFailed={hasFailed} />
        </Step>
        <Step number={3} title="Export Destination">
          <DestinationField isForSheet={scope.to === 'sheet'} draft={draft} onEdit={onEdit} access={sheet} />
        </Step>
        <Step number={4} title="Column Template">
          <TemplateList
            type="order"
            isTitled
            allLabel={`Default columns (${defaultOrderColumns.length})`}
            chosen={draft.template}
            onAll={() => onEdit({ template: allFields, columns: defaultOrderColumns, ...formatAfter(draft.template) })}
            presets={presetChoices(orderPresets, onEdit)}
            onLoad={(template) => {
              onEdit({ template: template.id, columns: chosenColumns(template), ...formatAfter(draft.template) })
              onNote(messages.templates.loaded(template.name))
            }}
            columns={draft.columns}
            onChanged={(template) => {
              onEdit({ template: templateAfter(draft.template, draft.columns, template) })
              onNote(messages.templates.saved)
            }}
            onDeleted={(id) => {
              if (draft.template === id) onEdit({ template: '' })
              onNote(messages.orderExport.templateDeleted)
            }}
          />
        </Step>
      </Stack>
      <Step number={5} title="Select and Order Columns">
        <Stack gap="md">
          {draft.storeIds.length > 1 && (
            <StoreColumn
              hasIt={draft.columns.includes('storeName')}
              onAdd={() => onEdit({ columns: ['storeName', ...draft.columns], template: '' })}
            />
          )}
          <ColumnPicker
            type="order"
            platforms={platforms}
            catalogue={orderCatalogue}
            chosen={draft.columns}
            onChange={(columns) => onEdit({ columns, template: '' })}
          />
          <LayoutField layout={draft.layout} columns={draft.columns} onChange={(layout) => onEdit({ layout })} />
          <Preview draft={draft} scope={scope} />
        </Stack>
      </Step>
    </div>
  )
}
