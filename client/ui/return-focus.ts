import { useEffect, useState } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Puts the focus back where it came from, once the component that took it is gone. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // One dialog in another's place: what opened the first has the focus back by now, and opened this one, too.
    const isThere = before !== document.body && before?.isConnected
    const opener = isThere ? before : document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusHeading()
    }
  }, [before])
}
