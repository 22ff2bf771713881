import { useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { exportFailure, type FailureWords } from './export-failure.ts'
import { idle, isRunning, progressAfter, type ExportOutcome } from './progress.ts'

/** `signal` cancels an export; the callbacks report its progress. */
export type ExportSteps = { signal: AbortSignal; onAsked: () => void; onAnswered: () => void; onReceived: () => void }
type Send = (steps: ExportSteps) => Promise<ExportOutcome>

/** One export at a time, from its start to the file; it ends with the dialog that it was started in. */
export function useExportRun() {
  const [progress, dispatch] = useReducer(progressAfter, idle)
  const running = useRef<AbortController>(null)
  /** The element that shows the progress. It gets the focus at the start, because the start button disappears. */
  const [view, setView] = useState<HTMLElement | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(send: Send, words: FailureWords) {
    view?.focus()
    const controller = new AbortController()
    running.current = controller
    let hasAnswered = false
    const onAnswered = () => {
      hasAnswered = true
      dispatch({ type: 'answered' })
    }
    const onAsked = () => dispatch({ type: 'asked' })
    // Rendered at once: the next steps leave no time for it.
    const onReceived = () => flushSync(() => dispatch({ type: 'received' }))
    dispatch({ type: 'started' })
    try {
      const outcome = await send({ signal: controller.signal, onAsked, onAnswered, onReceived })
      dispatch({ type: 'done', outcome })
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'failed', message: exportFailure(error, hasAnswered, words) })
    }
  }

  /** Cancels a running export and resets the progress. */
  function stop() {
    running.current?.abort()
    dispatch({ type: 'closed' })
  }

  /** Any change may fix the cause of a failure, so its message disappears. */
  function forgive() {
    if (progress.state === 'error') dispatch({ type: 'closed' })
  }

  return { progress, isRunning: isRunning(progress), setView, start, stop, forgive }
}
export type ExportRun = ReturnType<typeof useExportRun>
