import { Suspense, useState, type ReactNode } from 'react'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import type { ScheduleSource } from './schedule-dialog.tsx'

const ScheduleDialog = lazyBehind(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** `repeat` opens the form of a schedule; `dialog` is that form, or null. */
export function useRepeat(): { repeat: (source: ScheduleSource) => void; dialog: ReactNode } {
  const [source, setSource] = useState<ScheduleSource | null>(null)
  const dialog = source && (
    <Suspense>
      <ScheduleDialog source={source} onClose={() => setSource(null)} />
    </Suspense>
  )
  return { repeat: setSource, dialog }
}
