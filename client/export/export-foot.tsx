import { Button, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCalendarRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isMac, isModKey, modKey } from '#client/ui/mod-key.ts'
import type { JobType } from '#shared/jobs.ts'
import classes from './export-foot.module.css'
import type { ExportRun } from './export-run.ts'
import { ProgressView } from './progress-view.tsx'

type Props = {
  run: ExportRun
  type: JobType
  /** A message about the last event other than the export itself. */
  note: string
  /** Advice before the start, shown where it cannot be overlooked. */
  advice: ReactNode
  isReady: boolean
  onStart: () => void
  onClose: () => void
  /** Opens the form of a schedule, which lies over this dialog while `isRepeating`. */
  onRepeat: () => void
  isRepeating: boolean
  /** Shown before the buttons until the export is done. */
  children: ReactNode
}

/** The progress of the export, and the buttons that start and end it. Ctrl and Enter (on a Mac Cmd and Enter) start it from any field. */
export function ExportFoot({ run, type, note, advice, isReady, onStart, onClose, onRepeat, isRepeating, children }: Props) {
  const { progress, isRunning, setView } = run
  const isDone = progress.state === 'success'
  const isOff = isRunning || !isReady
  useWindowEvent('keydown', (event) => {
    if (isDone || isOff || isRepeating || !isModKey(event, 'enter')) return
    event.preventDefault()
    onStart()
  })
  return (
    <footer className={classes.foot}>
      <div role="status" className={classes.note}>
        {!isRunning && !isDone && advice}
      </div>
      <div ref={setView} tabIndex={-1} className={classes.outcome}>
        <ProgressView progress={progress} type={type} />
      </div>
      <Text size="sm" role="status" className={classes.note ?? ''}>
        {note}
      </Text>
      <Group justify="flex-end" gap="xs">
        {!isDone && (
          <Group mr="auto" flex="1 1 260px">
            {children}
          </Group>
        )}
        <Group gap="xs" wrap="nowrap">
          {!isDone && (
            <Button variant="default" disabled={isOff} leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={onRepeat}>
              Repeat…
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button
              disabled={isOff}
              title={`From anywhere in this dialog: ${modKey('Enter')}`}
              aria-keyshortcuts={isMac() ? 'Meta+Enter' : 'Control+Enter'}
              onClick={onStart}
            >
              Start Export
            </Button>
          )}
        </Group>
      </Group>
    </footer>
  )
}
