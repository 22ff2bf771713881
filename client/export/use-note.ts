import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** A sentence about what just happened, which goes away by itself. */
export function useNote(): [string, (note: string) => void] {
  const [note, setNote] = useState({ text: '' })
  useEffect(() => {
    if (note.text === '') return undefined
    const timer = setTimeout(() => setNote({ text: '' }), limits.templateNoteMs)
    return () => clearTimeout(timer)
  }, [note])
  return [note.text, (text) => setNote({ text })]
}
