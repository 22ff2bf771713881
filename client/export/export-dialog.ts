import { useLocation, useNavigate } from '@tanstack/react-router'
import { startTransition, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The job whose request the export dialog of the screen opens with. */
    exportLike?: string | undefined
    /** Whether the screen opens with its export dialog. */
    isExporting?: boolean | undefined
    /** Where the dialog begins to export to. */
    exportTo?: ExportTo | undefined
  }
}

/** Where an export goes. `last`: where the last one went. */
export type ExportTo = 'csv' | 'sheet' | 'last'

/** Whether a screen's export dialog is open, with the request of which job, and where it begins to export to. */
export function useExportDialog() {
  const [isOpen, setOpen] = useState(false)
  const jobId = useLocation({ select: ({ state }) => state.exportLike })
  const to = useLocation({ select: ({ state }) => state.exportTo }) ?? 'last'
  const isAsked = useLocation({ select: ({ state }) => state.isExporting }) || jobId !== undefined
  const navigate = useNavigate()
  function close() {
    setOpen(false)
    if (!isAsked) return
    // Neither Back nor a reload opens it again.
    void navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, exportLike: undefined, isExporting: undefined, exportTo: undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return { jobId, to, isOpen: isOpen || isAsked, open: () => startTransition(() => setOpen(true)), close }
}
