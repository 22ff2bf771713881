import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { CsvOptions } from '#shared/export.ts'
import classes from './csv-format.module.css'

type Separator = CsvOptions['delimiter']
const separatorNames: Record<Separator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' }
const separators = CsvOptions.shape.delimiter.unwrap().options.map((value) => ({ value, label: separatorNames[value] }))
const separator = CsvOptions.shape.delimiter

const inWords = ({ delimiter, bom, protectFormulas }: CsvOptions): string =>
  [
    separatorNames[delimiter].toLowerCase(),
    bom ? 'marked as UTF-8' : 'without the UTF-8 mark',
    protectFormulas ? 'formulas protected' : 'formulas unprotected',
  ].join(', ')

type Props = { csv: CsvOptions; onChange: (csv: CsvOptions) => void }

/** How the CSV file is written, folded behind what is chosen. */
export function CsvFormat({ csv, onChange }: Props) {
  return (
    <details className={classes.format}>
      <summary>
        CSV format{' '}
        <Text span size="xs" c="dimmed">
          {inWords(csv)}
        </Text>
      </summary>
      <Stack gap="sm" mt="xs">
        <NativeSelect
          size="xs"
          label="Separator"
          description="Excel in many European languages splits columns at semicolons."
          data={separators}
          value={csv.delimiter}
          onChange={({ currentTarget }) => onChange({ ...csv, delimiter: separator.parse(currentTarget.value) })}
        />
        <Checkbox
          label="Mark the file as UTF-8"
          description="Excel then reads accents and other scripts correctly. Some other programs do not expect the mark (BOM)."
          checked={csv.bom}
          onChange={({ currentTarget }) => onChange({ ...csv, bom: currentTarget.checked })}
        />
        <Checkbox
          label="Protect formulas"
          description="Texts that a spreadsheet would run as a formula begin with an apostrophe. Switch this off for files that a program reads."
          checked={csv.protectFormulas}
          onChange={({ currentTarget }) => onChange({ ...csv, protectFormulas: currentTarget.checked })}
        />
      </Stack>
    </details>
  )
}
