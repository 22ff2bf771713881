import { Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { checkSheet, type SheetAccess } from './sheet-check.ts'

type Props = { value: string; onChange: (url: string) => void }

/** A spreadsheet to write into. Whether that may be done is asked when the field is left. */
export function SheetField({ value, onChange }: Props) {
  const [access, setAccess] = useState<SheetAccess>({ state: 'unknown' })
  const verify = api.export.sheets.verify.useMutation()
  const validate = api.export.sheets.validate.useMutation()
  const latest = useRef(value)
  const change = (url: string) => {
    latest.current = url
    setAccess({ state: 'unknown' })
    onChange(url)
  }
  const check = async () => {
    if (access.state !== 'unknown' || value.trim() === '') return
    setAccess({ state: 'checking' })
    const found = await checkSheet(value, { verify: verify.mutateAsync, validate: validate.mutateAsync })
    // An answer about what has been typed over since says nothing about what stands there now.
    if (latest.current === value) setAccess(found)
  }
  return (
    <div>
      <TextInput
        label="Spreadsheet URL"
        description="Optional. Empty: a CSV file. Otherwise a new sheet is added to this document in the background."
        placeholder="https://docs.google.com/spreadsheets/d/..."
        inputMode="url"
        autoComplete="off"
        value={value}
        error={access.state === 'refused' && access.lines.map((line) => <div key={line}>{line}</div>)}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => void check()}
      />
      <div role="status">
        {access.state === 'checking' && (
          <Text size="xs" c="dimmed" mt={4}>
            Checking access…
          </Text>
        )}
        {access.state === 'accessible' &&
          access.lines.map((line) => (
            <Text key={line} size="xs" mt={4}>
              {line}
            </Text>
          ))}
      </div>
    </div>
  )
}
