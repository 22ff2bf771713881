import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import { validateSheetUrl, type SheetAccess } from './sheet-check.ts'

const unknown: SheetAccess = { state: 'unknown' }

/** Whether the spreadsheet of a field may be written: asked once its address, typed or not, has stayed the same for a second. */
export function useSheetTyping(url: string): SheetAccess {
  const [known, setKnown] = useState({ url: '', access: unknown })
  const validate = api.export.sheets.validate.useMutation()
  const check = useDebouncedCallback(async (asked: string) => {
    if (asked.trim() === '') return
    setKnown({ url: asked, access: { state: 'checking' } })
    const access = await validateSheetUrl(asked, { validate: validate.mutateAsync })
    // An answer about what has been typed over since says nothing about what stands there now.
    setKnown((latest) => (latest.url === asked ? { url: asked, access } : latest))
  }, limits.sheetCheckPauseMs)
  const onChange = useEffectEvent(check)
  useEffect(() => onChange(url), [url])
  // Whoever was refused shares the spreadsheet in another tab, and comes back.
  useWindowEvent('focus', () => {
    if (known.url === url && known.access.state === 'refused') check(url)
  })
  return known.url === url ? known.access : unknown
}
