import { NativeSelect, Stack } from '@mantine/core'
import { isCsv, type CsvOptions } from '#shared/export.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { formatHints, formatLabels, formatMessages } from '#shared/format-messages.ts'
import { containsCsv } from './csv-choice.ts'
import { CsvFormat } from './csv-format.tsx'

const formats = ExportFormat.options.map((value) => ({ value, label: formatLabels[value] }))

type Props = {
  format: ExportFormat
  csv: CsvOptions
  onChange: (patch: { format: ExportFormat } | { csv: CsvOptions }) => void
}

/** The format of the file, and for a CSV how it is written. */
export function FormatField({ format, csv, onChange }: Props) {
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Format"
        description={isCsv({ format }) ? formatHints[format] : `${formatHints[format]} ${formatMessages.inBackground}`}
        data={formats}
        value={format}
        onChange={({ currentTarget }) => onChange({ format: ExportFormat.parse(currentTarget.value) })}
      />
      {containsCsv(format) && <CsvFormat csv={csv} onChange={(changed) => onChange({ csv: changed })} />}
    </Stack>
  )
}
