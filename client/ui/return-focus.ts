import { useEffect, useState } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Returns the focus to its previous element when the component unmounts. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // If this dialog replaces another one, the first has just returned the focus to its opener, which is the opener of both.
    const isThere = before !== document.body && before?.isConnected
    const opener = isThere ? before : document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusHeading()
    }
  }, [before])
}
