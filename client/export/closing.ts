import { useEffect, useRef } from 'react'

/**
 * Closes a dialog or an announcement some time after its work is done. While the user moves the pointer in it or uses the
 * keyboard, they are still reading: it then stays until the pointer leaves, or until it is closed by hand.
 * Spread the handlers over its content.
 */
export function useClosing(isDone: boolean, ms: number, close: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })

  const hold = () => clearTimeout(timer.current)
  const plan = () => {
    hold()
    timer.current = setTimeout(() => latestClose.current(), ms)
  }
  useEffect(() => {
    if (isDone) timer.current = setTimeout(() => latestClose.current(), ms)
    return () => clearTimeout(timer.current)
  }, [isDone, ms])

  return isDone ? { onPointerMove: hold, onKeyDown: hold, onPointerLeave: plan } : {}
}
