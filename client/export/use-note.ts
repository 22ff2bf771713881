import { useEffect, useState } from 'react'

/** A short message that disappears after the given time in ms. */
export function useNote(ms: number): [string, (note: string) => void] {
  const [note, setNote] = useState({ text: '' })
  useEffect(() => {
    if (note.text === '') return undefined
    const timer = setTimeout(() => setNote({ text: '' }), ms)
    return () => clearTimeout(timer)
  }, [note, ms])
  return [note.text, (text) => setNote({ text })]
}
