import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { checkSheet, type SheetAccess } from './sheet-check.ts'
import { SheetInput } from './sheet-input.tsx'

type Props = { value: string; onChange: (url: string) => void; onRefused: (isRefused: boolean) => void }

/** The target spreadsheet. Write access is checked when the field loses the focus. */
export function SheetField({ value, onChange, onRefused }: Props) {
  const [access, setKnown] = useState<SheetAccess>({ state: 'unknown' })
  const setAccess = (found: SheetAccess) => {
    setKnown(found)
    onRefused(found.state === 'refused')
  }
  const verify = api.export.sheets.verify.useMutation()
  const validate = api.export.sheets.validate.useMutation()
  const latest = useRef(value)
  const change = (url: string) => {
    latest.current = url
    setAccess({ state: 'unknown' })
    onChange(url)
  }
  const check = async () => {
    if (access.state === 'checking' || access.state === 'accessible' || value.trim() === '') return
    setAccess({ state: 'checking' })
    const found = await checkSheet(value, { verify: verify.mutateAsync, validate: validate.mutateAsync })
    // An answer about what has been typed over since says nothing about what stands there now.
    if (latest.current === value) setAccess(found)
  }
  // Whoever was refused shares the spreadsheet in another tab, and comes back.
  useWindowEvent('focus', () => {
    if (access.state === 'refused') void check()
  })
  return (
    <SheetInput
      value={value}
      onChange={change}
      access={access}
      description="Optional. Leave empty for a file. Otherwise the export adds a new sheet to this document in the background."
      onLeave={() => void check()}
    />
  )
}
