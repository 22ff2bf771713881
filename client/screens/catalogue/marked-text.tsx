import { createContext, Fragment, use } from 'react'
import { markedParts } from '#shared/marked-text.ts'
import classes from './marked-text.module.css'

/** The words that the list is searched for. The rows are drawn once, and hear of others here. */
export const SearchedWords = createContext<readonly string[]>([])

/** A text with the searched words marked. */
export function MarkedText({ text }: { text: string }) {
  const words = use(SearchedWords)
  if (words.length === 0) return text
  return markedParts(text, words).map((part, index) =>
    part.isMarked ? (
      <mark key={index} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
}
