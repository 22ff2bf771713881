import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import { validateSheetUrl, type SheetAccess } from './sheet-check.ts'

/**
 * Whether the spreadsheet may be written whose address is being typed: asked once typing has stopped for a second. `first`: an address that
 * stands there before anybody types.
 */
export function useSheetTyping(first: string) {
  const [access, setAccess] = useState<SheetAccess>({ state: 'unknown' })
  const validate = api.export.sheets.validate.useMutation()
  const latest = useRef('')
  const check = useDebouncedCallback(async (url: string) => {
    if (url.trim() === '') return
    setAccess({ state: 'checking' })
    const found = await validateSheetUrl(url, { validate: validate.mutateAsync })
    // An answer about what has been typed over since says nothing about what stands there now.
    if (latest.current === url) setAccess(found)
  }, limits.sheetCheckPauseMs)

  const onType = (url: string) => {
    latest.current = url
    setAccess({ state: 'unknown' })
    check(url)
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isBegun.current) onType(first)
    isBegun.current = true
  })
  return { access, onType }
}
