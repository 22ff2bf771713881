import { Checkbox, Radio, Stack } from '@mantine/core'
import { DeliveryField } from '#client/export/delivery-field.tsx'
import { useIsSheet } from '#client/export/destinations.ts'
import { FormatField } from '#client/export/format-field.tsx'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { SheetInput } from '#client/export/sheet-input.tsx'
import { isCsv } from '#shared/export.ts'
import type { OrderExportDraft } from './draft.ts'

type Props = {
  /** The dialog was opened to write to a spreadsheet, so that its address has the focus if it is still missing. */
  isForSheet: boolean
  draft: OrderExportDraft
  onEdit: (patch: Partial<OrderExportDraft>) => void
  access: SheetAccess
}

/** The destination of the rows, and whether the user waits for the export. */
export function DestinationField({ isForSheet, draft, onEdit, access }: Props) {
  const isSheetDestination = useIsSheet(draft.delivery.destinationId)
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label="Export destination"
        value={draft.destination}
        onChange={(value) => onEdit({ destination: value === 'sheet' ? 'sheet' : 'csv' })}
      >
        <Stack gap="xs">
          <Radio value="csv" label="File" />
          <Radio value="sheet" label="Google Sheets" />
        </Stack>
      </Radio.Group>
      {draft.destination === 'sheet' && (
        <>
          <SheetInput
            value={draft.sheetUrl}
            onChange={(sheetUrl) => onEdit({ sheetUrl })}
            access={access}
            isFocused={isForSheet && draft.sheetUrl === ''}
            description="The rows are written to a new sheet of this document."
          />
          <Checkbox
            label="Write dates as dates"
            description="As date cells without a time-zone offset, to sort and calculate with. Otherwise as text, as in a CSV file."
            checked={draft.sheetDates === 'date'}
            onChange={({ currentTarget }) => onEdit({ sheetDates: currentTarget.checked ? 'date' : 'text' })}
          />
        </>
      )}
      {draft.destination === 'csv' && (
        <>
          {!isSheetDestination && <FormatField format={draft.format} csv={draft.csv} onChange={onEdit} />}
          <DeliveryField
            type="order_export"
            delivery={draft.delivery}
            onChange={(patch) => onEdit({ delivery: { ...draft.delivery, ...patch } })}
          />
        </>
      )}
      {(draft.destination === 'sheet' || (isCsv(draft) && draft.delivery.destinationId === '')) && (
        <Checkbox
          label="Export in the background"
          description="For large exports: you can close the dialog and find the result under My exports."
          checked={draft.inBackground}
          onChange={({ currentTarget }) => onEdit({ inBackground: currentTarget.checked })}
        />
      )}
    </Stack>
  )
}
