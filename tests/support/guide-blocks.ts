import { Marked, type Token } from 'marked'

/** A fenced block: its language, and the marks after it, such as `run`. */
export type Block = { language: string; marks: string[]; text: string }

const blocksIn = (tokens: readonly Token[]): Block[] =>
  tokens.flatMap((token) => {
    if (token.type === 'code') {
      const [language = '', ...marks] = String(token['lang'] ?? '').split(' ')
      return [{ language, marks, text: String(token['text']) }]
    }
    const inside: Token[] = [...('tokens' in token && token.tokens ? token.tokens : []), ...(token.type === 'list' ? token['items'] : [])]
    return blocksIn(inside)
  })

/** The fenced blocks of a page of Markdown, also those in lists. */
export const blocksOf = (markdown: string): Block[] => blocksIn(new Marked().lexer(markdown))
